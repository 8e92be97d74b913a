#include "analysis/report/trace_tables.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// "  postgres 4711": the number of the thread, else of its process, if one is known.
std::string TaskText(const TaskInfo& task) {
  const int32_t id = task.tid >= 0 ? task.tid : task.pid;
  return absl::StrCat("  ", task.name.empty() ? "?" : task.name, id < 0 ? "" : " ",
                      id < 0 ? "" : absl::StrCat(id));
}

std::vector<std::string> OpRow(Op op, const OpMix::OpResult& mix, const LevelStats& level) {
  std::vector<std::string> row = {absl::StrCat("  ", OpName(op)), FormatCount(mix.total.ios),
                                  HasRange(op) ? FormatSize(mix.total.bytes) : "-",
                                  FormatCount(mix.errors)};
  if (!level.completions_known()) return row;
  const auto known = level.latency.ops.find(op);
  const Distribution times = known == level.latency.ops.end() ? Distribution() : known->second;
  row.push_back(FormatCount(mix.no_completion));
  for (const int64_t ns :
       {static_cast<int64_t>(times.mean), times.p50, times.p95, times.p99, times.max}) {
    row.push_back(times.count ? FormatDuration(ns) : "-");
  }
  return row;
}

std::vector<std::string> ActivityRow(std::string name, const Activity& activity) {
  return {std::move(name), FormatCount(activity.count()), FormatSize(activity.read_bytes),
          FormatSize(activity.written_bytes)};
}

/// The `top` tasks with the most I/Os, the most first.
std::vector<size_t> Busiest(const std::vector<Activity>& tasks, size_t top) {
  std::vector<size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return tasks[a].count() > tasks[b].count(); });
  order.resize(std::min(order.size(), top));
  return order;
}

}  // namespace

std::string DeviceTable(const TraceInfo& info, const LevelStats& level) {
  const auto known = [&](const auto& bytes) { return bytes ? FormatSize(*bytes) : "?"; };
  TextTable table;
  table.AddRow({"device", "number", "size", "sector", "I/Os", "read", "written", "footprint",
                "highest byte", "holds"});
  for (size_t i = 0; i < info.devices.size(); ++i) {
    const DeviceInfo& device = info.devices[i];
    const DeviceStats did = i < level.devices.size() ? level.devices[i] : DeviceStats();
    const bool numbered = device.major != 0 || device.minor != 0;
    table.AddRow({device.name.empty() ? "unnamed" : device.name,
                  numbered ? absl::StrCat(device.major, ":", device.minor) : "-",
                  known(device.size_bytes), known(device.logical_block_bytes),
                  FormatCount(did.activity.count()), FormatSize(did.activity.read_bytes),
                  FormatSize(did.activity.written_bytes),
                  (did.footprint_exact ? "" : "≈ ") + FormatSize(did.footprint_bytes),
                  FormatSize(did.end_bytes), device.filesystem.empty() ? "-" : device.filesystem});
  }
  return table.Format();
}

std::string LevelTable(absl::string_view title, absl::string_view latency,
                       const LevelStats& level) {
  if (level.count == 0) return "";
  const bool with_times = level.completions_known();
  TextTable table;
  std::vector<std::string> head = {std::string(title), "count", "bytes", "errors"};
  if (with_times) {
    for (const absl::string_view name : {"unfinished", "mean", "p50", "p95", "p99", "max"}) {
      head.push_back(name == "mean" ? absl::StrCat(latency, " mean") : std::string(name));
    }
  }
  table.AddRow(std::move(head));
  for (const auto& [op, mix] : level.ops) table.AddRow(OpRow(op, mix, level));
  return absl::StrCat(table.Format(), with_times ? "" : "  (completion times are not known)\n",
                      "\n");
}

std::string ShapeTable(const TraceStats& stats) {
  std::vector<std::vector<std::string>> rows = {{""},
                                                {"sequential on the device"},
                                                {"sequential within a task"},
                                                {"mean depth"},
                                                {"max depth"},
                                                {"reads and writes in flight"},
                                                {"idle: nothing in flight"},
                                                {"without a time"}};
  const auto add = [&rows](std::string title, const LevelStats& level) {
    if (level.count == 0) return;
    const bool times = level.idle_share.has_value();
    const std::vector<std::string> column = {
        std::move(title),
        FormatShare(level.by_device.share()),
        FormatShare(level.by_task.share()),
        times ? absl::StrFormat("%.1f", level.depth.mean) : "-",
        times ? absl::StrCat(level.depth.max) : "-",
        times ? FormatDuration(level.depth.busy_ns) : "-",
        FormatShare(level.idle_share),
        FormatCount(level.untimed)};
    for (size_t i = 0; i < rows.size(); ++i) rows[i].push_back(column[i]);
  };
  add("queue level", stats.queue);
  add("issue level", stats.issue);
  TextTable table;
  for (auto& row : rows) table.AddRow(std::move(row));
  return table.Format();
}

std::string SizeTable(const LevelStats& level) {
  TextTable table;
  table.AddRow({"size up to", "reads", "writes"});
  for (const auto& [up_to_bytes, size] : level.SizeMix()) {
    table.AddRow({FormatSize(up_to_bytes), FormatCount(size.reads), FormatCount(size.writes)});
  }
  return table.Format();
}

std::string TaskTable(const TraceInfo& info, const LevelStats& level, size_t top) {
  TextTable table;
  table.AddRow({"tasks", "I/Os", "read", "written"});
  const auto classes = level.ByClass(info);
  for (size_t i = 0; i < classes.size(); ++i) {
    if (classes[i].count() == 0) continue;
    const absl::string_view name = TaskClassName(static_cast<TaskClass>(i));
    table.AddRow(ActivityRow(absl::StrCat("class ", name), classes[i]));
  }
  if (level.unknown_task.count() > 0) table.AddRow(ActivityRow("unknown", level.unknown_task));
  for (const size_t i : Busiest(level.tasks, top)) {
    if (level.tasks[i].count() == 0) break;
    table.AddRow(ActivityRow(TaskText(info.tasks[i]), level.tasks[i]));
  }
  return table.Format();
}

}  // namespace ioreel
