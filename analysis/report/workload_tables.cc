#include "analysis/report/workload_tables.h"

#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

using Row = std::vector<std::string>;

/// A line for each distribution that has samples.
class DistributionTable {
 public:
  explicit DistributionTable(std::string title) {
    table_.AddRow(
        {std::move(title), "count", "min", "mean", "p50", "p90", "p95", "p99", "p99.9", "max"});
  }

  template <typename Format>
  void Add(absl::string_view name, const Distribution& values, Format format) {
    if (values.count == 0) return;
    Row row = {absl::StrCat("  ", name), FormatCount(values.count), format(values.min),
               format(std::llround(values.mean))};
    for (const int64_t value :
         {values.p50, values.p90, values.p95, values.p99, values.p999, values.max})
      row.push_back(format(value));
    table_.AddRow(std::move(row));
    any_ = true;
  }
  std::string Format() const { return any_ ? table_.Format() : ""; }

 private:
  TextTable table_;
  bool any_ = false;
};

}  // namespace

std::string OperationTable(const LevelStats& level) {
  TextTable table;
  table.AddRow({"operations", "count", "share", "bytes", "mean size", "errors", "unfinished"});
  for (const auto& [op, mix] : level.ops) {
    const bool sized = HasRange(op);
    table.AddRow({absl::StrCat("  ", OpName(op)), FormatCount(mix.total.ios),
                  FormatShare(mix.total.ios, level.count),
                  sized ? FormatSize(mix.total.bytes) : "-",
                  sized ? FormatSize(mix.total.bytes / mix.total.ios) : "-",
                  FormatCount(mix.errors), FormatCount(mix.no_completion)});
  }
  return table.Format();
}

std::string SizesTable(const LevelStats& level) {
  std::map<uint64_t, std::pair<OpMix::Count, OpMix::Count>> sizes;  // read, written
  for (const auto& [op, mix] : level.ops) {
    if (!HasPayload(op)) continue;
    for (const auto& [up_to_bytes, count] : mix.sizes) {
      auto& [read, written] = sizes[up_to_bytes];
      OpMix::Count& sum = op == Op::kRead ? read : written;
      sum.ios += count.ios;
      sum.bytes = SaturatingAdd(sum.bytes, count.bytes);
    }
  }
  if (sizes.empty()) return "";
  TextTable table;
  table.AddRow({"size up to", "reads", "read", "writes", "written"});
  for (const auto& [up_to_bytes, count] : sizes) {
    const auto& [read, written] = count;
    table.AddRow({"  " + FormatSize(up_to_bytes), FormatCount(read.ios), FormatSize(read.bytes),
                  FormatCount(written.ios), FormatSize(written.bytes)});
  }
  return table.Format();
}

std::string TimesTable(const Workload& workload) {
  const bool queued = workload.level == Level::kQueue;
  const auto format = [&](int64_t ns) { return FormatDuration(ns); };
  DistributionTable table("times");
  const auto add = [&](absl::string_view stage, const LatencyByOp::Result& latency) {
    table.Add(absl::StrCat(stage, " with bytes"), latency.all, format);
    for (const auto& [op, times] : latency.ops)
      table.Add(absl::StrCat(stage, " ", OpName(op)), times, format);
  };
  add(queued ? "Q2C" : "D2C", workload.stats.latency);
  if (queued) {
    add("Q2D", workload.q2d);
    add("D2C", workload.d2c);
  }
  table.Add(queued ? "Q2Q" : "D2D", workload.gap_ns, format);
  table.Add("idle", workload.stats.idle_ns, format);
  table.Add("flush to flush", workload.flushes.flush_interval_ns, format);
  table.Add("FUA to FUA", workload.flushes.fua_interval_ns, format);
  return table.Format();
}

std::string AmountsTable(const Workload& workload) {
  const auto bytes = [&](int64_t n) { return FormatSize(static_cast<uint64_t>(n)); };
  const auto ios = [&](int64_t n) { return FormatCount(static_cast<uint64_t>(n)); };
  DistributionTable table("amounts");
  table.Add("run on the device, I/Os", workload.stats.by_device.run_ios, ios);
  table.Add("run on the device", workload.stats.by_device.run_bytes, bytes);
  table.Add("run of a task, I/Os", workload.stats.by_task.run_ios, ios);
  table.Add("run of a task", workload.stats.by_task.run_bytes, bytes);
  table.Add("seek", workload.seek_bytes, bytes);
  table.Add("reuse distance", workload.reuse.bytes, bytes);
  table.Add("written between flushes", workload.flushes.bytes_between, bytes);
  return table.Format();
}

std::string DepthTable(const LevelStats& level) {
  if (level.depth.ns.empty()) return "";
  std::map<uint32_t, int64_t> up_to;  // by powers of two
  int64_t all_ns = 0;
  for (const auto& [depth, ns] : level.depth.ns) {
    if (depth > 0) up_to[std::bit_ceil(depth)] = SaturatingAdd(up_to[std::bit_ceil(depth)], ns);
    all_ns = SaturatingAdd(all_ns, ns);
  }
  const auto idle = level.depth.ns.find(0);
  const int64_t idle_ns = idle == level.depth.ns.end() ? 0 : idle->second;
  TextTable table;
  table.AddRow({"I/Os in flight", "time", "share"});
  const auto add = [&](const std::string& name, int64_t ns) {
    if (ns == 0) return;
    table.AddRow({"  " + name, FormatDuration(ns),
                  FormatShare(static_cast<double>(ns) / static_cast<double>(all_ns))});
  };
  add("0", idle_ns);
  for (const auto& [most, ns] : up_to) {
    const uint32_t least = most / 2 + 1;
    add(least < most ? absl::StrCat(least, " to ", most) : absl::StrCat(most), ns);
  }
  return table.Format();
}

}  // namespace ioreel
