#include "formats/container/clock_grid.h"

#include <cstdlib>

namespace ioreel {
namespace {

/// Clocks that machines have, coarsest first: the units that logs are written in, then hardware.
constexpr double kPeriodsNs[] = {
    1e9,               // seconds
    1e6,               // milliseconds
    1e3,               // microseconds
    1e9 / 3'579'545,   // ACPI PM timer
    1e2,               // FILETIME, 10 MHz QueryPerformanceCounter
    1e9 / 14'318'180,  // HPET
    1e9 / 19'200'000,  // ARM and Intel crystals
    1e9 / 24'000'000,
    1e9 / 25'000'000,
    1e9 / 38'400'000,
    1e9 / 50'000'000,
    1e9 / 54'000'000,
    1e9 / 62'500'000,
    1e9 / 100'000'000,
};

/// Share of `deltas_ns` that a clock of this period explains, to a nanosecond of rounding.
double Fit(const ClockGrid& grid, const std::vector<int64_t>& deltas_ns) {
  size_t close = 0;
  for (const int64_t delta : deltas_ns) {
    close += std::llabs(delta - grid.Ns(grid.Ticks(delta), ClockGrid::kHalf)) <= 1 ? 1 : 0;
  }
  return static_cast<double>(close) / static_cast<double>(deltas_ns.size());
}

}  // namespace

ClockGrid ClockGrid::Find(const std::vector<int64_t>& deltas_ns) {
  constexpr double kEnough = 0.8;
  if (deltas_ns.empty()) return ClockGrid();
  for (const double period_ns : kPeriodsNs) {
    const ClockGrid grid(static_cast<uint64_t>(period_ns * kNanosecond + 0.5));
    if (Fit(grid, deltas_ns) >= kEnough) return grid;
  }
  return ClockGrid();
}

}  // namespace ioreel
