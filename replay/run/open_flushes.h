#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "replay/plan/schedule.h"

namespace ioreel {

/// The writes that begin with a flush, from when a loop is given them until that flush is done.
/// Of all threads.
class OpenFlushes {
 public:
  /// In order of the schedule.
  void Add(uint64_t step) {
    const std::lock_guard lock(mutex_);
    steps_.push_back(step);
    first_.store(steps_.front(), std::memory_order_release);
  }

  /// Nothing, where it was not added.
  void Done(uint64_t step) {
    const std::lock_guard lock(mutex_);
    const auto place = std::lower_bound(steps_.begin(), steps_.end(), step);
    if (place == steps_.end() || *place != step) return;
    steps_.erase(place);
    first_.store(steps_.empty() ? kNoStep : steps_.front(), std::memory_order_release);
  }

  /// Whether one stands before `step` in the schedule.
  bool AnyBefore(uint64_t step) const { return first_.load(std::memory_order_acquire) < step; }

 private:
  std::mutex mutex_;
  std::vector<uint64_t> steps_;  ///< in order
  std::atomic<uint64_t> first_ = kNoStep;
};

}  // namespace ioreel
