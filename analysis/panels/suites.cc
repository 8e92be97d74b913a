#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/panels/panels.h"
#include "analysis/report/cells.h"
#include "analysis/svg/bars.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr int kWidth = 440;
constexpr double kReferencePoints = 1000;

using Points = std::optional<double> Score::*;

std::string PointsCell(std::optional<double> points) { return FixedCell(points, 0); }

Tone ToneOf(const SuiteScore& suite) {
  const absl::string_view verdict = VerdictName(suite);
  if (verdict == "valid") return Tone::kGood;
  return verdict == "invalid" ? Tone::kBad : Tone::kWarning;
}

std::string PassesText(const std::vector<double>& speeds) {
  if (speeds.empty()) return "-";
  return absl::StrJoin(speeds, ", ",
                       [](std::string* text, double speed) { text->append(PointsCell(speed)); });
}

Card MakeCard(const SuiteScore& suite) {
  return {.title = suite.name,
          .subtitle = suite.how,
          .tone = ToneOf(suite),
          .verdict = std::string(VerdictName(suite)),
          .value = PointsCell(suite.total.speed ? suite.total.speed : suite.total.storage),
          .value_label = suite.total.speed ? "speed score" : "storage score",
          .facts = {{"device score", PointsCell(suite.total.device)},
                    {"storage score", PointsCell(suite.total.storage)},
                    {"speed score of each pass", PassesText(suite.pass_speeds)},
                    {"1000 points", suite.reference.empty() ? "-" : suite.reference},
                    {"traces", absl::StrCat(suite.traces.size())},
                    {"passes", absl::StrCat(suite.passes)},
                    {"layout", absl::StrCat(suite.layout, " areas")},
                    {"rest before each replay", FormatDuration(suite.idle_ns)}}};
}

Table ScoreTable(const SuiteScore& suite) {
  Table table{.title = suite.name,
              .head = {"trace", "speed score", "device score", "storage score", "passes",
                       "completion time", "spread", "of the reference", "busy time", "spread"},
              .rows = {}};
  for (const SuiteTraceScore& trace : suite.traces) {
    const Measurement& m = trace.measured;
    table.rows.push_back({trace.name, PointsCell(trace.score.speed), PointsCell(trace.score.device),
                          PointsCell(trace.score.storage), absl::StrCat(trace.passes),
                          DurationCell(m.completion_ns.median), PercentCell(m.completion_ns.spread),
                          DurationCell(trace.reference.completion_ns),
                          DurationCell(m.busy_ns.median), PercentCell(m.busy_ns.spread)});
  }
  return table;
}

Table DriveTable(const SuiteScore& suite) {
  Table table{.title = "",
              .head = {"trace", "what it is", "weight", "bandwidth", "mean access time", "read p99",
                       "write p99", "longest I/O"},
              .rows = {},
              .text_columns = 2};
  for (const SuiteTraceScore& trace : suite.traces) {
    const Measurement& m = trace.measured;
    table.rows.push_back({trace.name, trace.about, absl::StrCat(trace.weight),
                          BandwidthCell(m.bandwidth_bytes_per_s.median),
                          DurationCell(m.mean_access_ns.median), DurationCell(trace.read_p99_ns),
                          DurationCell(trace.write_p99_ns), DurationCell(trace.longest_ns)});
  }
  return table;
}

Bar MakeBar(const std::string& label, std::optional<double> points, std::vector<double> passes,
            int colour) {
  return {.label = label,
          .value_text = points ? PointsCell(points) : "no score",
          .value = points,
          .low = {},
          .high = {},
          .dots = passes.size() > 1 ? std::move(passes) : std::vector<double>(),
          .colour = colour};
}

/// The suite above its traces.
std::vector<Bar> BarsOf(const SuiteScore& suite, Points points) {
  const bool is_speed = points == &Score::speed;
  const auto passes = [is_speed](const std::vector<double>& speeds) {
    return is_speed ? speeds : std::vector<double>();
  };
  std::vector<Bar> bars = {MakeBar("suite", suite.total.*points, passes(suite.pass_speeds), 1)};
  for (const SuiteTraceScore& trace : suite.traces) {
    bars.push_back(MakeBar(trace.name, trace.score.*points, passes(trace.pass_speeds), 0));
  }
  return bars;
}

double Largest(const std::vector<SuiteScore>& suites, Points points) {
  double largest = 0;
  for (const SuiteScore& suite : suites) {
    for (const Bar& bar : BarsOf(suite, points)) {
      largest = std::max(largest, bar.value.value_or(0));
      for (const double dot : bar.dots) largest = std::max(largest, dot);
    }
  }
  return largest;
}

/// All on one axis, so that they can be held against each other.
Charts ChartsOf(const std::vector<SuiteScore>& suites, const std::string& name, Points points) {
  Charts charts;
  const double largest = Largest(suites, points);
  if (largest == 0) return charts;
  const Axis axis = LinearAxis("points", 0, std::max(largest, kReferencePoints), 5);
  for (const SuiteScore& suite : suites) {
    const BarChart drawn = DrawBars(BarsOf(suite, points), axis, kWidth);
    charts.charts.push_back({.title = absl::StrCat(name, " · ", suite.name),
                             .note = "1000 = the reference",
                             .width = drawn.width,
                             .height = drawn.height,
                             .svg = drawn.svg,
                             .live = ""});
  }
  return charts;
}

void AddLines(Tone tone, const char* label, const SuiteScore& suite,
              const std::vector<std::string>& texts, Remarks* remarks) {
  for (const std::string& text : texts) {
    remarks->lines.push_back({tone, label, absl::StrCat(suite.name, ": ", text)});
  }
}

Remarks RemarksOf(const std::vector<SuiteScore>& suites) {
  Remarks remarks;
  for (const SuiteScore& suite : suites) {
    AddLines(Tone::kBad, "INVALID", suite, suite.invalid, &remarks);
    AddLines(Tone::kWarning, "WITHHELD", suite, suite.withheld, &remarks);
    AddLines(Tone::kWarning, "NOT COMPARABLE", suite, suite.differences, &remarks);
    AddLines(Tone::kMuted, "note", suite, suite.notes, &remarks);
  }
  return remarks;
}

}  // namespace

std::optional<Panel> SuitesPanel(const ReportData& data) {
  if (data.suites.empty()) return std::nullopt;
  const SuiteScore& first = data.suites.front();
  Panel panel{.id = "suite",
              .title = absl::StrCat("Suite ", first.suite.name, ", version ", first.suite.version),
              .intro = {},
              .blocks = {}};
  panel.intro.push_back(
      "Speed and device scores are weighted geometric means over the traces; the storage score is "
      "over all reads and writes. Figures are medians over the passes. Dots: each pass.");
  Cards cards;
  for (const SuiteScore& suite : data.suites) cards.cards.push_back(MakeCard(suite));
  panel.blocks.push_back(std::move(cards));
  for (Charts& charts :
       std::vector<Charts>{ChartsOf(data.suites, "Speed score", &Score::speed),
                           ChartsOf(data.suites, "Device score", &Score::device)}) {
    if (!charts.charts.empty()) panel.blocks.push_back(std::move(charts));
  }
  for (const SuiteScore& suite : data.suites) {
    panel.blocks.push_back(ScoreTable(suite));
    panel.blocks.push_back(DriveTable(suite));
  }
  Remarks remarks = RemarksOf(data.suites);
  if (!remarks.lines.empty()) panel.blocks.push_back(std::move(remarks));
  return panel;
}

}  // namespace ioreel
