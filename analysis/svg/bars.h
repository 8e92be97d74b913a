#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/svg/axis.h"

namespace ioreel {

/// A bar with what is known of its end.
struct Bar {
  std::string label, value_text;    ///< above it, left and right
  std::optional<double> value;      ///< nullopt = no bar
  std::optional<double> low, high;  ///< a whisker, where both are there
  std::vector<double> dots;         ///< single runs
  int colour = 0;
};

/// Bars below each other, labels above them, on an axis below all.
struct BarChart {
  int width = 440, height = 0;
  std::string svg;
};
BarChart DrawBars(const std::vector<Bar>& bars, const Axis& axis, int width);

/// A point with an interval, for a forest plot.
struct Estimate {
  std::string label, value_text;
  std::optional<double> value, low, high;  ///< low or high missing: unbounded
  std::string css_class;                   ///< "good", "bad" or "none"
};
/// Estimates below each other; a line stands at `neutral`.
BarChart DrawEstimates(const std::vector<Estimate>& estimates, const Axis& axis, double neutral,
                       int width);

}  // namespace ioreel
