#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/panels/panels.h"
#include "analysis/report/cells.h"
#include "analysis/report/comparison_output.h"
#include "analysis/svg/bars.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr int kWidth = 380;
constexpr double kLeastSpan = 0.1;  // of the axis, on either side of 1: noise does not look large

std::string MetricValue(const MetricComparison& metric, std::optional<double> value) {
  return metric.metric->unit == Metric::Unit::kBytesPerSecond ? BandwidthCell(value)
                                                              : DurationCell(value);
}

Tone ToneOf(const MetricComparison& metric) {
  if (!metric.shift || !metric.significant()) return Tone::kMuted;
  return (metric.shift->shift > 0) == metric.metric->more_is_better() ? Tone::kGood : Tone::kBad;
}

Table MetricTable(const std::vector<MetricComparison>& metrics) {
  Table table{.title = "",
              .head = {"figure", "conclusion", "A", "B", "B / A", "95 % interval", "p", "noise",
                       "detectable"},
              .rows = {},
              .text_columns = 2};
  for (const MetricComparison& metric : metrics) {
    std::vector<Cell> row = {std::string(metric.metric->name),
                             {Conclusion(metric), ToneOf(metric)},
                             MetricValue(metric, metric.a_median),
                             MetricValue(metric, metric.b_median)};
    if (metric.shift) {
      row.push_back(RatioText(metric.shift->shift));
      row.push_back(IntervalText(metric.shift->interval));
      row.push_back(absl::StrFormat("%.4f", metric.adjusted_p.value_or(metric.shift->p)));
      row.push_back(PercentCell(metric.noise));
      row.push_back(metric.shift->detectable ? PercentCell(std::expm1(*metric.shift->detectable))
                                             : "-");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<double> Finite(double value) {
  if (std::isinf(value)) return std::nullopt;
  return value;
}

Estimate MakeEstimate(const MetricComparison& metric) {
  Estimate estimate{.label = std::string(metric.metric->name),
                    .value_text = "unknown",
                    .value = {},
                    .low = {},
                    .high = {},
                    .css_class = "none"};
  if (!metric.shift) return estimate;
  estimate.value = std::exp(metric.shift->shift);
  if (const auto low = Finite(metric.shift->interval.low)) estimate.low = std::exp(*low);
  if (const auto high = Finite(metric.shift->interval.high)) estimate.high = std::exp(*high);
  estimate.value_text =
      absl::StrCat(RatioText(metric.shift->shift), " (", IntervalText(metric.shift->interval), ")");
  const Tone tone = ToneOf(metric);
  estimate.css_class = tone == Tone::kGood ? "good" : tone == Tone::kBad ? "bad" : "none";
  return estimate;
}

/// Where an axis that reaches up to `high` has ticks.
std::vector<double> RoundRatios(double high) {
  if (high < 1.3) return {0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2};
  if (high < 3) return {0.4, 0.5, 0.7, 1, 1.5, 2, 2.5};
  if (high < 30) return {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20};
  return {0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10'000};
}

/// Ratios, the same way out on both sides of 1.
Axis RatioAxis(const std::vector<Estimate>& estimates) {
  double widest = std::log1p(kLeastSpan);
  for (const Estimate& estimate : estimates) {
    for (const auto& value : {estimate.value, estimate.low, estimate.high}) {
      if (value) widest = std::max(widest, std::abs(std::log(*value)) * 1.05);
    }
  }
  Axis axis{.title = "B / A",
            .scale = Axis::Scale::kLog,
            .low = std::exp(-widest),
            .high = std::exp(widest),
            .ticks = {}};
  for (const double value : RoundRatios(axis.high)) {
    if (value >= axis.low && value <= axis.high)
      axis.ticks.push_back({value, absl::StrFormat("%g", value)});
  }
  return axis;
}

Charts ForestPlot(const std::vector<MetricComparison>& metrics) {
  std::vector<Estimate> estimates;
  for (const MetricComparison& metric : metrics) estimates.push_back(MakeEstimate(metric));
  const BarChart chart = DrawEstimates(estimates, RatioAxis(estimates), 1, kWidth);
  return {{{.title = "B / A",
            .note = "with its 95 % interval; green is better, red worse, grey not significant",
            .width = chart.width,
            .height = chart.height,
            .svg = chart.svg,
            .live = ""}}};
}

void AddFindings(const std::vector<MetricComparison>& metrics, Panel* panel) {
  panel->blocks.push_back(ForestPlot(metrics));
  panel->blocks.push_back(MetricTable(metrics));
}

Remarks Lines(Tone tone, const char* label, const std::vector<std::string>& texts) {
  Remarks remarks;
  for (const std::string& text : texts) remarks.lines.push_back({tone, label, text});
  return remarks;
}

void AddRemarks(Remarks remarks, Panel* panel) {
  if (!remarks.lines.empty()) panel->blocks.push_back(std::move(remarks));
}

Remarks WhoIsCompared(const Comparison& trace) {
  const auto side = [](const char* name, const SideFacts& runs) {
    return Remarks::Line{Tone::kPlain, name,
                         absl::StrCat(FormatCount(static_cast<uint64_t>(runs.runs), "run"), ", ",
                                      runs.how, ": ", absl::StrJoin(runs.files, " "))};
  };
  Remarks remarks = {
      {{Tone::kPlain, "trace", trace.trace}, side("A", trace.a), side("B", trace.b)}};
  for (const std::string& varied : trace.varied)
    remarks.lines.push_back({Tone::kPlain, "varied", varied});
  return remarks;
}

void AddTrace(const Comparison& trace, Panel* panel) {
  panel->blocks.push_back(WhoIsCompared(trace));
  if (trace.outcome == Outcome::kOk) {
    AddFindings(trace.metrics, panel);
    AddRemarks(Lines(Tone::kWarning, "WARNING", trace.warnings), panel);
  } else {
    const bool invalid = trace.outcome == Outcome::kInvalid;
    AddRemarks(Lines(invalid ? Tone::kBad : Tone::kWarning, invalid ? "INVALID" : "NOT COMPARABLE",
                     trace.reasons),
               panel);
  }
}

}  // namespace

std::optional<Panel> ComparisonPanel(const ReportData& data) {
  if (!data.comparison) return std::nullopt;
  const SuiteComparison& comparison = *data.comparison;
  Panel panel{.id = "comparison", .title = "B held against A", .intro = {}, .blocks = {}};
  AddRemarks(Lines(Tone::kWarning, "NOT COMPARABLE", comparison.reasons), &panel);
  if (!comparison.suite.empty()) {
    panel.blocks.push_back(
        Remarks{{{Tone::kPlain, "suite",
                  absl::StrCat("geometric means of ", comparison.traces.size(), " traces")}}});
    AddFindings(comparison.suite, &panel);
    AddRemarks(Lines(Tone::kWarning, "WARNING", comparison.warnings), &panel);
  }
  for (const Comparison& trace : comparison.traces) AddTrace(trace, &panel);
  return panel;
}

}  // namespace ioreel
