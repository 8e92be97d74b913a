#pragma once

#include <cstdint>
#include <vector>

namespace ioreel {

/// The ticks of the clock that stamped a trace. Many clocks are coarser than the nanoseconds
/// they are written in (100 ns FILETIME, 69.8 ns HPET, 41.7 ns ARM counters, µs logs); a time
/// difference is then a number of ticks and a remainder of a nanosecond or none, which takes
/// several bits less. A wrong period costs space, never exactness.
class ClockGrid {
 public:
  static constexpr uint64_t kNanosecond = uint64_t{1} << 32;
  /// Where in its nanosecond a time lies, in 2^-32 ns, when nothing is known of it.
  static constexpr uint32_t kHalf = uint32_t{1} << 31;

  /// `period` in 2^-32 ns, not below kNanosecond, which means no grid.
  explicit ClockGrid(uint64_t period = kNanosecond) : period_(period) {}

  /// The coarsest known clock that fits `deltas_ns`, differences of neighbouring times.
  static ClockGrid Find(const std::vector<int64_t>& deltas_ns);

  uint64_t period() const { return period_; }
  bool coarse() const { return period_ != kNanosecond; }

  /// The nearest number of ticks.
  int64_t Ticks(int64_t ns) const {
    if (!coarse()) return ns;
    const uint64_t magnitude = ns < 0 ? -static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
    const auto scaled = (static_cast<unsigned __int128>(magnitude) << 32) + period_ / 2;
    const auto ticks = static_cast<uint64_t>(scaled / period_);
    return static_cast<int64_t>(ns < 0 ? -ticks : ticks);
  }
  /// Whole nanoseconds that pass in `ticks` for a clock that stood at `fraction`.
  int64_t Ns(int64_t ticks, uint32_t fraction) const {
    if (!coarse()) return ticks;
    return static_cast<int64_t>((static_cast<__int128>(ticks) * period_ + fraction) >> 32);
  }
  /// Where it stands afterwards, when `remainder` ns more than those have passed.
  uint32_t FractionAfter(int64_t ticks, int64_t remainder, uint32_t fraction) const {
    if (remainder != 0) return remainder > 0 ? 0 : UINT32_MAX;
    return static_cast<uint32_t>(static_cast<uint64_t>(ticks) * period_ + fraction);
  }

 private:
  uint64_t period_;
};

}  // namespace ioreel
