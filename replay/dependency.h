#pragma once

#include <cstdint>
#include <memory>

#include "absl/types/span.h"
#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "replay/schedule.h"

/// Which I/O waited for which. A block trace does not say; these rules infer it from tasks and
/// completions. docs/replay_model.md tells why they are what they are and how far to trust them.

namespace ioreel {

/// What one I/O waited for, and how long its application then computed.
struct Dependency {
  uint64_t parent = kNoStep;  ///< step id; kNoStep for Anchor::kStart
  Anchor anchor = Anchor::kStart;
  int64_t think_ns = 0;  ///< ≥ 0; from the schedule's zero for Anchor::kStart
};

/// The rules of the dependent mode, which can be switched off one by one to see what each does.
struct DependencyRules {
  /// An I/O waited for the completion that its own task last saw, if the task had issued nothing
  /// since. Off: its task's I/Os only follow one another by issue.
  bool own_completion = true;
  /// Between an application's thread and a kernel thread (jbd2, writeback), or two of the kernel's,
  /// the latest completion wins: fsync waits for the journal, the journal for the data.
  bool kernel_crossing = true;
  /// Between two application threads only after an idle gap, and only if the other's completion
  /// came late in it: a hand-over, not a coincidence.
  bool idle_crossing = true;
  int64_t idle_gap_ns = 2'000'000;
  int64_t idle_share = 4;  ///< the completion lies in the last 1/idle_share of the gap
  /// A task's first I/O waited for the latest completion of anyone: what started the task.
  bool first_joins = true;
};

/// Infers the parents of I/Os given one by one, in order of their step id; memory is bounded by
/// the I/Os in flight and kStepWindow. An I/O whose completion is not known never ends. Not
/// thread-safe.
class DependencyInferrer {
 public:
  virtual ~DependencyInferrer() = default;

  /// What `io` hangs on; afterwards others may hang on it. `queue_ns` is when its task asked for
  /// it; `tasks` is TraceInfo::tasks of its trace.
  virtual Dependency Add(uint64_t step, const Io& io, absl::Span<const TaskInfo> tasks) = 0;

  /// What the end of the command at `end_ns` hangs on: the latest completion before it.
  virtual Dependency End(int64_t end_ns) = 0;
};

/// Dependent mode. Tasks are told apart by thread id; I/Os without one form a task of their own.
std::unique_ptr<DependencyInferrer> MakeRuleInferrer(int64_t zero_ns, const DependencyRules& rules);
/// Each I/O waits for the latest completion of anyone before it: for traces without thread ids.
std::unique_ptr<DependencyInferrer> MakeGlobalInferrer(int64_t zero_ns);
/// Stream mode: each I/O follows the previous one of its task: waited for it when that had
/// completed, else keeps its distance from its issue.
std::unique_ptr<DependencyInferrer> MakeStreamInferrer(int64_t zero_ns);

}  // namespace ioreel
