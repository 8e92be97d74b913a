#pragma once

#include <string>
#include <vector>

#include "analysis/svg/axis.h"
#include "analysis/svg/canvas.h"

namespace ioreel {

/// Colours are numbers, so that the n-th thing has the same one everywhere; svg_style.css has 8.
inline constexpr int kColours = 8;

/// "l3 dash": the class of a line in that colour; dashed, too, from the ninth thing on.
std::string LineClass(int colour, bool dashed = false);

struct LegendEntry {
  std::string name;
  int colour = 0;
  bool dashed = false;
};

/// The line that keeps to one level for each value, the ith from edges[i] to edges[i + 1].
/// REQUIRES: one edge more than values.
std::vector<Point> StepLine(const std::vector<double>& edges, const std::vector<double>& values);

/// A chart with two axes. Points are given in the values of the axes.
class Plot {
 public:
  Plot(int width, int height, Axis x, Axis y, const std::vector<LegendEntry>& legend);

  void Line(const std::vector<Point>& points, int colour, bool dashed = false);
  /// A line with what lies below it coloured, too.
  void Filled(const std::vector<Point>& points, int colour);
  void Dot(Point point, int colour, absl::string_view tooltip);
  void Image(Point low, Point high, absl::string_view data_url);

  int height() const { return height_; }  ///< of the whole, legend included
  std::string svg() const { return canvas_.svg(); }

 private:
  void DrawLegend(const std::vector<LegendEntry>& legend);
  void DrawAxes();
  Point At(Point value) const;
  std::vector<Point> At(const std::vector<Point>& values) const;

  const int width_;
  int height_;
  const Axis x_, y_;
  double left_, top_, right_, bottom_;  ///< of what is inside the axes
  Canvas canvas_;
};

}  // namespace ioreel
