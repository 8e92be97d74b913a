#pragma once

#include <cstdint>
#include <string>

#include "replay/engine.h"

namespace ioreel {

/// The process's memory, as it is, is not paged while this lives, where the system grants it.
class LockedMemory {
 public:
  LockedMemory();
  ~LockedMemory();
  LockedMemory(const LockedMemory&) = delete;
  LockedMemory& operator=(const LockedMemory&) = delete;

  /// "memory locked", or "no locked memory".
  const char* obtained() const { return locked_ ? "memory locked" : "no locked memory"; }

 private:
  const bool locked_;
};

/// What a thread asks of the system so as to be on time: timers without slack, and real-time
/// priority around its sleeps, without which a busy machine wakes it milliseconds late. What is
/// refused is done without. Undone when destroyed. Of one thread.
///
/// A thread that keeps real-time priority while it is busy for long holds up the kernel's own work
/// on its CPU, and the kernel stops it for 50 ms each second. So it is given up after kLongestNs
/// without sleep, and until the next second once it has been used for most of this one; then
/// the thread runs at the highest ordinary priority. Where completions end most sleeps it does
/// harm: the thread is woken before the kernel's own threads that the next I/O needs.
class Realtime : public SleepWatcher {
 public:
  /// `fifo` = ask for real-time priority too.
  explicit Realtime(bool fifo);
  ~Realtime() override;
  Realtime(const Realtime&) = delete;
  Realtime& operator=(const Realtime&) = delete;

  /// "timer slack 1 ns, SCHED_FIFO around sleeps", with "no …" for what was refused.
  const std::string& obtained() const { return obtained_; }

  void BeforeSleep(int64_t now_ns) override;
  void AfterSleep(int64_t now_ns) override;
  /// The thread is at work; called now and then while it is.
  void Working(int64_t now_ns);

 private:
  static constexpr int64_t kLongestNs = 2'000'000;
  static constexpr int64_t kPeriodNs = 1'000'000'000;
  static constexpr int64_t kBudgetNs = 700'000'000;  // of each period

  bool SetRealtime(bool on);

  int old_slack_ns_;
  int old_nice_;
  int old_policy_;
  bool granted_ = false;
  bool on_ = false;
  int64_t awake_since_ns_ = 0;
  int64_t period_start_ns_ = 0;
  int64_t used_ns_ = 0;
  std::string obtained_;
};

}  // namespace ioreel
