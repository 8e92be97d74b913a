#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "replay/dependency.h"
#include "replay/replay_mode.h"
#include "replay/schedule.h"

namespace ioreel {

/// A set of enumerators, one bit each.
template <typename Enum>
constexpr uint32_t BitOf(Enum value) {
  return 1u << static_cast<unsigned>(value);
}

struct PlanOptions {
  ReplayMode mode = ReplayMode::kDependent;
  uint32_t task_classes = ~0u;     ///< BitOf(TaskClass): whose I/Os are replayed
  std::optional<uint16_t> device;  ///< only this one of TraceInfo::devices
  uint32_t pretend_ops = 0;        ///< BitOf(Op): not done, but their recorded time passes
  int64_t from_ns = kNoTime;       ///< trace time of the replay's zero; I/Os before are left out
  int64_t to_ns = kNoTime;         ///< I/Os that start at or after it are left out
  double speed = 1;                ///< recorded gaps and think times are divided by it
  int64_t idle_cap_ns = kNoTime;   ///< longer gaps (timed) and think times are cut to it
  int64_t wake_up_cost_ns = 0;     ///< taken off each think time that follows a completion
  int loops = 1;                   ///< the whole again and again, each after the end of the last
  DependencyRules rules;
  bool global_dependencies = false;  ///< dependent mode without thread ids
};

/// What became of the trace's I/Os. Whole once Pull() has said kEnd.
struct PlanReport {
  uint64_t read = 0;                         ///< I/Os of the trace, all loops together
  uint64_t ios = 0;                          ///< steps to be done
  std::map<std::string, uint64_t> left_out;  ///< not planned, by reason: "task class other"
  struct Count {
    uint64_t ios = 0, bytes = 0;
  };
  std::map<Op, Count> pretended;
  uint64_t without_completion = 0;  ///< planned, completion not recorded
  uint64_t without_task = 0;        ///< planned, thread not recorded
  uint64_t far_parents = 0;         ///< hung on a later completion: theirs was out of the window
  int64_t idle_cut_ns = 0;          ///< time that idle_cap took off
  int64_t zero_ns = kNoTime;        ///< trace time of the replay's zero
  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< start of the first and last planned I/O
  int64_t end_ns = kNoTime;                       ///< trace time of the command's end
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

  /// Why the steps ended before the trace did; OK otherwise. REQUIRES: Pull() has said kEnd, or
  /// the planner is being destroyed no later.
  virtual absl::Status status() const = 0;
  virtual PlanReport report() const = 0;
};

}  // namespace ioreel
