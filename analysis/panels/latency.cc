#include <algorithm>
#include <cmath>
#include <map>

#include "absl/strings/str_cat.h"
#include "analysis/panels/panels.h"
#include "analysis/panels/quantile_curves.h"
#include "analysis/report/cells.h"
#include "analysis/stats/statistics.h"
#include "analysis/svg/axis.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// One op over the repeats of a run: the median of each figure.
struct OpFigures {
  double count = 0, bytes = 0, errors = 0;
  double mean_ns = 0, p50_ns = 0, p95_ns = 0, p99_ns = 0, p999_ns = 0, max_ns = 0;
};

template <typename Of>
double MedianOf(const std::vector<OpSummary>& ops, const Of& of) {
  std::vector<double> values;
  for (const OpSummary& op : ops) values.push_back(static_cast<double>(of(op)));
  return Median(std::move(values)).value_or(0);
}

OpFigures Medians(const std::vector<OpSummary>& ops) {
  const auto latency = [&ops](auto LatencySummary::*field) {
    return MedianOf(ops, [field](const OpSummary& op) { return op.completion.*field; });
  };
  return {.count = MedianOf(ops, [](const OpSummary& op) { return op.count; }),
          .bytes = MedianOf(ops, [](const OpSummary& op) { return op.bytes; }),
          .errors = MedianOf(ops, [](const OpSummary& op) { return op.errors; }),
          .mean_ns = latency(&LatencySummary::mean_ns),
          .p50_ns = latency(&LatencySummary::p50_ns),
          .p95_ns = latency(&LatencySummary::p95_ns),
          .p99_ns = latency(&LatencySummary::p99_ns),
          .p999_ns = latency(&LatencySummary::p999_ns),
          .max_ns = latency(&LatencySummary::max_ns)};
}

std::map<Op, OpFigures> OpsOf(const RunResult& result) {
  std::map<Op, std::vector<OpSummary>> ops;
  for (const RepeatResult& repeat : result.repeats) {
    for (const OpSummary& op : repeat.ops) ops[op.op].push_back(op);
  }
  std::map<Op, OpFigures> figures;
  for (const auto& [op, summaries] : ops) figures[op] = Medians(summaries);
  return figures;
}

/// What result.json knows of the curve; quantiles that so few I/Os do not have are left out.
QuantileCurve CurveOf(const Run& run, const OpFigures& op) {
  QuantileCurve curve{.name = run.label, .colour = run.colour, .marked = true, .points = {}};
  const std::vector<std::pair<double, double>> known = {
      {0.5, op.p50_ns}, {0.95, op.p95_ns}, {0.99, op.p99_ns}, {0.999, op.p999_ns}};
  for (const auto& [share, ns] : known) {
    if (op.count * (1 - share) >= 1) curve.points.push_back({NinesOf(share), ns});
  }
  const double nines = std::log10(std::max(op.count, 2.0));
  if (curve.points.empty() || nines > curve.points.back().x)
    curve.points.push_back({nines, op.max_ns});
  return curve;
}

std::vector<Cell> Row(absl::string_view op_name, const Run& run, Op op, const OpFigures& figures) {
  std::vector<Cell> row = {
      std::string(op_name),
      run.label,
      NumberCell(figures.count),
      HasRange(op) ? FormatSize(WholeNumber(figures.bytes)) : "-",
      {NumberCell(figures.errors), figures.errors > 0 ? Tone::kBad : Tone::kPlain}};
  for (const double ns : {figures.mean_ns, figures.p50_ns, figures.p95_ns, figures.p99_ns,
                          figures.p999_ns, figures.max_ns}) {
    row.push_back(figures.count > 0 ? DurationCell(ns) : "-");
  }
  return row;
}

struct GroupLatency {
  Charts figures;
  Table table;
};

GroupLatency LatencyOf(const RunGroup& group) {
  GroupLatency latency;
  latency.table = {.title = group.trace,
                   .head = {"operation", "run", "count", "bytes", "errors", "mean", "p50", "p95",
                            "p99", "p99.9", "max"},
                   .rows = {},
                   .text_columns = 2};
  std::map<Op, std::vector<QuantileCurve>> curves;
  std::map<Op, std::vector<std::vector<Cell>>> rows;
  for (const Run& run : group.runs) {
    for (const auto& [op, figures] : OpsOf(run.result())) {
      if (figures.count > 0) curves[op].push_back(CurveOf(run, figures));
      rows[op].push_back(Row(OpName(op), run, op, figures));
    }
  }
  for (const auto& [op, of_op] : curves)
    latency.figures.charts.push_back(DrawQuantiles(absl::StrCat(OpName(op)), "", of_op));
  for (const auto& [op, of_op] : rows)
    latency.table.rows.insert(latency.table.rows.end(), of_op.begin(), of_op.end());
  return latency;
}

}  // namespace

std::optional<Panel> LatencyPanel(const ReportData& data) {
  Panel panel{.id = "latency", .title = "Latency of the replays", .intro = {}, .blocks = {}};
  panel.intro.push_back(
      "Submit to completion; of several repeats the median of each figure. The last point of a "
      "curve is the slowest I/O.");
  for (const RunGroup& group : data.groups) {
    GroupLatency latency = LatencyOf(group);
    if (latency.table.rows.empty()) continue;
    if (!latency.figures.charts.empty()) panel.blocks.push_back(std::move(latency.figures));
    panel.blocks.push_back(std::move(latency.table));
  }
  if (panel.blocks.empty()) return std::nullopt;
  return panel;
}

}  // namespace ioreel
