#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/report/trace_tables.h"
#include "analysis/report/workload_output.h"
#include "analysis/report/workload_tables.h"
#include "base/console.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kShownSteps = 60;

std::string LevelLine(const Workload& workload) {
  const bool queued = workload.level == Level::kQueue;
  const auto rows = [](uint64_t n, bool of_queue) {
    return FormatCount(n, of_queue ? "queued I/O" : "issued request");
  };
  std::string line = rows(workload.stats.count, queued);
  if (workload.stats.untimed > 0)
    absl::StrAppend(&line, ", ", FormatCount(workload.stats.untimed), " of them without a time");
  if (workload.other_level > 0)
    absl::StrAppend(&line, "; ", rows(workload.other_level, !queued), ": --level ",
                    queued ? "issue" : "queue");
  return line;
}

std::string StateLine(const Workload& workload) {
  std::vector<std::string> parts = {workload.complete ? "complete" : "incomplete"};
  if (const uint64_t lost = workload.info.LostEvents(); lost > 0)
    parts.push_back(FormatCount(lost, "event") + " lost");
  if (workload.info.tainted) parts.push_back("tainted");
  return absl::StrJoin(parts, ", ");
}

std::string SequentialLine(const LevelStats& stats) {
  return absl::StrCat(FormatShare(stats.by_device.share()),
                      " of reads and writes on their device, ", FormatShare(stats.by_task.share()),
                      " within their task");
}

std::string DepthLine(const LevelStats& stats) {
  if (!stats.idle_share) return "completion times are not known";
  return absl::StrCat("mean ", FormatRatio(stats.depth.mean), ", p50 ", stats.depth.Quantile(0.5),
                      ", p99 ", stats.depth.Quantile(0.99), ", max ", stats.depth.max, "; busy ",
                      FormatDuration(stats.depth.busy_ns), ", idle ",
                      FormatShare(stats.idle_share));
}

std::string FlushLine(const FlushIntervals::Result& flushes) {
  const auto counted = [](uint64_t n, absl::string_view one, absl::string_view more) {
    return absl::StrCat(FormatCount(n), " ", n == 1 ? one : more);
  };
  return absl::StrCat(
      counted(flushes.flushes, "flush", "flushes"), ", ",
      counted(flushes.preflushes, "write that flushes first", "writes that flush first"), ", ",
      counted(flushes.fua_writes, "FUA write", "FUA writes"));
}

std::string StepLine(const Workload& workload) {
  std::string line = absl::StrCat(FormatDuration(workload.step_ns), ", ",
                                  FormatCount(workload.steps.size()), " with I/O");
  if (workload.steps.size() > kShownSteps)
    absl::StrAppend(&line, "; the first ", kShownSteps,
                    " below: --step makes them longer, --csv and --json show all");
  return line;
}

std::string Head(const TraceFile& file, const Workload& workload) {
  std::string text;
  const auto add = [&text](absl::string_view head, absl::string_view line) {
    absl::StrAppend(&text, absl::StrFormat("%-11s %s\n", head, Printable(line)));
  };
  add("trace", file.name);
  add("level", LevelLine(workload));
  add("state", StateLine(workload));
  for (const ImportLog::Entry& entry : file.remarks)
    add("note", absl::StrCat(FormatCount(entry.count), " × ", entry.name, ": ", entry.explanation));
  if (workload.stats.count == 0) return text;
  add("span", FormatDuration(workload.stats.span_ns()));
  add("sequential", SequentialLine(workload.stats));
  add("depth", DepthLine(workload.stats));
  add("flushes", FlushLine(workload.flushes));
  add("steps", StepLine(workload));
  if (workload.block_sampling > 1)
    add("estimated", absl::StrCat("reuse, caches, blocks and working set, from 1 block in ",
                                  workload.block_sampling, " (docs/analysis.md: error)"));
  return text;
}

}  // namespace

std::string WorkloadText(const TraceFile& file, const Workload& workload, size_t top) {
  std::string text = Head(file, workload);
  if (workload.stats.count == 0) return text + "\nThere is no I/O at this level.\n";
  const LevelStats& stats = workload.stats;
  for (const std::string& table :
       {OperationTable(stats), SizesTable(stats), TimesTable(workload), AmountsTable(workload),
        DepthTable(stats), StreamTable(workload, top), BlockTable(workload), CacheTable(workload),
        HotRangeTable(workload, top), DeviceTable(workload.info, stats),
        TaskTable(workload.info, stats, top), PriorityTable(stats),
        StepsTable(workload, kShownSteps)}) {
    if (!table.empty()) absl::StrAppend(&text, "\n", table);
  }
  return text;
}

}  // namespace ioreel
