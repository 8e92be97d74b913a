#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "base/histogram.h"
#include "capture/side_event.h"

namespace ioreel {

/// Where the time of the recorded tasks went, by the scheduler's own events: on a CPU, waiting
/// for one, blocked (mostly on I/O), asleep; and how long a woken task waits to run, which is
/// part of every think time.
class SchedMeter {
 public:
  /// Only threads for which `counts` is true are looked at.
  explicit SchedMeter(std::function<bool(int32_t tid)> counts) : counts_(std::move(counts)) {}

  /// kSwitch and kWaking, in time order.
  void Apply(const SideEvent& event);

  /// For TraceInfo::notes: "sched.NAME" for the threads of each name, "sched.wake_latency_ns" for
  /// all; values are "key=number" words.
  std::map<std::string, std::string> Notes() const;

 private:
  struct Totals {
    int64_t run_ns = 0, runnable_ns = 0, blocked_ns = 0, asleep_ns = 0;
    uint64_t wakeups = 0, threads = 0;
    void Add(const Totals& other);
  };
  struct Thread {
    std::string name;
    RunState state = RunState::kUnknown;
    int64_t since_ns = 0;
    bool woken = false;  ///< runnable because of a wake-up
    Totals totals;
  };

  void Enter(Thread* thread, RunState state, int64_t time_ns);

  std::function<bool(int32_t)> counts_;
  absl::flat_hash_map<int32_t, Thread> threads_;  ///< by tid
  Histogram wake_latency_ns_;
};

}  // namespace ioreel
