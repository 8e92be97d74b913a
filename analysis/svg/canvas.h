#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

struct Point {
  double x, y;
};

/// Draws into the text of an SVG. Places are pixels from the upper left corner; how things look is
/// said by class names, which svg_style.css gives colours for both themes.
class Canvas {
 public:
  enum class Anchor { kStart, kMiddle, kEnd };

  void Line(Point from, Point to, absl::string_view css_class);
  /// A line through all points; nothing for fewer than two.
  void Path(const std::vector<Point>& points, absl::string_view css_class);
  /// What lies between such a line and the height `base_y`.
  void Area(const std::vector<Point>& points, double base_y, absl::string_view css_class);
  void Rect(Point corner, double width, double height, absl::string_view css_class);
  /// `tooltip`, plain text, is shown where the mouse rests on it; "" = none.
  void Dot(Point centre, double radius, absl::string_view css_class,
           absl::string_view tooltip = "");
  /// `text` is plain.
  void Text(Point at, absl::string_view text, absl::string_view css_class,
            Anchor anchor = Anchor::kStart);
  /// Stretched to fill the rectangle, its pixels left sharp.
  void Image(Point corner, double width, double height, absl::string_view data_url,
             absl::string_view css_class);

  const std::string& svg() const { return svg_; }

 private:
  std::string svg_;
};

/// About as wide as a text of the smaller font is.
double TextWidth(absl::string_view text);
/// As much of it as fits, with "…" where something is left out.
std::string FittingText(absl::string_view text, double width);

}  // namespace ioreel
