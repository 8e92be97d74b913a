#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/level_reader.h"
#include "formats/summary/io_selection.h"
#include "replay/plan/dependency.h"
#include "replay/plan/pacing.h"
#include "replay/plan/promise.h"
#include "replay/plan/schedule.h"
#include "replay/plan/tiles.h"
#include "replay/replay_mode.h"

namespace ioreel {

struct PlanOptions {
  ReplayMode mode = ReplayMode::kDependent;
  /// `from_ns` is the replay's zero; without it that is the command's start, or the first I/O.
  IoSelection selection;
  /// Makes an I/O of the trace a request to the target, on the planner's thread; false: it is not
  /// done, but its recorded time passes. Null = as they are.
  std::function<bool(const Io&, BlockIo*)> map;
  Promise promise;  ///< what each pass must keep
  TileRules tiles;
  PacingOptions pacing;
  DependencyRules rules;
  bool global_dependencies = false;  ///< dependent mode without thread ids
  int loops = 1;                     ///< the whole again, each time after the end of the last
};

/// What became of the trace's I/Os.
struct PlanReport {
  uint64_t read = 0;                         ///< I/Os of the trace, all loops together
  uint64_t ios = 0;                          ///< steps to be done, all tiles together
  std::map<std::string, uint64_t> left_out;  ///< not planned, by reason: "task class other"
  struct Count {
    uint64_t ios = 0, bytes = 0;
  };
  std::map<Op, Count> pretended;
  uint64_t without_completion = 0;  ///< planned, completion not recorded
  uint64_t without_task = 0;        ///< planned, thread not recorded
  uint64_t far_parents = 0;         ///< hung on a later completion: theirs was out of the window
  int64_t idle_cut_ns = 0;          ///< time that idle_cap took off
  /// Timed mode: replay time from the command's end in a pass to the start of the next. It is the
  /// writeback's, and none of the application's.
  int64_t between_passes_ns = 0;
  // Trace times.
  int64_t zero_ns = kNoTime;                      ///< the replay's zero
  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< start of the first and last planned I/O
  int64_t end_ns = kNoTime;                       ///< exit of the command, else the last completion

  /// False: the command had exited before the replay's zero, so that it has no time to tell.
  bool command_ran() const { return end_ns >= zero_ns; }
};

/// Opens the trace anew; called once a loop, on the planner's thread after the first time.
using OpenLevel = std::function<absl::StatusOr<std::unique_ptr<LevelReader>>()>;

/// Turns a trace into steps, a bounded number ahead of the loop: filters, dependencies, pacing.
/// Filters never change the times of what remains.
class Planner : public StepSource {
 public:
  /// Reads the first I/Os, so that a trace that cannot be read fails here.
  /// Errors: those of `open`; FailedPrecondition when nothing is left to replay, with the counts.
  static absl::StatusOr<std::unique_ptr<Planner>> Create(OpenLevel open,
                                                         const PlanOptions& options);

  /// Makes steps ahead on a thread of its own from now on; without it Pull() makes them.
  virtual void StartThread() = 0;

  /// Ends planning, if the trace is not over yet. Errors: why it could not be read to its end.
  virtual absl::Status Stop() = 0;
  /// REQUIRES: Stop() has been called.
  virtual const PlanReport& report() const = 0;
};

}  // namespace ioreel
