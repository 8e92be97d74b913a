#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ioreel {

/// Times in a trace are int64 nanoseconds from the trace's start (TraceInfo::start_*);
/// they may be negative for work that was under way when the recording began.
inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();

/// to_ns − from_ns; INT64_MAX where that does not fit. REQUIRES: known times, from_ns ≤ to_ns.
inline int64_t NsBetween(int64_t from_ns, int64_t to_ns) {
  int64_t ns;
  return __builtin_sub_overflow(to_ns, from_ns, &ns) ? std::numeric_limits<int64_t>::max() : ns;
}

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
  /// 0 when empty.
  int64_t length_ns() const { return empty() ? 0 : NsBetween(first_ns_, last_ns_); }

 private:
  int64_t first_ns_ = std::numeric_limits<int64_t>::max(), last_ns_ = kNoTime;
};

}  // namespace ioreel
