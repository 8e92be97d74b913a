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

std::optional<double> KnownRatio(double ratio) {
  if (std::isnan(ratio)) return std::nullopt;
  return ratio;
}

Table MemberTable(const std::string& title, const std::vector<MemberResult>& members) {
  Table table{.title = title,
              .head = {"device", "read", "written", "busy time", "bandwidth", "I/Os per second",
                       "mean access time", "mean depth", "errors"},
              .rows = {},
              .text_columns = 1};
  for (const MemberResult& member : members) {
    uint64_t errors = 0;
    for (const ErrorSummary& error : member.errors) errors += error.count;
    table.rows.push_back({member.path,
                          FormatSize(member.read_bytes),
                          FormatSize(member.written_bytes),
                          FormatDuration(member.busy_ns),
                          FormatBandwidth(member.bandwidth_bytes_per_s),
                          NumberCell(member.iops),
                          DurationCell(member.mean_access_ns),
                          FixedCell(member.mean_depth, 1),
                          {FormatCount(errors), errors > 0 ? Tone::kBad : Tone::kPlain}});
  }
  return table;
}

Chart BytesFigure(const std::string& title, const std::vector<MemberResult>& members,
                  uint64_t MemberResult::*bytes, int colour) {
  double largest = 1;
  for (const MemberResult& member : members)
    largest = std::max(largest, static_cast<double>(member.*bytes));
  const Unit unit = SizeUnit(largest);
  std::vector<Bar> bars;
  for (const MemberResult& member : members) {
    bars.push_back({.label = member.path,
                    .value_text = FormatSize(member.*bytes),
                    .value = static_cast<double>(member.*bytes) / unit.factor,
                    .low = {},
                    .high = {},
                    .dots = {},
                    .colour = colour});
  }
  const BarChart chart = DrawBars(bars, LinearAxis(unit.name, 0, largest / unit.factor, 5), kWidth);
  return {.title = title,
          .note = "",
          .width = chart.width,
          .height = chart.height,
          .svg = chart.svg,
          .live = ""};
}

Table CacheTable(const std::vector<CacheResult>& caches) {
  Table table{
      .title = "Caches, in the order of the target's text; counted in blocks",
      .head = {"cache", "block", "room", "read hits", "read misses", "read hit ratio", "write hits",
               "write misses", "promoted", "evicted", "written back", "dirty at the end"},
      .rows = {},
      .text_columns = 1};
  for (const CacheResult& cache : caches) {
    table.rows.push_back(
        {absl::StrCat(table.rows.size() + 1), FormatSize(cache.block_bytes),
         FormatCount(cache.blocks), FormatCount(cache.read_hits), FormatCount(cache.read_misses),
         PercentCell(KnownRatio(cache.read_hit_ratio)), FormatCount(cache.write_hits),
         FormatCount(cache.write_misses), FormatCount(cache.promoted), FormatCount(cache.evicted),
         FormatCount(cache.written_back), FormatCount(cache.dirty)});
  }
  return table;
}

/// `whose`: "the members of app".
void AddMembers(const std::string& whose, const std::vector<MemberResult>& members, Panel* panel) {
  panel->blocks.push_back(Charts{
      {BytesFigure(absl::StrCat("Read by ", whose), members, &MemberResult::read_bytes, 0),
       BytesFigure(absl::StrCat("Written by ", whose), members, &MemberResult::written_bytes, 1)}});
  panel->blocks.push_back(MemberTable(absl::StrCat("What was done by ", whose), members));
}

/// The last repeat stands for a run: what caches do depends on the trace, hardly on the time.
void AddRun(const Run& run, Panel* panel) {
  const RepeatResult& repeat = run.result().repeats.back();
  if (!repeat.volumes.empty())
    AddMembers(absl::StrCat("the targets of ", run.label), repeat.volumes, panel);
  if (!repeat.array) return;
  AddMembers(absl::StrCat("the members of ", run.label), repeat.array->members, panel);
  if (!repeat.array->caches.empty()) panel->blocks.push_back(CacheTable(repeat.array->caches));
  panel->blocks.push_back(
      Remarks{{{Tone::kPlain, "write amplification",
                absl::StrCat(FixedCell(KnownRatio(repeat.array->write_amplification), 2),
                             ": bytes written to the members, to one written to the whole")}}});
}

}  // namespace

std::optional<Panel> MembersPanel(const ReportData& data) {
  Panel panel{.id = "members", .title = "Members and caches", .intro = {}, .blocks = {}};
  panel.intro.push_back(
      "Of the last repeat of each run. Members count parity, copies and a cache's traffic in the "
      "background, too.");
  for (const RunGroup& group : data.groups) {
    for (const Run& run : group.runs) {
      if (!run.result().repeats.empty()) AddRun(run, &panel);
    }
  }
  if (panel.blocks.empty()) return std::nullopt;
  return panel;
}

}  // namespace ioreel
