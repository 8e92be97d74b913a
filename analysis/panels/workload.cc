#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/panels/cells.h"
#include "analysis/panels/panels.h"
#include "analysis/panels/trace_figures.h"
#include "base/shell_text.h"
#include "base/units.h"

namespace ioreel {
namespace {

void AddTimes(const Distribution& ns, std::vector<Cell>* row) {
  for (const int64_t time_ns :
       {static_cast<int64_t>(ns.mean), ns.p50, ns.p95, ns.p99, ns.p999, ns.max}) {
    row->push_back(ns.count > 0 ? FormatDuration(time_ns) : "-");
  }
}

Table OpTable(const char* title, const LevelStats& level) {
  Table table{.title = title,
              .head = {"operation", "count", "bytes", "errors", "unfinished", "mean", "p50", "p95",
                       "p99", "p99.9", "max"},
              .rows = {},
              .text_columns = 1};
  for (const auto& [op, mix] : level.ops) {
    std::vector<Cell> row = {std::string(OpName(op)),
                             FormatCount(mix.total.ios),
                             HasRange(op) ? FormatSize(mix.total.bytes) : "-",
                             {FormatCount(mix.errors), mix.errors ? Tone::kBad : Tone::kPlain},
                             FormatCount(mix.no_completion)};
    const auto found = level.latency.ops.find(op);
    if (found != level.latency.ops.end()) AddTimes(found->second, &row);
    table.rows.push_back(std::move(row));
  }
  return table;
}

void AddLevel(const char* title, const LevelStats& level, Panel* panel) {
  if (level.count > 0) panel->blocks.push_back(OpTable(title, level));
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
  if (!stats.info.origin.empty()) add("made from", stats.info.origin);
  if (stats.info.command) add("command", ShellText(stats.info.command->argv));
  if (!stats.complete) add("state", "incomplete: its recording never ended", Tone::kBad);
  if (stats.info.tainted) add("state", "tainted", Tone::kBad);
  add("events lost", FormatCount(stats.info.LostEvents()),
      stats.info.LostEvents() > 0 ? Tone::kBad : Tone::kPlain);
  add("span", FormatDuration(stats.span_ns()));
  add("charts show", trace.level == Level::kIssue ? "issued requests" : "queued I/Os");
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
    remarks.lines.push_back({loss ? Tone::kBad : Tone::kMuted, loss ? "DATA LOSS" : "note",
                             absl::StrCat(FormatCount(entry.count), " × ", entry.name,
                                          entry.first_place.empty() ? "" : ", first at ",
                                          entry.first_place, ": ", entry.explanation)});
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
  AddLevel("Queued I/Os, queued to complete (Q2C)", trace.stats.queue, &panel);
  AddLevel("Issued requests, issued to complete (D2C)", trace.stats.issue, &panel);
  if (trace.stats.main().count == 0)
    panel.blocks.push_back(Remarks{{{Tone::kWarning, "note", "The trace has no I/O."}}});
  return panel;
}

}  // namespace ioreel
