#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/panels/panels.h"
#include "analysis/panels/trace_figures.h"
#include "analysis/report/cells.h"
#include "base/shell_text.h"
#include "base/units.h"
#include "formats/import_remark.h"

namespace ioreel {
namespace {

void AddTimes(uint64_t unfinished, const Distribution& ns, std::vector<Cell>* row) {
  row->push_back(FormatCount(unfinished));
  for (const int64_t time_ns :
       {static_cast<int64_t>(ns.mean), ns.p50, ns.p95, ns.p99, ns.p999, ns.max}) {
    row->push_back(ns.count > 0 ? FormatDuration(time_ns) : "-");
  }
}

std::vector<Cell> OpRow(Op op, const OpMix::OpResult& mix, const LevelStats& level) {
  std::vector<Cell> row = {std::string(OpName(op)),
                           FormatCount(mix.total.ios),
                           HasRange(op) ? FormatSize(mix.total.bytes) : "-",
                           {FormatCount(mix.errors), mix.errors ? Tone::kBad : Tone::kPlain}};
  if (!level.completions_known()) return row;
  const auto found = level.latency.ops.find(op);
  AddTimes(mix.no_completion, found == level.latency.ops.end() ? Distribution{} : found->second,
           &row);
  return row;
}

/// Of a trace that tells no completion without what follows from them.
Table OpTable(absl::string_view what, absl::string_view latency, const LevelStats& level) {
  Table table{.title = std::string(what),
              .head = {"operation", "count", "bytes", "errors"},
              .rows = {},
              .text_columns = 1};
  if (level.completions_known()) {
    absl::StrAppend(&table.title, ", ", latency);
    for (const char* head : {"unfinished", "mean", "p50", "p95", "p99", "p99.9", "max"})
      table.head.push_back(head);
  }
  for (const auto& [op, mix] : level.ops) table.rows.push_back(OpRow(op, mix, level));
  return table;
}

void AddLevel(absl::string_view what, absl::string_view latency, const LevelStats& level,
              Panel* panel) {
  if (level.count > 0) panel->blocks.push_back(OpTable(what, latency, level));
}

std::string SourceText(const TraceInfo& info) {
  return absl::StrCat(info.source.empty() ? "unknown" : info.source,
                      info.writer.empty() ? "" : ", written by " + info.writer,
                      info.host.hostname.empty() ? "" : ", on " + info.host.hostname,
                      info.host.kernel.empty() ? "" : ", " + info.host.kernel);
}

Table Facts(const ReportedTrace& trace) {
  const TraceStats& stats = trace.stats;
  const LevelStats& main = trace.level == Level::kIssue ? stats.issue : stats.queue;
  Table table{.title = "", .head = {"", ""}, .rows = {}, .text_columns = 2};
  const auto add = [&table](const char* what, const std::string& value, Tone tone = Tone::kPlain) {
    table.rows.push_back({what, {value, tone}});
  };
  add("file", trace.file.name);
  add("source", SourceText(stats.info));
  if (stats.info.command)
    add("command", ShellText(stats.info.command->argv));
  else if (!stats.info.origin.empty() && stats.info.origin != trace.file.name)
    add("made from", stats.info.origin);
  if (!stats.complete) add("state", "incomplete: its recording never ended", Tone::kBad);
  if (stats.info.tainted) add("state", "tainted", Tone::kBad);
  add("events lost", FormatCount(stats.info.LostEvents()),
      stats.info.LostEvents() > 0 ? Tone::kBad : Tone::kPlain);
  add("span", FormatDuration(stats.span_ns()));
  add("charts show", trace.level == Level::kIssue ? "issued requests" : "queued I/Os");
  if (!main.completions_known()) add("completion times", "not known");
  add("mean depth while busy", main.idle_share ? absl::StrFormat("%.1f", main.depth.mean) : "-");
  add("idle: nothing in flight", PercentCell(main.idle_share));
  add("sequential on the device", PercentCell(main.by_device.share()));
  if (main.untimed > 0) add("without a time", FormatCount(main.untimed), Tone::kWarning);
  return table;
}

Remarks ImportRemarks(const ReportedTrace& trace) {
  Remarks remarks;
  for (const ImportLog::Entry& entry : trace.file.remarks) {
    const bool loss = entry.severity == ImportLog::Severity::kDataLoss;
    remarks.lines.push_back(
        {loss ? Tone::kBad : Tone::kMuted, loss ? "DATA LOSS" : "note", ImportRemark(entry)});
  }
  if (trace.charts->beyond_devices() > 0) {
    remarks.lines.push_back({Tone::kWarning, "note",
                             absl::StrCat(FormatCount(trace.charts->beyond_devices()),
                                          " I/Os of further devices have no chart of places")});
  }
  return remarks;
}

bool IsReplay(const ReportedTrace& trace) { return trace.stats.info.source == "ioreel-replay"; }

}  // namespace

Panel WorkloadPanel(const ReportedTrace& trace, int number) {
  const std::string id = absl::StrCat("trace-", number);
  Panel panel{.id = id,
              .title = absl::StrCat(IsReplay(trace) ? "Samples: " : "Trace: ", trace.file.name),
              .intro = {},
              .blocks = {}};
  panel.blocks.push_back(Facts(trace));
  Remarks remarks = ImportRemarks(trace);
  if (!remarks.lines.empty()) panel.blocks.push_back(std::move(remarks));
  for (Charts figures : {TimeFigures(trace, id), LatencyFigures(trace)}) {
    if (!figures.charts.empty()) panel.blocks.push_back(std::move(figures));
  }
  AddLevel("Queued I/Os", "queued to complete (Q2C)", trace.stats.queue, &panel);
  AddLevel("Issued requests", "issued to complete (D2C)", trace.stats.issue, &panel);
  if (trace.stats.main().count == 0)
    panel.blocks.push_back(Remarks{{{Tone::kWarning, "note", "The trace has no I/O."}}});
  return panel;
}

}  // namespace ioreel
