#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "formats/result/run_result.h"
#include "replay/plan/planner.h"
#include "replay/plan/trace_survey.h"
#include "replay/plan/wake_up_cost.h"
#include "replay/run/loop_threads.h"
#include "replay/run/replayer.h"
#include "replay/run/sample_file.h"
#include "replay/safety/preflight.h"
#include "replay/session_options.h"
#include "replay/target.h"

namespace ioreel {

/// What all repeats of a replay share; borrowed.
struct RepeatSetup {
  const SessionOptions* options = nullptr;
  const ReplayTrace* trace = nullptr;
  const TraceSurvey* survey = nullptr;
  const std::vector<Preflight>* preflights = nullptr;  ///< by volume
  Target* target = nullptr;
  std::vector<MemberFacts> members;  ///< of the target; none where it is one file or device
  std::vector<int> fds;
  std::vector<LoopTools> loops;  ///< what each submits with; their engines are open
  LoopThreads* threads = nullptr;
  Clock* clock = nullptr;
  bool virtual_time = false;  ///< nothing runs beside the loop, so that times are exact
  int depth = 0;
  WakeUpCost wake_up;
  const std::atomic<bool>* stop = nullptr;
};

struct RepeatOutcome {
  RepeatResult result;
  int abandoned = 0;  ///< as in ReplayOutcome, or by the verification after it
  PlanReport plan;
  std::map<std::string, std::string> notes;
};

/// Plans, replays and sums up once. `label` is the progress bar's; `samples` may be null.
/// Errors: those of reading the trace. I/O errors are part of the result.
absl::StatusOr<RepeatOutcome> RunRepeat(const RepeatSetup& setup, const std::string& label,
                                        SampleFile* samples);

}  // namespace ioreel
