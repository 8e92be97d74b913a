#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ioreel {

/// Times in a trace are int64 nanoseconds from the trace's start (TraceInfo::start_*);
/// they may be negative for work that was under way when the recording began.
inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();

/// From the earliest to the latest of some times.
class TimeSpan {
 public:
  void Cover(int64_t time_ns) {
    if (time_ns == kNoTime) return;
    first_ns_ = std::min(first_ns_, time_ns);
    last_ns_ = std::max(last_ns_, time_ns);
  }
  bool empty() const { return last_ns_ == kNoTime; }
  int64_t first_ns() const { return first_ns_; }  ///< REQUIRES: !empty()
  /// 0 when empty; what 63 bits do not hold is the most that they do.
  int64_t length_ns() const {
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
    const uint64_t length = static_cast<uint64_t>(last_ns_) - static_cast<uint64_t>(first_ns_);
    return empty() ? 0 : static_cast<int64_t>(std::min<uint64_t>(length, kMost));
  }

 private:
  int64_t first_ns_ = std::numeric_limits<int64_t>::max(), last_ns_ = kNoTime;
};

}  // namespace ioreel
