#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/compare/metric_comparison.h"
#include "analysis/panels/panels.h"
#include "analysis/report/cells.h"
#include "analysis/stats/mean_interval.h"
#include "analysis/stats/statistics.h"
#include "analysis/svg/bars.h"

namespace ioreel {
namespace {

constexpr int kWidth = 380;

Unit UnitOf(const Metric& metric, double largest) {
  if (metric.unit == Metric::Unit::kNanoseconds) return TimeUnit(largest);
  const Unit unit = CountUnit(largest);
  return {unit.factor, unit.name + "B/s"};
}

std::string ValueText(const Metric& metric, double value) {
  return metric.unit == Metric::Unit::kNanoseconds ? DurationCell(value) : BandwidthCell(value);
}

/// A run without the figure, where it is 0, has no bar.
Bar MakeBar(const Run& run, const Metric& metric) {
  Bar bar{.label = run.label,
          .value_text = "unknown",
          .value = {},
          .low = {},
          .high = {},
          .dots = {},
          .colour = run.colour};
  const std::vector<double> values = ValuesOf({*run.named}, metric);
  const bool known =
      std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
  if (values.empty() || !known) return bar;
  bar.value = Median(values);
  bar.value_text = ValueText(metric, *bar.value);
  if (values.size() > 1) bar.dots = values;
  if (const auto interval = GeometricMeanInterval(values)) {
    bar.low = interval->low;
    bar.high = interval->high;
  }
  return bar;
}

double Largest(const std::vector<Bar>& bars) {
  double largest = 0;
  for (const Bar& bar : bars) {
    largest = std::max(largest, bar.value.value_or(0));
    for (const double dot : bar.dots) largest = std::max(largest, dot);
  }
  for (const Bar& bar : bars) {  // a whisker of three runs may be longer than all bars
    largest = std::max(largest, std::min(bar.high.value_or(0), 2 * bar.value.value_or(0)));
  }
  return largest;
}

/// In the unit of the axis, so that its ticks are round.
void Scale(double factor, std::vector<Bar>* bars) {
  for (Bar& bar : *bars) {
    for (auto* value : {&bar.value, &bar.low, &bar.high}) {
      if (*value) **value /= factor;
    }
    for (double& dot : bar.dots) dot /= factor;
  }
}

std::optional<Chart> MetricFigure(const RunGroup& group, const Metric& metric) {
  std::vector<Bar> bars;
  for (const Run& run : group.runs) bars.push_back(MakeBar(run, metric));
  const double largest = Largest(bars);
  if (largest == 0) return std::nullopt;
  const Unit unit = UnitOf(metric, largest);
  Scale(unit.factor, &bars);
  const Axis axis = LinearAxis(unit.name, 0, largest / unit.factor, 5);
  const BarChart chart = DrawBars(bars, axis, kWidth);
  return Chart{.title = absl::StrCat(metric.name),
               .note = metric.more_is_better() ? "more is better" : "less is better",
               .width = chart.width,
               .height = chart.height,
               .svg = chart.svg,
               .live = ""};
}

}  // namespace

std::optional<Panel> RunsPanel(const ReportData& data) {
  Panel panel{.id = "runs", .title = "Runs", .intro = {}, .blocks = {}};
  panel.intro.push_back(
      "Bars: median of the repeats. Dots: each repeat. Whiskers: 95 % interval of the mean "
      "(Student's t of the logarithms), from 3 repeats on.");
  for (const RunGroup& group : data.groups) {
    Charts figures;
    for (const Metric& metric : ComparedMetrics()) {
      std::optional<Chart> figure = MetricFigure(group, metric);
      if (!figure) continue;
      if (data.groups.size() > 1) figure->title = absl::StrCat(figure->title, " · ", group.trace);
      figures.charts.push_back(*std::move(figure));
    }
    if (!figures.charts.empty()) panel.blocks.push_back(std::move(figures));
  }
  if (panel.blocks.empty()) return std::nullopt;
  return panel;
}

}  // namespace ioreel
