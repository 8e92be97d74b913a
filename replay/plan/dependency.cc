#include "replay/plan/dependency.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "replay/plan/completion_history.h"

namespace ioreel {
namespace {

using Completed = CompletionHistory::Entry;

/// When the task asked for it: where the source knows only the issue, that.
int64_t QueueNs(const Io& io) { return io.think_ns == kNoTime ? io.start_ns : io.think_ns; }

bool IsKernelThread(const TaskInfo& task) {
  if (task.task_class == TaskClass::kKernel || task.task_class == TaskClass::kWriteback)
    return true;
  return task.task_class == TaskClass::kOther &&
         (absl::StartsWith(task.name, "jbd2/") || absl::StartsWith(task.name, "kworker/"));
}

/// A parent with the recorded time that the think time is counted from.
struct Base {
  uint64_t parent = kNoStep;
  Anchor anchor = Anchor::kStart;
  int64_t at_ns = 0;
};

Base AfterCompletion(const Completed& entry) {
  return {entry.step, Anchor::kComplete, entry.complete_ns};
}

/// The schedule's zero in trace time, and how far back a parent may lie.
struct Frame {
  int64_t zero_ns;
  uint64_t window;
};

/// The dependency on `base`; on the latest completion instead if `base` is out of the window.
Dependency Resolve(uint64_t step, int64_t queue_ns, Base base, Frame frame,
                   const CompletionHistory& history) {
  const auto in_window = [&](uint64_t parent) { return step - parent < frame.window; };
  Dependency dependency;
  if (base.anchor != Anchor::kStart && !in_window(base.parent)) {
    dependency.far = true;
    const Completed* const newest = history.Newest(queue_ns);
    base = newest != nullptr && in_window(newest->step) ? AfterCompletion(*newest)
                                                        : Base{.at_ns = frame.zero_ns};
  }
  dependency.parent = base.parent;
  dependency.anchor = base.anchor;
  dependency.think_ns = std::max<int64_t>(0, queue_ns - base.at_ns);
  return dependency;
}

/// The I/Os of one task, as far as later ones may hang on them.
struct Stream {
  uint64_t last_step = kNoStep;
  int64_t last_queue_ns = 0;
  int64_t last_complete_ns = kNoTime;
  bool last_is_flush = false;
  Completed newest;  ///< of its completions so far
  std::priority_queue<Completed, std::vector<Completed>, std::greater<>> pending;

  void AdvanceTo(int64_t time_ns) {
    for (; !pending.empty() && pending.top().complete_ns <= time_ns; pending.pop()) {
      newest = pending.top();
    }
  }
  void Add(uint64_t step, const Io& io, int64_t queue_ns, bool kernel) {
    last_step = step;
    last_queue_ns = queue_ns;
    last_complete_ns = io.complete_ns;
    last_is_flush = io.op == Op::kFlush;
    if (io.complete_ns != kNoTime) pending.push({io.complete_ns, step, -1, kernel});
  }
};

class RuleInferrer : public DependencyInferrer {
 public:
  RuleInferrer(Frame frame, const DependencyRules& rules) : frame_(frame), rules_(rules) {}

  Dependency Add(uint64_t step, const Io& io, const TaskInfo& task) override {
    Stream& stream = streams_[task.tid];
    const bool kernel = IsKernelThread(task);
    const int64_t queue_ns = BarrierNs(io, stream);
    history_.AdvanceTo(queue_ns);
    stream.AdvanceTo(queue_ns);
    const Base base = Cross(OwnBase(stream, queue_ns), task.tid, kernel, queue_ns);
    stream.Add(step, io, queue_ns, kernel);
    history_.Add({io.complete_ns, step, task.tid, kernel});
    return Resolve(step, queue_ns, base, frame_, history_);
  }

 private:
  int64_t BarrierNs(const Io& io, const Stream& stream) const {
    const bool after_flush = stream.last_is_flush && stream.last_complete_ns != kNoTime &&
                             stream.last_complete_ns <= io.start_ns;
    if (rules_.flush_barrier && (io.op == Op::kFlush || after_flush)) return io.start_ns;
    return QueueNs(io);
  }

  Base OwnBase(const Stream& stream, int64_t queue_ns) const {
    if (stream.last_step == kNoStep) {
      const Completed* const newest = rules_.first_joins ? history_.Newest(queue_ns) : nullptr;
      return newest == nullptr ? Base{.at_ns = frame_.zero_ns} : AfterCompletion(*newest);
    }
    const Completed& own = stream.newest;
    if (rules_.own_completion && own.step != kNoStep && own.complete_ns <= queue_ns &&
        own.complete_ns > stream.last_queue_ns) {
      return AfterCompletion(own);
    }
    return {stream.last_step, Anchor::kIssue, stream.last_queue_ns};
  }

  /// The newest completion of another task after `base` that the rules let in, else `base`.
  Base Cross(const Base& base, int32_t tid, bool kernel, int64_t queue_ns) const {
    Base crossed = base;
    for (const bool foreign_kernel : {true, false}) {
      const Completed* const foreign = history_.NewestForeign(foreign_kernel, tid, queue_ns);
      if (foreign == nullptr || foreign->complete_ns <= crossed.at_ns) continue;
      const bool enters = kernel || foreign_kernel
                              ? rules_.kernel_crossing
                              : rules_.idle_crossing && IsHandOver(*foreign, base, queue_ns);
      if (enters) crossed = AfterCompletion(*foreign);
    }
    return crossed;
  }

  bool IsHandOver(const Completed& foreign, const Base& base, int64_t queue_ns) const {
    const int64_t gap_ns = queue_ns - base.at_ns;
    return gap_ns > rules_.idle_gap_ns &&
           rules_.idle_share * (queue_ns - foreign.complete_ns) < gap_ns;
  }

  const Frame frame_;
  const DependencyRules rules_;
  absl::flat_hash_map<int32_t, Stream> streams_;
  CompletionHistory history_;
};

class GlobalInferrer : public DependencyInferrer {
 public:
  explicit GlobalInferrer(Frame frame) : frame_(frame) {}

  Dependency Add(uint64_t step, const Io& io, const TaskInfo&) override {
    const int64_t queue_ns = QueueNs(io);
    history_.AdvanceTo(queue_ns);
    const Completed* const newest = history_.Newest(queue_ns);
    const Base base = newest == nullptr ? Base{.at_ns = frame_.zero_ns} : AfterCompletion(*newest);
    history_.Add({.complete_ns = io.complete_ns, .step = step});
    return Resolve(step, queue_ns, base, frame_, history_);
  }

 private:
  const Frame frame_;
  CompletionHistory history_;
};

class StreamInferrer : public DependencyInferrer {
 public:
  explicit StreamInferrer(Frame frame) : frame_(frame) {}

  Dependency Add(uint64_t step, const Io& io, const TaskInfo& task) override {
    const int64_t queue_ns = QueueNs(io);
    history_.AdvanceTo(queue_ns);
    Last& last = lasts_[task.tid];
    Base base = {.at_ns = frame_.zero_ns};
    if (last.step != kNoStep) {
      const bool waited = last.complete_ns != kNoTime && last.complete_ns <= queue_ns;
      base = {last.step, waited ? Anchor::kComplete : Anchor::kIssue,
              waited ? last.complete_ns : last.queue_ns};
    }
    last = {step, queue_ns, io.complete_ns};
    history_.Add({.complete_ns = io.complete_ns, .step = step});
    return Resolve(step, queue_ns, base, frame_, history_);
  }

 private:
  struct Last {
    uint64_t step = kNoStep;
    int64_t queue_ns = 0, complete_ns = kNoTime;
  };
  const Frame frame_;
  absl::flat_hash_map<int32_t, Last> lasts_;
  CompletionHistory history_;
};

}  // namespace

std::unique_ptr<DependencyInferrer> MakeRuleInferrer(int64_t zero_ns, const DependencyRules& rules,
                                                     uint64_t window) {
  return std::make_unique<RuleInferrer>(Frame{zero_ns, window}, rules);
}

std::unique_ptr<DependencyInferrer> MakeGlobalInferrer(int64_t zero_ns, uint64_t window) {
  return std::make_unique<GlobalInferrer>(Frame{zero_ns, window});
}

std::unique_ptr<DependencyInferrer> MakeStreamInferrer(int64_t zero_ns, uint64_t window) {
  return std::make_unique<StreamInferrer>(Frame{zero_ns, window});
}

}  // namespace ioreel
