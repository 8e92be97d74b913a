#pragma once

#include <cstdint>
#include <memory>

#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "replay/plan/schedule.h"

/// Which I/O waited for which. A block trace does not say; these rules infer it from tasks and
/// completions. docs/replay_model.md tells why they are what they are and how far to trust them.

namespace ioreel {

/// What one I/O waited for, and how long its application then computed.
struct Dependency {
  uint64_t parent = kNoStep;  ///< step id; kNoStep for Anchor::kStart
  Anchor anchor = Anchor::kStart;
  int64_t think_ns = 0;  ///< ≥ 0; from the schedule's zero for Anchor::kStart
  bool far = false;      ///< the true parent lay out of the window: this is the latest completion
};

/// The rules of the dependent mode, which can be switched off one by one to see what each does.
struct DependencyRules {
  /// An I/O waited for the completion that its own task last saw, if that came after the task's
  /// previous I/O: it had waited, or a slot had become free. Otherwise, and when this is off, it
  /// follows its task's previous I/O by issue: both run at the same time.
  bool own_completion = true;
  /// Between an application's thread and one of the kernel's (jbd2, writeback), or two of the
  /// kernel's, the latest completion wins: fsync waits for the journal, the journal for data.
  bool kernel_crossing = true;
  /// Between two application threads it does so after an idle gap only, and if it came late in
  /// the gap: a hand-over, not a coincidence.
  bool idle_crossing = true;
  int64_t idle_gap_ns = 2'000'000;
  int64_t idle_share = 4;  ///< late = in the last 1/idle_share of the gap
  /// A task's first I/O waited for the latest completion of anyone: of who started the task.
  bool first_joins = true;
  /// At issue level, what follows a flush of its task waited for that flush, and a flush for what
  /// was complete when it was issued: the parts of a compound write are queued all at once.
  bool flush_barrier = true;
};

/// Infers the parents of I/Os given one by one, in order of their step id; memory is bounded by
/// the I/Os in flight. An I/O whose completion is not known never ends. Not thread-safe.
class DependencyInferrer {
 public:
  virtual ~DependencyInferrer() = default;

  /// What `io` hangs on; afterwards others may hang on it. `task` is who asked for it.
  virtual Dependency Add(uint64_t step, const Io& io, const TaskInfo& task) = 0;
};

/// Dependent mode. Tasks are told apart by thread id; I/Os without one (−1) are of one task.
/// `zero_ns` is the trace time of the schedule's zero; parents lie less than `window` steps back.
std::unique_ptr<DependencyInferrer> MakeRuleInferrer(int64_t zero_ns, const DependencyRules& rules,
                                                     uint64_t window = kStepWindow);
/// Each I/O waited for the latest completion of anyone before it: for traces without thread ids.
std::unique_ptr<DependencyInferrer> MakeGlobalInferrer(int64_t zero_ns,
                                                       uint64_t window = kStepWindow);
/// Stream mode: each I/O waited for the previous one of its task, or, if that was still in flight,
/// follows it by issue.
std::unique_ptr<DependencyInferrer> MakeStreamInferrer(int64_t zero_ns,
                                                       uint64_t window = kStepWindow);

}  // namespace ioreel
