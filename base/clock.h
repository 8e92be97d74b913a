#pragma once

#include <cstdint>

namespace ioreel {

/// A monotonic clock in nanoseconds; the only way the replay loop sees time, so that
/// tests run on a VirtualClock and compare times with ==.
class Clock {
 public:
  virtual ~Clock() = default;

  virtual int64_t NowNs() const = 0;

  /// Returns at or just after `deadline_ns`; at once when it has passed.
  virtual void WaitUntil(int64_t deadline_ns) = 0;

  /// Whether nothing can happen while WaitUntil waits.
  virtual bool jumps() const { return false; }
};

/// CLOCK_MONOTONIC. Sleeps until `spin_ns` before the deadline, then spins: a sleeping
/// thread wakes 50–800 µs late, a spinning one within 1 µs, but it takes a core.
class SteadyClock : public Clock {
 public:
  explicit SteadyClock(int64_t spin_ns = 200'000) : spin_ns_(spin_ns) {}
  int64_t NowNs() const override;
  void WaitUntil(int64_t deadline_ns) override;

 private:
  int64_t spin_ns_;
};

/// Time that moves only when told to. Not thread-safe.
class VirtualClock : public Clock {
 public:
  int64_t NowNs() const override { return now_ns_; }
  void WaitUntil(int64_t deadline_ns) override { AdvanceTo(deadline_ns); }
  bool jumps() const override { return true; }
  void AdvanceTo(int64_t time_ns) {
    if (time_ns > now_ns_) now_ns_ = time_ns;
  }

 private:
  int64_t now_ns_ = 0;
};

}  // namespace ioreel
