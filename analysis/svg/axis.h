#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ioreel {

struct Tick {
  double value;
  std::string label;  ///< "" = a line only
};

/// An axis of a chart: which values it shows, and where.
struct Axis {
  enum class Scale { kLinear, kLog };

  std::string title;  ///< with the unit: "time, s"
  Scale scale = Scale::kLinear;
  double low = 0, high = 1;  ///< low < high; of a logarithmic one 0 < low
  std::vector<Tick> ticks;   ///< between low and high

  /// 0 at `low`, 1 at `high`; what lies beyond goes to the end.
  double Place(double value) const;
};

/// A unit in which numbers of a size are told: value ÷ factor, "ms".
struct Unit {
  double factor;
  std::string name;
};
/// For times as long as `ns`: ns, µs, ms, s, min, h.
Unit TimeUnit(double ns);
/// For sizes of so many bytes: B, KiB, MiB …
Unit SizeUnit(double bytes);
/// Of 10^3: "", "k", "M", "G".
Unit CountUnit(double count);

/// From `low` to `high` at least, at round numbers of the unit about `ticks` labels.
Axis LinearAxis(std::string title, double low, double high, int ticks);

/// Of times in ns: decades with labels such as "10 µs", between them lines at 2 and 5 times. These
/// have labels, too, where there are fewer than two decades, and then the other multiples.
Axis LogTimeAxis(std::string title, double low_ns, double high_ns);

/// Of shares below which values lie, from 0 to that of one in `count`: the nines at equal
/// distances. The values of this axis are NinesOf(share).
Axis NinesAxis(std::string title, double count);
/// −log10(1 − share): 1 for 90 %, 2 for 99 %.
double NinesOf(double share);

/// "1", "0.25", "1200": as short as tells it from its neighbours `step` away.
std::string TickText(double value, double step);

}  // namespace ioreel
