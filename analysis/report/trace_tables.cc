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

constexpr size_t kTopTasks = 10;

std::string Percent(std::optional<double> share) {
  return share ? absl::StrFormat("%.1f %%", *share * 100) : "-";
}

bool CompletionsKnown(const LevelStats& level) {
  return std::any_of(level.ops.begin(), level.ops.end(),
                     [](const auto& op) { return op.second.latency.count > 0; });
}

/// "  postgres 4711": the number of the thread, else of its process, if one is known.
std::string TaskText(const TaskInfo& task) {
  const int32_t id = task.tid >= 0 ? task.tid : task.pid;
  return absl::StrCat("  ", task.name.empty() ? "?" : task.name, id < 0 ? "" : " ",
                      id < 0 ? "" : absl::StrCat(id));
}

std::vector<std::string> OpRow(Op op, const OpStats& stats, bool with_times) {
  std::vector<std::string> row = {absl::StrCat("  ", OpName(op)), FormatCount(stats.count),
                                  HasRange(op) ? FormatSize(stats.bytes) : "-",
                                  FormatCount(stats.errors)};
  if (!with_times) return row;
  const LatencySummary& times = stats.latency;
  row.push_back(FormatCount(stats.no_completion));
  for (const int64_t ns : {static_cast<int64_t>(times.mean_ns), times.p50_ns, times.p95_ns,
                           times.p99_ns, times.max_ns}) {
    row.push_back(times.count ? FormatDuration(ns) : "-");
  }
  return row;
}

std::vector<std::string> ActivityRow(std::string name, const Activity& activity) {
  return {std::move(name), FormatCount(activity.count()), FormatSize(activity.read_bytes),
          FormatSize(activity.written_bytes)};
}

}  // namespace

std::string DeviceTable(const TraceStats& stats) {
  TextTable table;
  table.AddRow({"device", "number", "size", "sector", "I/Os", "read", "written", "footprint",
                "highest byte", "holds"});
  for (size_t i = 0; i < stats.info.devices.size(); ++i) {
    const DeviceInfo& info = stats.info.devices[i];
    const auto& all = stats.main().devices;
    const DeviceStats device = i < all.size() ? all[i] : DeviceStats();
    const bool numbered = info.major != 0 || info.minor != 0;
    table.AddRow({info.name.empty() ? "unnamed" : info.name,
                  numbered ? absl::StrCat(info.major, ":", info.minor) : "-",
                  info.size_bytes ? FormatSize(*info.size_bytes) : "?",
                  info.logical_block_bytes ? FormatSize(*info.logical_block_bytes) : "?",
                  FormatCount(device.activity.count()), FormatSize(device.activity.read_bytes),
                  FormatSize(device.activity.written_bytes),
                  (device.footprint_exact ? "" : "≈ ") + FormatSize(device.footprint_bytes),
                  FormatSize(device.end_bytes), info.filesystem.empty() ? "-" : info.filesystem});
  }
  return table.Format();
}

std::string LevelTable(absl::string_view title, absl::string_view latency,
                       const LevelStats& level) {
  if (level.count == 0) return "";
  const bool with_times = CompletionsKnown(level);
  TextTable table;
  std::vector<std::string> head = {std::string(title), "count", "bytes", "errors"};
  if (with_times) {
    for (const absl::string_view name : {"unfinished", "mean", "p50", "p95", "p99", "max"}) {
      head.push_back(name == "mean" ? absl::StrCat(latency, " mean") : std::string(name));
    }
  }
  table.AddRow(std::move(head));
  for (const auto& [op, stats] : level.ops) table.AddRow(OpRow(op, stats, with_times));
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
        Percent(level.sequential_by_device),
        Percent(level.sequential_by_task),
        times ? absl::StrFormat("%.1f", level.mean_depth) : "-",
        times ? absl::StrCat(level.max_depth) : "-",
        times ? FormatDuration(level.busy_ns) : "-",
        Percent(level.idle_share),
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
  for (const auto& [up_to_bytes, size] : level.size_mix) {
    table.AddRow({FormatSize(up_to_bytes), FormatCount(size.reads), FormatCount(size.writes)});
  }
  return table.Format();
}

std::string TaskTable(const TraceStats& stats) {
  const std::vector<Activity>& tasks = stats.main().tasks;
  TextTable table;
  table.AddRow({"tasks", "I/Os", "read", "written"});
  const auto classes = stats.ByClass();
  for (size_t i = 0; i < classes.size(); ++i) {
    if (classes[i].count() == 0) continue;
    const absl::string_view name = TaskClassName(static_cast<TaskClass>(i));
    table.AddRow(ActivityRow(absl::StrCat("class ", name), classes[i]));
  }
  if (stats.main().unknown_task.count() > 0) {
    table.AddRow(ActivityRow("unknown", stats.main().unknown_task));
  }
  std::vector<size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return tasks[a].count() > tasks[b].count(); });
  order.resize(std::min(order.size(), kTopTasks));
  for (const size_t i : order) {
    if (tasks[i].count() == 0) break;
    table.AddRow(ActivityRow(TaskText(stats.info.tasks[i]), tasks[i]));
  }
  return table.Format();
}

}  // namespace ioreel
