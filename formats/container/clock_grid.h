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
  /// `period` in 2^-32 ns; kNanosecond = no grid.
  static constexpr uint64_t kNanosecond = uint64_t{1} << 32;
  explicit ClockGrid(uint64_t period = kNanosecond) : period_(period) {}

  /// The coarsest known clock that fits `deltas_ns`, differences of neighbouring times.
  static ClockGrid Find(const std::vector<int64_t>& deltas_ns);

  uint64_t period() const { return period_; }
  bool coarse() const { return period_ != kNanosecond; }

  /// Nearest whole number of ticks, and back; Ns(Ticks(x)) is within half a period of x.
  int64_t Ticks(int64_t ns) const {
    if (!coarse()) return ns;
    const bool negative = ns < 0;
    const uint64_t magnitude = negative ? -static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
    const auto scaled = (static_cast<unsigned __int128>(magnitude) << 32) + period_ / 2;
    const auto ticks = static_cast<uint64_t>(scaled / period_);
    return static_cast<int64_t>(negative ? -ticks : ticks);
  }
  int64_t Ns(int64_t ticks, uint32_t phase = 1u << 31) const {
    if (!coarse()) return ticks;
    return static_cast<int64_t>((static_cast<__int128>(ticks) * period_ + phase) >> 32);
  }
  uint32_t Phase(int64_t ticks, int64_t remainder, uint32_t phase) const {
    if (remainder != 0) return remainder > 0 ? 0 : ~uint32_t{0};
    return static_cast<uint32_t>(static_cast<uint64_t>(ticks) * period_ + phase);
  }

 private:
  uint64_t period_;
};

}  // namespace ioreel
