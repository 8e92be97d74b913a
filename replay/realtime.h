#pragma once

#include <string>

namespace ioreel {

/// What a thread asks of the system so as to be on time: timers without slack, memory that is
/// never paged, the highest ordinary priority (not SCHED_FIFO: the kernel stops a spinning FIFO
/// thread for 50 ms each second). What is refused is done without. Undone when destroyed, on the
/// same thread.
class Realtime {
 public:
  Realtime();
  ~Realtime();
  Realtime(const Realtime&) = delete;
  Realtime& operator=(const Realtime&) = delete;

  /// "timer slack 1 ns, memory locked, nice -20", with "no …" for what was refused.
  const std::string& obtained() const { return obtained_; }

 private:
  int old_slack_ns_;
  int old_nice_;
  bool locked_ = false;
  std::string obtained_;
};

}  // namespace ioreel
