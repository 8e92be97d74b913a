#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analysis/panels/quantile_curves.h"
#include "analysis/panels/trace_figures.h"
#include "analysis/svg/plot.h"

namespace ioreel {
namespace {

constexpr int kWidth = 380, kHeight = 230;
constexpr double kNinesStep = 0.02;

/// From the fastest I/O to the slowest.
std::vector<Point> CurveOf(const Histogram& latency_ns) {
  std::vector<Point> points = {{0, static_cast<double>(latency_ns.min())}};
  const double slowest = std::log10(static_cast<double>(std::max<uint64_t>(latency_ns.count(), 2)));
  for (double nines = kNinesStep; nines < slowest; nines += kNinesStep) {
    const int64_t ns = latency_ns.Quantile(1 - std::pow(10, -nines));
    if (static_cast<double>(ns) != points.back().y) {
      points.push_back({nines - kNinesStep, points.back().y});
      points.push_back({nines, static_cast<double>(ns)});
    }
  }
  points.push_back({slowest, static_cast<double>(latency_ns.max())});
  return points;
}

Chart Percentiles(const TraceCharts& charts) {
  std::vector<QuantileCurve> curves;
  for (int i = 0; i < kOpCount; ++i) {
    const Histogram* latency = charts.latency_by_op().of(static_cast<Op>(i));
    if (latency == nullptr || latency->count() == 0) continue;
    curves.push_back({.name = absl::StrCat(OpName(static_cast<Op>(i))),
                      .colour = static_cast<int>(curves.size()),
                      .points = CurveOf(*latency)});
  }
  return DrawQuantiles("Latency percentiles", "", curves);
}

/// Shares of the I/Os of a group by latency.
struct Shares {
  std::vector<double> edges_ns, percent;
};

Shares SharesOf(const DensityGrid::Picture& picture) {
  Shares shares;
  double total = 0;
  for (uint32_t row = 0; row < picture.rows; ++row) {
    uint64_t sum = 0;
    for (uint32_t column = 0; column < picture.columns; ++column) sum += picture.at(column, row);
    shares.edges_ns.push_back(LatencyOfRow(static_cast<double>(picture.y_low + row)));
    shares.percent.push_back(static_cast<double>(sum));
    total += static_cast<double>(sum);
  }
  shares.edges_ns.push_back(LatencyOfRow(static_cast<double>(picture.y_low + picture.rows)));
  for (double& percent : shares.percent) percent *= 100 / total;
  return shares;
}

Chart LatencyHistogram(const TraceCharts& charts) {
  std::vector<Shares> groups;
  std::vector<LegendEntry> legend;
  double low_ns = INFINITY, high_ns = 1, most = 0;
  for (size_t i = 0; i < kOpGroupCount; ++i) {
    if (charts.latencies()[i].empty()) continue;
    legend.push_back({OpGroupName(i), static_cast<int>(i)});
    const Shares& shares = groups.emplace_back(SharesOf(charts.latencies()[i].picture()));
    low_ns = std::min(low_ns, shares.edges_ns.front());
    high_ns = std::max(high_ns, shares.edges_ns.back());
    most = std::max(most, *std::max_element(shares.percent.begin(), shares.percent.end()));
  }
  Plot plot(kWidth, kHeight, LogTimeAxis("latency", low_ns, high_ns),
            LinearAxis("share of their kind, %", 0, most * 1.04, 5), legend);
  for (size_t i = 0; i < groups.size(); ++i)
    plot.Filled(StepLine(groups[i].edges_ns, groups[i].percent), legend[i].colour);
  return {.title = "Latency histogram",
          .note = "Eight bins an octave.",
          .width = kWidth,
          .height = plot.height(),
          .svg = plot.svg(),
          .live = ""};
}

}  // namespace

Charts LatencyFigures(const ReportedTrace& trace) {
  if (trace.charts->depth().empty()) return {};
  return {{Percentiles(*trace.charts), LatencyHistogram(*trace.charts)}};
}

}  // namespace ioreel
