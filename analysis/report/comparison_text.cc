#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/report/comparison_output.h"
#include "base/console.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

std::string Percent(double share) { return absl::StrFormat("%.1f %%", share * 100); }
std::string PercentOr(std::optional<double> share) { return share ? Percent(*share) : "-"; }

std::string Value(const MetricComparison& metric, std::optional<double> value) {
  if (!value) return "-";
  return metric.metric->unit == Metric::Unit::kBytesPerSecond
             ? FormatBandwidth(*value)
             : FormatDuration(std::llround(*value));
}

std::string PText(double p) { return p < 0.0001 ? "< 0.0001" : absl::StrFormat("%.4f", p); }

std::vector<std::string> Row(const MetricComparison& metric) {
  std::vector<std::string> row = {std::string(metric.metric->name), Value(metric, metric.a_median),
                                  Value(metric, metric.b_median)};
  if (!metric.shift) return row;
  const ShiftEstimate& shift = *metric.shift;
  row.push_back(RatioText(shift.shift));
  row.push_back(IntervalText(shift.interval));
  row.push_back(PText(metric.adjusted_p.value_or(shift.p)));
  row.push_back(PercentOr(metric.noise));
  row.push_back(shift.detectable ? Percent(std::expm1(*shift.detectable)) : "-");
  return row;
}

std::string Table(const std::vector<MetricComparison>& metrics) {
  TextTable table;
  table.AddRow({"", "A", "B", "B / A", "95 % interval", "p", "noise", "detectable"});
  for (const MetricComparison& metric : metrics) table.AddRow(Row(metric));
  return table.Format();
}

std::string SideText(const char* name, const SideFacts& side) {
  return absl::StrCat(name, "       ", FormatCount(static_cast<uint64_t>(side.runs), "run"), ", ",
                      Printable(side.how), ": ", Printable(absl::StrJoin(side.files, " ")), "\n");
}

std::string Lines(const char* label, const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    absl::StrAppend(&text, label, " ", Printable(sentence), "\n");
  }
  return text;
}

std::string Findings(const std::vector<MetricComparison>& metrics) {
  std::string text = absl::StrCat("\n", Table(metrics), "\n");
  for (const MetricComparison& metric : metrics) {
    absl::StrAppend(&text, metric.metric->name, ": ", Conclusion(metric), "\n");
  }
  return text;
}

std::string TraceComparisonText(const Comparison& comparison) {
  const std::string text =
      absl::StrCat("trace   ", Printable(comparison.trace), "\n", SideText("A", comparison.a),
                   SideText("B", comparison.b), Lines("varied ", comparison.varied));
  switch (comparison.outcome) {
    case Outcome::kOk:
      return text + Findings(comparison.metrics) + Lines("WARNING", comparison.warnings);
    case Outcome::kInvalid:
      return text + Lines("INVALID", comparison.reasons);
    case Outcome::kIncomparable:
      return text + Lines("NOT COMPARABLE", comparison.reasons);
  }
  return text;
}

std::string SuiteText(const SuiteComparison& comparison) {
  return absl::StrCat("suite   geometric means of ", comparison.traces.size(),
                      " traces; p of a single trace above is adjusted for their number\n",
                      Findings(comparison.suite), Lines("WARNING", comparison.warnings));
}

}  // namespace

std::string RatioText(double shift) { return absl::StrFormat("%.3f", std::exp(shift)); }

std::string IntervalText(const Interval& interval) {
  if (std::isinf(interval.low)) return "unbounded";
  return absl::StrCat(RatioText(interval.low), " to ", RatioText(interval.high));
}

std::string Conclusion(const MetricComparison& metric) {
  if (!metric.shift) return "unknown: a run does not tell it, or has none";
  const ShiftEstimate& shift = *metric.shift;
  if (metric.significant()) {
    const bool more = shift.shift > 0;
    return absl::StrCat("B is ", more == metric.metric->more_is_better() ? "better" : "worse", ", ",
                        Percent(std::abs(std::expm1(shift.shift))), more ? " more" : " less");
  }
  if (!shift.detectable) return "nothing can be said: too few runs";
  return absl::StrCat("no difference is shown; one of ", Percent(std::expm1(*shift.detectable)),
                      " or more would show in most such comparisons");
}

std::string ComparisonText(const SuiteComparison& comparison) {
  std::vector<std::string> parts;
  for (const Comparison& trace : comparison.traces) parts.push_back(TraceComparisonText(trace));
  if (!comparison.reasons.empty()) parts.push_back(Lines("NOT COMPARABLE", comparison.reasons));
  if (!comparison.suite.empty()) parts.push_back(SuiteText(comparison));
  return absl::StrJoin(parts, "\n");
}

}  // namespace ioreel
