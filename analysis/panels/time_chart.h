#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analysis/document/document.h"
#include "analysis/svg/axis.h"

/// Charts over time: drawn as SVG, which scripts, where they run, replace by ones to zoom into.

namespace ioreel {

/// Of time values that a chart shows in `unit`, from `low` to `high` of it.
struct TimeRange {
  Unit unit{1e9, "s"};
  double low = 0, high = 1;

  double Of(double ns) const { return ns / unit.factor; }
};
/// From the first to the last of these, in a unit that fits; never empty.
TimeRange MakeTimeRange(double low_ns, double high_ns);

/// A value for each of some equal steps.
struct TimeSeries {
  std::string name;
  int colour = 0;
  bool filled = false;
  std::vector<double> values;
};
struct TimeChart {
  std::string title, note;
  std::string quantity;   ///< of the y axis: "I/Os in flight"
  bool prefixed = false;  ///< it is a unit, before which a prefix is put: "B/s"
  std::string group;      ///< charts of one group are zoomed together
  TimeRange range;
  double start = 0, step = 1;  ///< of all series, in the unit of the range
  std::vector<TimeSeries> series;
};
Chart DrawTimeChart(const TimeChart& chart);

/// Pictures on top of each other, over time and something else.
struct DensityLayer {
  std::string name;
  int colour = 0;
  std::string image;                                    ///< a data: URL
  double x_low = 0, x_high = 0, y_low = 0, y_high = 0;  ///< in the values of the axes
};
struct DensityChart {
  std::string title, note;
  std::string group;
  TimeRange range;
  Axis y;
  std::vector<DensityLayer> layers;
};
Chart DrawDensityChart(const DensityChart& chart);

}  // namespace ioreel
