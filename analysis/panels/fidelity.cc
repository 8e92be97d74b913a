#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analysis/panels/panels.h"
#include "analysis/report/cells.h"
#include "analysis/svg/bars.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr int kWidth = 380;

std::string TimeOr(int64_t ns, const char* otherwise) {
  return ns == kNoTime ? otherwise : FormatDuration(ns);
}

std::vector<Cell> Row(const std::string& label, size_t repeat, const Fidelity& f) {
  return {
      label,
      {f.valid ? "kept time" : "did not keep time", f.valid ? Tone::kGood : Tone::kBad},
      absl::StrCat(repeat),
      FormatCount(f.planned),
      {FormatCount(f.issued), f.issued == f.planned ? Tone::kPlain : Tone::kBad},
      FormatDuration(f.error_p50_ns),
      FormatDuration(f.error_p90_ns),
      {FormatDuration(f.error_p99_ns), f.error_p99_ns <= f.max_lag_ns ? Tone::kPlain : Tone::kBad},
      FormatDuration(f.error_max_ns),
      FormatDuration(f.max_lag_ns),
      TimeOr(f.drift_ns, "-"),
      TimeOr(f.max_drift_ns, "none"),
      FormatCount(f.late),
      FormatCount(f.saturated)};
}

/// The worst p99 of a run's repeats against its limit.
Bar MakeBar(const Run& run, double limit_ns) {
  int64_t worst_ns = 0;
  for (const RepeatResult& repeat : run.result().repeats)
    worst_ns = std::max(worst_ns, repeat.fidelity.error_p99_ns);
  Bar bar{.label = run.label,
          .value_text = FormatDuration(worst_ns),
          .value = {},
          .low = {},
          .high = {},
          .dots = {},
          .colour = run.colour};
  bar.value = static_cast<double>(worst_ns) / limit_ns * 100;
  for (const RepeatResult& repeat : run.result().repeats)
    bar.dots.push_back(static_cast<double>(repeat.fidelity.error_p99_ns) / limit_ns * 100);
  return bar;
}

std::optional<Chart> ErrorFigure(const ReportData& data) {
  std::vector<Bar> bars;
  double largest = 0;
  for (const RunGroup& group : data.groups) {
    for (const Run& run : group.runs) {
      if (run.result().repeats.empty()) continue;
      const int64_t limit_ns = run.result().repeats.front().fidelity.max_lag_ns;
      if (limit_ns <= 0) continue;
      bars.push_back(MakeBar(run, static_cast<double>(limit_ns)));
      largest = std::max(largest, *bars.back().value);
    }
  }
  if (largest == 0) return std::nullopt;  // simulated drives: all at their times
  const BarChart chart =
      DrawBars(bars, LinearAxis("% of the limit", 0, std::max(largest, 100.0), 5), kWidth);
  return Chart{.title = "Issue-time error, p99 of the worst repeat",
               .note =
                   "How far off its due time an I/O was submitted, in parts of what is "
                   "allowed (--max-lag).",
               .width = chart.width,
               .height = chart.height,
               .svg = chart.svg,
               .live = ""};
}

Remarks Reasons(const ReportData& data) {
  Remarks remarks;
  for (const RunGroup& group : data.groups) {
    for (const Run& run : group.runs) {
      for (size_t i = 0; i < run.result().repeats.size(); ++i) {
        for (const std::string& reason : run.result().repeats[i].fidelity.reasons) {
          remarks.lines.push_back(
              {Tone::kBad, "INVALID", absl::StrCat(run.label, ", repeat ", i + 1, ": ", reason)});
        }
      }
    }
  }
  return remarks;
}

}  // namespace

std::optional<Panel> FidelityPanel(const ReportData& data) {
  Table table{.title = "",
              .head = {"run", "verdict", "repeat", "planned", "issued", "error p50", "p90", "p99",
                       "max", "limit of p99", "drift", "limit of drift", "late", "saturated"},
              .rows = {},
              .text_columns = 2};
  for (const RunGroup& group : data.groups) {
    for (const Run& run : group.runs) {
      for (size_t i = 0; i < run.result().repeats.size(); ++i)
        table.rows.push_back(Row(run.label, i + 1, run.result().repeats[i].fidelity));
    }
  }
  if (table.rows.empty()) return std::nullopt;
  Panel panel{.id = "fidelity", .title = "Fidelity", .intro = {}, .blocks = {}};
  panel.intro.push_back(
      "Whether the replays kept time. Late: submitted later than the limit; saturated: late "
      "because the target's queue was full, which is the drive's doing.");
  if (auto figure = ErrorFigure(data)) panel.blocks.push_back(Charts{{*std::move(figure)}});
  panel.blocks.push_back(std::move(table));
  Remarks reasons = Reasons(data);
  if (!reasons.lines.empty()) panel.blocks.push_back(std::move(reasons));
  return panel;
}

}  // namespace ioreel
