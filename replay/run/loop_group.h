#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "base/clock.h"
#include "replay/run/open_flushes.h"

namespace ioreel {

/// What the loops of one replay share. Of all threads.
class LoopGroup {
 public:
  explicit LoopGroup(int loops) : loops_(loops) {}

  int loops() const { return loops_; }
  bool is_one() const { return loops_ == 1; }

  /// Returns when every loop has called it: the replay's zero on the clock, a little ahead.
  int64_t AwaitStart(const Clock& clock);

  /// A loop has met what ends the replay: the others submit nothing further.
  void End() { ending_.store(true, std::memory_order_relaxed); }
  bool ending() const { return ending_.load(std::memory_order_relaxed); }

  /// A loop has so many more steps in flight, or fewer.
  void CountInFlight(int change);
  /// Of all loops at one time.
  int most_in_flight() const { return most_in_flight_.load(std::memory_order_relaxed); }

  /// Whether a later step than `step` has gone out already.
  bool HasPassed(uint64_t step) const { return furthest_.load(std::memory_order_relaxed) > step; }
  void WentOut(uint64_t step) { RaiseTo(step, &furthest_); }

  OpenFlushes& open_flushes() { return open_flushes_; }

 private:
  template <typename T>
  static void RaiseTo(T value, std::atomic<T>* most) {
    T seen = most->load(std::memory_order_relaxed);
    while (seen < value && !most->compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }

  const int loops_;
  std::mutex mutex_;
  std::condition_variable all_there_;
  int there_ = 0;
  int64_t zero_ns_ = 0;

  std::atomic<bool> ending_ = false;
  std::atomic<int> in_flight_ = 0, most_in_flight_ = 0;
  std::atomic<uint64_t> furthest_ = 0;
  OpenFlushes open_flushes_;
};

}  // namespace ioreel
