#include "analysis/report/gate_words.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/units.h"

namespace ioreel {
namespace {

using Finding = GateTest::Finding;

/// "at 98.3 % confidence"
std::string Confidence(const GateReport& report) {
  return absl::StrFormat("at %.3g %% confidence", (1 - report.alpha) * 100);
}

std::string Undecided(const GateReport& report, const GateTest& test) {
  const Slowdown& slowdown = *test.slowdown;
  if (std::isinf(slowdown.high) || slowdown.low <= 0) return "undecided: too few runs";
  if (test.noise && slowdown.low > 1 + test.within && slowdown.low <= 1 + test.alarm) {
    return absl::StrFormat(
        "undecided: slowdown %.3f, above %.3f %s, and %.3f is tolerated, but runs of the baseline "
        "differ so much that only more than %.3f is worse; a quieter machine or pairs (ioreel gate "
        "run) would decide",
        slowdown.ratio, slowdown.low, Confidence(report), 1 + test.within, 1 + test.alarm);
  }
  if (slowdown.low > 1 + test.alarm) {
    return absl::StrFormat(
        "undecided: slowdown %.3f, but p, adjusted for the number of tests, is %.4f, not below "
        "%.4g; more runs would decide",
        slowdown.ratio, slowdown.p_adjusted, report.alpha);
  }
  return absl::StrFormat(
      "undecided: slowdown between %.3f and %.3f, each %s, and %.3f is tolerated; more runs, less "
      "noise or a wider tolerance would decide",
      slowdown.low, slowdown.high, Confidence(report), 1 + test.within);
}

}  // namespace

std::string TestName(const GateReport& report, const GateTest& test) {
  const std::string suite = report.traces.size() == 1 ? report.traces.front() : "the suite";
  return absl::StrCat(test.metric->name, " of ", test.trace.empty() ? suite : test.trace);
}

std::string FactorText(double factor) { return absl::StrFormat("%.3f", factor); }

std::string BoundsText(const Slowdown& slowdown) {
  const bool low = slowdown.low > 0, high = std::isfinite(slowdown.high);
  if (!low && !high) return "unbounded";
  return absl::StrCat(low ? FactorText(slowdown.low) : "0", " to ",
                      high ? FactorText(slowdown.high) : "any");
}

std::string LimitText(const GateTest& test) {
  return absl::StrCat(FactorText(1 + test.rule.tolerance),
                      test.noise ? absl::StrCat(" (noise ", FactorText(1 + test.alarm), ")") : "");
}

std::string FigureText(const Metric& metric, std::optional<double> value) {
  if (!value) return "-";
  return metric.unit == Metric::Unit::kBytesPerSecond ? FormatBandwidth(*value)
                                                      : FormatDuration(std::llround(*value));
}

std::string FindingText(const GateReport& report, const GateTest& test) {
  switch (test.finding) {
    case Finding::kWorse:
      return absl::StrFormat(
          "worse than tolerated: slowdown %.3f, above %.3f %s; %.3f is tolerated",
          test.slowdown->ratio, test.slowdown->low, Confidence(report), 1 + test.alarm);
    case Finding::kUndecided:
      return Undecided(report, test);
    case Finding::kWithin:
      return absl::StrFormat(
          "within its tolerance: slowdown %.3f, below %.3f %s; %.3f is tolerated",
          test.slowdown->ratio, test.slowdown->high, Confidence(report), 1 + test.within);
    case Finding::kUnknown:
      return "unknown: a run does not tell it, or has none";
  }
  return "";
}

std::string OutcomeText(const GateReport& report) {
  switch (report.outcome) {
    case GateOutcome::kInvalid:
      return "runs that must not be trusted: nothing is said of speed";
    case GateOutcome::kIncomparable:
      return "the runs did not measure the same thing: nothing is said of speed";
    case GateOutcome::kRegression:
      return "the candidate is worse than tolerated";
    case GateOutcome::kInconclusive:
      return "neither a regression nor its absence is shown";
    case GateOutcome::kPass:
      return "all that is required is within its tolerance";
  }
  return "";
}

std::string DesignText(const GateReport& report) {
  const size_t traces = std::max<size_t>(report.traces.size(), 1);
  const auto of_each = [&](int runs) { return static_cast<uint64_t>(runs) / traces; };
  std::string text = report.paired
                         ? FormatCount(of_each(report.baseline.runs), "pair")
                         : absl::StrCat(FormatCount(of_each(report.baseline.runs), "run"),
                                        " against ", FormatCount(of_each(report.candidate.runs)));
  if (report.traces.size() > 1) absl::StrAppend(&text, " of each of ", traces, " traces");
  if (report.looks > 1) absl::StrAppend(&text, ", look ", report.look, " of ", report.looks);
  absl::StrAppend(&text, absl::StrFormat(", alpha %.4g", report.alpha));
  return text;
}

std::string RequirementText(const GateRule& rule) {
  return rule.required ? "required" : absl::StrCat("report-only: ", rule.reason);
}

}  // namespace ioreel
