#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/result/suite_result.h"
#include "replay/session_options.h"
#include "traces/suite.h"
#include "traces/synth/pattern.h"

namespace ioreel {

/// How a suite is to be run, as the user says it.
struct SuiteRunOptions {
  Suite suite;
  std::string suite_path;
  std::vector<std::string> traces;  ///< names; none = all of the scope
  bool quick = false;
  int passes = 3;
  bool shared = false;  ///< all traces begin at one place of the target
  int64_t idle_ns = 5'000'000'000;
  bool trim = false;      ///< before each replay, its area is discarded
  int retries = 3;        ///< replays in all that may be made again because they did not keep time
  SessionOptions replay;  ///< of each trace, on the whole target
};

/// One trace of the suite, laid out on the target.
struct PlannedTrace {
  SessionOptions replay;    ///< of one pass
  int64_t expected_ns = 0;  ///< of its replay, on a drive like the recorded one
  RunResult facts;          ///< what its results will be, without repeats
};

struct SuitePlan {
  SuiteResult empty;                 ///< what will be run, without a result yet
  std::vector<PlannedTrace> traces;  ///< as in `empty`
  bool written = false;  ///< no trace reads what was never written: nothing needs to be primed
};

/// Discards so many bytes, from the begin on.
absl::StatusOr<Pattern> TrimPattern(uint64_t bytes);
/// The options of such a load to the area of a trace, of which the target must be able.
SessionOptions TrimOptions(const SessionOptions& replay);

/// Lays the traces out on the target, and finds what stands against any of them. Nothing is
/// written. What is wrong with some of them is said on standard error, each in a line that begins
/// with its name; what is wrong with all of them is the error. Errors: UsageError for what does not
/// fit together; FailedPrecondition where a trace cannot be replayed, with kInvalid where that is
/// for the traces' taint alone.
absl::StatusOr<SuitePlan> PlanSuite(const SuiteRunOptions& options, const std::atomic<bool>* stop);

}  // namespace ioreel
