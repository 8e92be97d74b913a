#include "analysis/svg/canvas.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/svg/escape.h"

namespace ioreel {
namespace {

constexpr double kCharWidth = 7.2;  // of a wide 12 px sans-serif

/// A tenth of a pixel is enough: "12.3", "12".
std::string Number(double value) {
  const auto tenths = std::llround(value * 10);
  if (tenths % 10 == 0) return absl::StrCat(tenths / 10);
  return absl::StrFormat("%.1f", static_cast<double>(tenths) / 10);
}

std::string Attribute(absl::string_view name, double value) {
  return absl::StrCat(" ", name, "=\"", Number(value), "\"");
}

std::string ClassAttribute(absl::string_view css_class) {
  return absl::StrCat(" class=\"", css_class, "\"");
}

std::string PathData(const std::vector<Point>& points) {
  std::string data;
  for (const Point& point : points)
    absl::StrAppend(&data, data.empty() ? "M" : "L", Number(point.x), " ", Number(point.y));
  return data;
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

void Canvas::Line(Point from, Point to, absl::string_view css_class) {
  absl::StrAppend(&svg_, "<line", Attribute("x1", from.x), Attribute("y1", from.y),
                  Attribute("x2", to.x), Attribute("y2", to.y), ClassAttribute(css_class), "/>");
}

void Canvas::Path(const std::vector<Point>& points, absl::string_view css_class) {
  if (points.size() < 2) return;
  absl::StrAppend(&svg_, "<path d=\"", PathData(points), "\"", ClassAttribute(css_class), "/>");
}

void Canvas::Area(const std::vector<Point>& points, double base_y, absl::string_view css_class) {
  if (points.size() < 2) return;
  absl::StrAppend(&svg_, "<path d=\"", PathData(points), "L", Number(points.back().x), " ",
                  Number(base_y), "L", Number(points.front().x), " ", Number(base_y), "Z\"",
                  ClassAttribute(css_class), "/>");
}

void Canvas::Rect(Point corner, double width, double height, absl::string_view css_class) {
  absl::StrAppend(&svg_, "<rect", Attribute("x", corner.x), Attribute("y", corner.y),
                  Attribute("width", width), Attribute("height", height), ClassAttribute(css_class),
                  "/>");
}

void Canvas::Dot(Point centre, double radius, absl::string_view css_class,
                 absl::string_view tooltip) {
  absl::StrAppend(&svg_, "<circle", Attribute("cx", centre.x), Attribute("cy", centre.y),
                  Attribute("r", radius), ClassAttribute(css_class));
  if (tooltip.empty())
    absl::StrAppend(&svg_, "/>");
  else
    absl::StrAppend(&svg_, "><title>", MarkupText(tooltip), "</title></circle>");
}

void Canvas::Text(Point at, absl::string_view text, absl::string_view css_class, Anchor anchor) {
  const absl::string_view side = anchor == Anchor::kStart    ? ""
                                 : anchor == Anchor::kMiddle ? " text-anchor=\"middle\""
                                                             : " text-anchor=\"end\"";
  absl::StrAppend(&svg_, "<text", Attribute("x", at.x), Attribute("y", at.y), side,
                  ClassAttribute(css_class), ">", MarkupText(text), "</text>");
}

void Canvas::Image(Point corner, double width, double height, absl::string_view data_url,
                   absl::string_view css_class) {
  absl::StrAppend(&svg_, "<image", Attribute("x", corner.x), Attribute("y", corner.y),
                  Attribute("width", width), Attribute("height", height), ClassAttribute(css_class),
                  " preserveAspectRatio=\"none\" href=\"", data_url, "\"/>");
}

double TextWidth(absl::string_view text) {
  return kCharWidth *
         static_cast<double>(text.size() - static_cast<size_t>(std::count_if(
                                               text.begin(), text.end(), IsContinuation)));
}

std::string FittingText(absl::string_view text, double width) {
  if (TextWidth(text) <= width) return std::string(text);
  size_t end = text.size();
  while (end > 0 &&
         (TextWidth(text.substr(0, end)) > width - kCharWidth || IsContinuation(text[end])))
    --end;
  return absl::StrCat(text.substr(0, end), "…");
}

}  // namespace ioreel
