#include "analysis/svg/plot.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr double kLineHeight = 18, kSwatch = 14, kGap = 5, kBetween = 14;
constexpr double kAxisTitleHeight = 20, kTickHeight = 18;

double WidestLabel(const Axis& axis) {
  double widest = 20;
  for (const Tick& tick : axis.ticks) widest = std::max(widest, TextWidth(tick.label));
  return widest;
}

}  // namespace

std::string LineClass(int colour, bool dashed) {
  return absl::StrCat("l", colour % kColours, dashed || colour >= kColours ? " dash" : "");
}

std::vector<Point> StepLine(const std::vector<double>& edges, const std::vector<double>& values) {
  CHECK(edges.size() == values.size() + 1);
  std::vector<Point> line;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && values[i] == values[i - 1])
      line.pop_back();
    else
      line.push_back({edges[i], values[i]});
    line.push_back({edges[i + 1], values[i]});
  }
  return line;
}

Plot::Plot(int width, int height, Axis x, Axis y, const std::vector<LegendEntry>& legend)
    : width_(width), height_(height), x_(std::move(x)), y_(std::move(y)) {
  left_ = WidestLabel(y_) + 10;
  right_ = width - 14;
  DrawLegend(legend);
  top_ += y_.title.empty() ? 8 : kAxisTitleHeight;
  bottom_ = top_ + height;
  height_ = static_cast<int>(bottom_ + kTickHeight + (x_.title.empty() ? 2 : kAxisTitleHeight));
  DrawAxes();
}

void Plot::DrawLegend(const std::vector<LegendEntry>& legend) {
  top_ = 0;
  if (legend.empty()) return;
  double x = 0, y = kLineHeight - 5;
  for (const LegendEntry& entry : legend) {
    const std::string name = FittingText(entry.name, width_ - kSwatch - kGap);
    const double needs = kSwatch + kGap + TextWidth(name);
    if (x > 0 && x + needs > width_) {
      x = 0;
      y += kLineHeight;
    }
    canvas_.Line({x, y - 4}, {x + kSwatch, y - 4},
                 absl::StrCat("key ", LineClass(entry.colour, entry.dashed)));
    canvas_.Text({x + kSwatch + kGap, y}, name, "lb");
    x += needs + kBetween;
  }
  top_ = y + 5;
}

void Plot::DrawAxes() {
  for (const Tick& tick : y_.ticks) {
    const double y = bottom_ - y_.Place(tick.value) * (bottom_ - top_);
    canvas_.Line({left_, y}, {right_, y}, tick.label.empty() ? "grid faint" : "grid");
    if (!tick.label.empty())
      canvas_.Text({left_ - 6, y + 4}, tick.label, "tk", Canvas::Anchor::kEnd);
  }
  double free_from = 0;  // labels that would touch the last one are left out
  for (const Tick& tick : x_.ticks) {
    const double x = left_ + x_.Place(tick.value) * (right_ - left_);
    canvas_.Line({x, top_}, {x, bottom_}, tick.label.empty() ? "grid faint" : "grid");
    const double half = TextWidth(tick.label) / 2;
    const double centre = std::min(x, width_ - half);
    if (tick.label.empty() || centre - half < free_from) continue;
    canvas_.Text({centre, bottom_ + 15}, tick.label, "tk", Canvas::Anchor::kMiddle);
    free_from = centre + half + 6;
  }
  canvas_.Line({left_, bottom_}, {right_, bottom_}, "axis");
  if (!y_.title.empty()) canvas_.Text({0, top_ - 8}, y_.title, "at");
  if (!x_.title.empty())
    canvas_.Text({right_, bottom_ + kTickHeight + 15}, x_.title, "at", Canvas::Anchor::kEnd);
}

Point Plot::At(Point value) const {
  return {left_ + x_.Place(value.x) * (right_ - left_),
          bottom_ - y_.Place(value.y) * (bottom_ - top_)};
}

std::vector<Point> Plot::At(const std::vector<Point>& values) const {
  std::vector<Point> places;
  for (const Point& value : values) places.push_back(At(value));
  return places;
}

void Plot::Line(const std::vector<Point>& points, int colour, bool dashed) {
  canvas_.Path(At(points), LineClass(colour, dashed));
}

void Plot::Filled(const std::vector<Point>& points, int colour) {
  canvas_.Area(At(points), bottom_, absl::StrCat("f", colour % kColours));
  canvas_.Path(At(points), LineClass(colour));
}

void Plot::Dot(Point point, int colour, absl::string_view tooltip) {
  canvas_.Dot(At(point), 3, absl::StrCat("p", colour % kColours), tooltip);
}

void Plot::Image(Point low, Point high, absl::string_view data_url) {
  const Point lower_left = At(low), upper_right = At(high);
  canvas_.Image({lower_left.x, upper_right.y}, upper_right.x - lower_left.x,
                lower_left.y - upper_right.y, data_url, "density");
}

}  // namespace ioreel
