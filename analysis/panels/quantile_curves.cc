#include "analysis/panels/quantile_curves.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/svg/plot.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr int kWidth = 380, kHeight = 230;

struct Extent {
  double nines = 1, low_ns = INFINITY, high_ns = 1;

  void Cover(const Point& point) {
    nines = std::max(nines, point.x);
    low_ns = std::min(low_ns, std::max(point.y, 1.0));
    high_ns = std::max(high_ns, point.y);
  }
};

std::string PointText(const QuantileCurve& curve, const Point& point) {
  const double percent = 100 * (1 - std::pow(10, -point.x));
  return absl::StrFormat("%s: p%.6g %s", curve.name, percent,
                         FormatDuration(std::llround(point.y)));
}

}  // namespace

Chart DrawQuantiles(const std::string& title, const std::string& note,
                    const std::vector<QuantileCurve>& curves) {
  Extent extent;
  std::vector<LegendEntry> legend;
  for (const QuantileCurve& curve : curves) {
    legend.push_back({curve.name, curve.colour, curve.dashed});
    for (const Point& point : curve.points) extent.Cover(point);
  }
  Plot plot(kWidth, kHeight, NinesAxis("percentile of I/Os", std::pow(10, extent.nines)),
            LogTimeAxis("latency", extent.low_ns / 1.2, extent.high_ns * 1.2), legend);
  for (const QuantileCurve& curve : curves) {
    plot.Line(curve.points, curve.colour, curve.dashed);
    if (!curve.marked) continue;
    for (const Point& point : curve.points) plot.Dot(point, curve.colour, PointText(curve, point));
  }
  return {.title = title,
          .note = note,
          .width = kWidth,
          .height = plot.height(),
          .svg = plot.svg(),
          .live = ""};
}

}  // namespace ioreel
