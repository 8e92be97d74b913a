#include "analysis/svg/bars.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analysis/svg/canvas.h"
#include "analysis/svg/plot.h"

namespace ioreel {
namespace {

constexpr double kRow = 42, kLabel = 14, kBar = 14, kBarTop = 20, kAxis = 38;

/// The rows of a chart and the axis below them.
class Rows {
 public:
  Rows(size_t count, const Axis& axis, int width)
      : axis_(axis), right_(width - 14), bottom_(kRow * static_cast<double>(count)) {
    double free_from = -20;
    for (const Tick& tick : axis.ticks) {
      canvas_.Line({X(tick.value), 0}, {X(tick.value), bottom_}, "grid");
      const double half = TextWidth(tick.label) / 2;
      const double centre = std::clamp(X(tick.value), half, width - half);
      if (centre - half < free_from) continue;
      canvas_.Text({centre, bottom_ + 15}, tick.label, "tk", Canvas::Anchor::kMiddle);
      free_from = centre + half + 6;
    }
    canvas_.Text({right_, bottom_ + 33}, axis.title, "at", Canvas::Anchor::kEnd);
  }

  /// The upper end of the bar of row n, below its texts.
  double Begin(size_t n, const std::string& label, const std::string& value) {
    const double top = kRow * static_cast<double>(n);
    const double value_width = TextWidth(value);
    canvas_.Text({0, top + kLabel}, FittingText(label, right_ - value_width - 12), "lb");
    canvas_.Text({right_, top + kLabel}, value, "val", Canvas::Anchor::kEnd);
    return top + kBarTop;
  }

  double X(double value) const { return axis_.Place(value) * right_; }

  /// An end that lies beyond the axis has no mark: the line goes to the edge.
  void Whisker(double low, double high, double y, absl::string_view css_class) {
    canvas_.Line({X(low), y}, {X(high), y}, css_class);
    for (const double end : {low, high}) {
      if (end >= axis_.low && end <= axis_.high)
        canvas_.Line({X(end), y - 4}, {X(end), y + 4}, css_class);
    }
  }

  Canvas& canvas() { return canvas_; }
  BarChart Chart(int width) const {
    return {.width = width, .height = static_cast<int>(bottom_ + kAxis), .svg = canvas_.svg()};
  }

 private:
  const Axis& axis_;
  const double right_, bottom_;
  Canvas canvas_;
};

}  // namespace

BarChart DrawBars(const std::vector<Bar>& bars, const Axis& axis, int width) {
  Rows rows(bars.size(), axis, width);
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double top = rows.Begin(i, bar.label, bar.value_text);
    if (!bar.value) continue;
    rows.canvas().Rect({0, top}, rows.X(*bar.value), kBar,
                       absl::StrCat("b", bar.colour % kColours));
    for (const double dot : bar.dots) rows.canvas().Dot({rows.X(dot), top + kBar / 2}, 2.5, "run");
    if (bar.low && bar.high) rows.Whisker(*bar.low, *bar.high, top + kBar / 2, "whisker");
  }
  return rows.Chart(width);
}

BarChart DrawEstimates(const std::vector<Estimate>& estimates, const Axis& axis, double neutral,
                       int width) {
  Rows rows(estimates.size(), axis, width);
  rows.canvas().Line({rows.X(neutral), 0},
                     {rows.X(neutral), kRow * static_cast<double>(estimates.size())}, "neutral");
  for (size_t i = 0; i < estimates.size(); ++i) {
    const Estimate& estimate = estimates[i];
    const double y = rows.Begin(i, estimate.label, estimate.value_text) + kBar / 2;
    if (!estimate.value) continue;
    rows.Whisker(estimate.low.value_or(-INFINITY), estimate.high.value_or(INFINITY), y,
                 absl::StrCat("est ", estimate.css_class));
    rows.canvas().Dot({rows.X(*estimate.value), y}, 4.5, absl::StrCat("est ", estimate.css_class));
  }
  return rows.Chart(width);
}

}  // namespace ioreel
