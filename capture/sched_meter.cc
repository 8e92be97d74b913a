#include "capture/sched_meter.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

void SchedMeter::Totals::Add(const Totals& other) {
  run_ns += other.run_ns;
  runnable_ns += other.runnable_ns;
  blocked_ns += other.blocked_ns;
  asleep_ns += other.asleep_ns;
  wakeups += other.wakeups;
  ++threads;
}

/// Books the time in the state that ends.
void SchedMeter::Enter(Thread* thread, RunState state, int64_t time_ns) {
  const int64_t spent_ns = time_ns - thread->since_ns;
  switch (thread->state) {
    case RunState::kRunning:
      thread->totals.run_ns += spent_ns;
      break;
    case RunState::kRunnable:
      thread->totals.runnable_ns += spent_ns;
      if (thread->woken && state == RunState::kRunning) wake_latency_ns_.Add(spent_ns);
      break;
    case RunState::kBlocked:
      thread->totals.blocked_ns += spent_ns;
      break;
    case RunState::kAsleep:
      thread->totals.asleep_ns += spent_ns;
      break;
    case RunState::kUnknown:
      break;
  }
  thread->woken = false;
  thread->state = state;
  thread->since_ns = time_ns;
}

void SchedMeter::Apply(const SideEvent& event) {
  if (event.kind == SideEvent::Kind::kWaking && counts_(event.tid)) {
    Thread& thread = threads_[event.tid];
    if (thread.state == RunState::kRunning || thread.state == RunState::kRunnable) return;
    Enter(&thread, RunState::kRunnable, event.time_ns);
    thread.woken = true;
    ++thread.totals.wakeups;
  }
  if (event.kind != SideEvent::Kind::kSwitch) return;
  if (counts_(event.tid)) {
    Thread& thread = threads_[event.tid];
    thread.name = event.name;
    Enter(&thread, event.run_state, event.time_ns);
  }
  if (counts_(event.other_tid)) {
    Enter(&threads_[event.other_tid], RunState::kRunning, event.time_ns);
  }
}

std::map<std::string, std::string> SchedMeter::Notes() const {
  std::map<std::string, Totals> by_name;
  for (const auto& [tid, thread] : threads_) by_name[thread.name].Add(thread.totals);
  std::map<std::string, std::string> notes;
  for (const auto& [name, totals] : by_name) {
    notes["sched." + name] =
        absl::StrCat("threads=", totals.threads, " run_ns=", totals.run_ns,
                     " runnable_ns=", totals.runnable_ns, " blocked_ns=", totals.blocked_ns,
                     " asleep_ns=", totals.asleep_ns, " wakeups=", totals.wakeups);
  }
  const Histogram& latency = wake_latency_ns_;
  notes["sched.wake_latency_ns"] = absl::StrCat(
      "count=", latency.count(), " p50=", latency.Quantile(0.5), " p90=", latency.Quantile(0.9),
      " p99=", latency.Quantile(0.99), " max=", latency.max());
  return notes;
}

}  // namespace ioreel
