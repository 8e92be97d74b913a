#pragma once

#include <cstdint>
#include <numeric>
#include <utility>

namespace ioreel {

/// Finds how coarse a clock is: the largest unit that the distances of all its times are multiples
/// of. It takes 30 steps of the clock to tell: by chance those of a finer one would all be
/// multiples of twice its unit once in 2^30 traces.
class ClockMeter {
 public:
  /// `finest_ns`: what the clock shows at best; nothing finer is looked for.
  explicit ClockMeter(int64_t finest_ns) : finest_ns_(finest_ns) {}

  /// REQUIRES: times are less than 2^63 ns apart.
  void Add(int64_t time_ns) {
    if (!std::exchange(started_, true)) first_ns_ = last_ns_ = time_ns;
    if (unit_ns_ == finest_ns_) return;
    steps_ += time_ns != std::exchange(last_ns_, time_ns) ? 1 : 0;
    const int64_t distance = time_ns - first_ns_;
    if (distance == 0 || (unit_ns_ != 0 && distance % unit_ns_ == 0)) return;
    unit_ns_ = std::gcd(unit_ns_, distance);
    if (unit_ns_ % finest_ns_ != 0) unit_ns_ = finest_ns_;
  }

  /// finest_ns where there are too few steps to tell.
  int64_t resolution_ns() const { return steps_ < kStepsToTell ? finest_ns_ : unit_ns_; }

 private:
  static constexpr uint64_t kStepsToTell = 30;

  int64_t finest_ns_;
  int64_t first_ns_ = 0, last_ns_ = 0;
  int64_t unit_ns_ = 0;  ///< 0 = all times so far are one
  uint64_t steps_ = 0;   ///< from a time to another one
  bool started_ = false;
};

}  // namespace ioreel
