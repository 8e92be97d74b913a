// The tables of analyze about places, streams and steps.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analysis/report/workload_tables.h"
#include "base/checked_math.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

std::string DeviceName(const TraceInfo& info, uint16_t device) {
  const bool named = device < info.devices.size() && !info.devices[device].name.empty();
  return named ? info.devices[device].name : absl::StrCat("device ", device);
}

/// Streams of the whole trace, those with the most I/Os first.
std::vector<StepTable::Stream> AllStreams(const Workload& workload) {
  std::map<int, StepTable::Stream> by_key;
  for (const WorkloadStep& step : workload.steps) {
    for (const StepTable::Stream& stream : step.streams) {
      const auto [it, is_new] = by_key.try_emplace(stream.key(), stream);
      if (!is_new) it->second.Merge(stream);
    }
  }
  std::vector<StepTable::Stream> streams;
  for (const auto& [key, stream] : by_key) streams.push_back(stream);
  std::stable_sort(streams.begin(), streams.end(),
                   [](const auto& a, const auto& b) { return a.ios > b.ios; });
  return streams;
}

std::string MeanLatency(const StepTable::Stream& stream) {
  if (stream.completed == 0) return "-";
  return FormatDuration(std::llround(stream.latency_ns / static_cast<double>(stream.completed)));
}

}  // namespace

std::string BlockTable(const Workload& workload) {
  const BlockWrites::Result& blocks = workload.block_writes;
  const uint64_t all = blocks.read_only_bytes + blocks.written_once_bytes + blocks.rewritten_bytes;
  if (all == 0) return "";
  TextTable table;
  table.AddRow({"blocks of 4 KiB", "bytes", "share"});
  const auto add = [&](const char* name, uint64_t bytes) {
    table.AddRow({name, FormatSize(bytes), FormatShare(bytes, all)});
  };
  add("  only read", blocks.read_only_bytes);
  add("  written once", blocks.written_once_bytes);
  add("  written again", blocks.rewritten_bytes);
  return table.Format();
}

std::string CacheTable(const Workload& workload) {
  if (workload.reuse.lru_hits.empty()) return "";
  TextTable table;
  table.AddRow({"LRU cache of", "finds"});
  constexpr double kShown = 0.0005;  // less is 0.0 %
  for (const auto& [bytes, share] : workload.reuse.lru_hits) {
    if (share < kShown) continue;
    table.AddRow({"  " + FormatSize(bytes), FormatShare(share)});
  }
  return table.Format();
}

std::string HotRangeTable(const Workload& workload, size_t top) {
  const HotRanges::Result& hot = workload.hot;
  if (hot.ranges.empty()) return "";
  TextTable table;
  table.AddRow({absl::StrCat("ranges of ", FormatSize(hot.range_bytes)), "I/Os", "share", "reads",
                "writes", "bytes"});
  for (size_t i = 0; i < std::min(top, hot.ranges.size()); ++i) {
    const HotRanges::Range& range = hot.ranges[i];
    table.AddRow({absl::StrCat("  ", DeviceName(workload.info, range.device), " from ",
                               FormatCount(range.begin / 1024), " KiB"),
                  FormatCount(range.ios()), FormatShare(range.ios(), hot.ios),
                  FormatCount(range.reads), FormatCount(range.writes), FormatSize(range.bytes)});
  }
  return absl::StrCat(table.Format(), "  ", FormatCount(hot.ranges.size()),
                      " in use; the hottest 1 % have ", FormatShare(hot.Concentration(0.01)),
                      " of the I/Os, 10 % have ", FormatShare(hot.Concentration(0.1)), "\n");
}

std::string StreamTable(const Workload& workload, size_t top) {
  const std::vector<StepTable::Stream> streams = AllStreams(workload);
  if (streams.empty()) return "";
  uint64_t ios = 0;
  for (const StepTable::Stream& stream : streams) ios += stream.ios;
  TextTable table;
  table.AddRow({"streams, sizes up to", "I/Os", "share", "bytes", "mean latency", "max"});
  for (size_t i = 0; i < std::min(top, streams.size()); ++i) {
    const StepTable::Stream& stream = streams[i];
    table.AddRow({absl::StrCat("  ", stream.sequential ? "sequential " : "random ",
                               stream.writes ? "write " : "read ",
                               FormatSize(OpMix::SizeOfClass(stream.size_class))),
                  FormatCount(stream.ios), FormatShare(stream.ios, ios), FormatSize(stream.bytes),
                  MeanLatency(stream),
                  stream.completed == 0 ? "-" : FormatDuration(stream.max_latency_ns)});
  }
  return table.Format();
}

std::string PriorityTable(const LevelStats& level) {
  if (level.priorities.empty() || level.priorities.rbegin()->first == 0) return "";
  TextTable table;
  table.AddRow({"priority", "I/Os", "read", "written"});
  for (const auto& [priority, activity] : level.priorities) {
    table.AddRow({priority == 0 ? "  none" : absl::StrCat("  ", static_cast<int>(priority)),
                  FormatCount(activity.count()), FormatSize(activity.read_bytes),
                  FormatSize(activity.written_bytes)});
  }
  return table.Format();
}

std::string StepsTable(const Workload& workload, size_t most) {
  if (workload.steps.empty()) return "";
  TextTable table;
  table.AddRow({"from", "reads", "writes", "others", "read", "written", "busy", "mean depth", "max",
                "working set", "new"});
  for (size_t i = 0; i < std::min(most, workload.steps.size()); ++i) {
    const WorkloadStep& step = workload.steps[i];
    Activity sum;
    for (const StepTable::Stream& stream : step.streams) {
      (stream.writes ? sum.writes : sum.reads) += stream.ios;
      uint64_t& bytes = stream.writes ? sum.written_bytes : sum.read_bytes;
      bytes = SaturatingAdd(bytes, stream.bytes);
    }
    table.AddRow({FormatMoment(step.start_ns), FormatCount(sum.reads), FormatCount(sum.writes),
                  FormatCount(step.others), FormatSize(sum.read_bytes),
                  FormatSize(sum.written_bytes), FormatDuration(step.depth.busy_ns),
                  FormatRatio(step.depth.mean_depth()), FormatCount(step.depth.max_depth),
                  FormatSize(step.working_set_bytes), FormatSize(step.first_touched_bytes)});
  }
  return table.Format();
}

}  // namespace ioreel
