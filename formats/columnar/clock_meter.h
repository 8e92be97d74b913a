#pragma once

#include <cstdint>
#include <numeric>

namespace ioreel {

/// Finds how coarse a clock is: the largest unit that the distances of all its times are multiples
/// of.
class ClockMeter {
 public:
  /// `finest_ns`: what the clock shows at best; nothing finer is looked for.
  explicit ClockMeter(int64_t finest_ns) : finest_ns_(finest_ns) {}

  /// REQUIRES: times are less than 2^63 ns apart.
  void Add(int64_t time_ns) {
    if (count_++ == 0) first_ns_ = time_ns;
    if (unit_ns_ == finest_ns_) return;
    const int64_t distance = time_ns - first_ns_;
    if (distance == 0 || (unit_ns_ != 0 && distance % unit_ns_ == 0)) return;
    unit_ns_ = std::gcd(unit_ns_, distance);
    if (unit_ns_ % finest_ns_ != 0) unit_ns_ = finest_ns_;
  }

  /// finest_ns where there are too few times to tell.
  int64_t resolution_ns() const {
    return count_ < kTimesToTell || unit_ns_ == 0 ? finest_ns_ : unit_ns_;
  }

 private:
  static constexpr uint64_t kTimesToTell = 1000;

  int64_t finest_ns_;
  int64_t first_ns_ = 0;
  int64_t unit_ns_ = 0;  ///< 0 = all times so far are one
  uint64_t count_ = 0;
};

}  // namespace ioreel
