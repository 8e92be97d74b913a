#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "formats/summary/io_selection.h"
#include "replay/plan/dependency.h"
#include "replay/plan/pacing.h"
#include "replay/plan/planner.h"
#include "replay/plan/schedule.h"

namespace ioreel {

/// Makes the steps of one pass over a trace, of one tile: selection, dependency, pacing, and the
/// end of the recorded command in its place. Not thread-safe.
class StepMaker {
 public:
  /// Where a pass begins: the first one at the replay's zero, others where the last one ended.
  struct Pass {
    uint64_t first_id = 0;
    uint64_t after = kNoStep;  ///< step that ended the pass before
    int64_t offset_ns = 0;     ///< of the pass's zero in timed mode
    int64_t idle_ns = 0;       ///< of the application before that, in timed mode
  };

  /// Counts into `report`, which outlives it, as `options` does.
  StepMaker(const PlanOptions& options, const Pass& pass, PlanReport* report);

  /// Appends the steps of `io`. `info` as known by now; I/Os in order of start_ns.
  /// Errors: DataLoss for an I/O that the promise does not hold.
  absl::Status Add(const Io& io, const TraceInfo& info, std::vector<Step>* out);

  /// The trace is over, with `untimed` as its LevelReader says: appends what is missing, completes
  /// the report, tells where to go on. Errors: DataLoss where the promise was not kept.
  absl::StatusOr<Pass> Finish(const TraceInfo& info, uint64_t untimed, std::vector<Step>* out);

 private:
  void Begin(const Io& io, const TraceInfo& info);
  void SetTime(const Io& io, const TaskInfo& task, Step* step);
  void HangOn(const Dependency& dependency, Step* step);
  void AddCommandEnd(int64_t end_ns, std::vector<Step>* out);
  void Count(const Io& io, const TaskInfo& task, const Step& step);

  const PlanOptions& options_;
  PlanReport* const report_;
  Pass pass_;
  uint64_t next_id_;
  const uint64_t window_;  ///< parents lie less far back
  IoSelector selector_;
  PromiseCheck promise_;

  int64_t zero_ns_ = kNoTime;
  int64_t exit_ns_ = kNoTime;  ///< of the command, while it is still to come
  std::optional<Pacer> pacer_;
  std::unique_ptr<DependencyInferrer> inferrer_;
  uint64_t last_completed_ = kNoStep;  ///< step with the latest completion, up to the exit
  int64_t last_complete_ns_ = kNoTime;
  int64_t last_start_ns_ = kNoTime;
  int64_t end_ns_ = kNoTime;
  int64_t end_due_ns_ = kNoTime;  ///< of the same, from the pass's zero in timed mode
  uint64_t end_step_ = kNoStep;   ///< that ends this pass, once it is made
};

}  // namespace ioreel
