#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/report/json_parts.h"
#include "analysis/report/workload_output.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json Ns(const Distribution& times) { return DistributionJson<Json>(times, "_ns"); }
Json Bytes(const Distribution& amounts) { return DistributionJson<Json>(amounts, "_bytes"); }

Json Ops(const LevelStats& level) {
  static const std::map<uint64_t, OpMix::Count> kNoSizes;
  Json ops = Json::object();
  for (const auto& [op, mix] : level.ops) {
    Json sizes = Json::array();
    for (const auto& [up_to_bytes, count] : HasRange(op) ? mix.sizes : kNoSizes)
      sizes.push_back({{"up_to_bytes", up_to_bytes}, {"count", count.ios}, {"bytes", count.bytes}});
    ops[std::string(OpName(op))] = {{"count", mix.total.ios},
                                    {"bytes", mix.total.bytes},
                                    {"errors", mix.errors},
                                    {"no_completion", mix.no_completion},
                                    {"sizes", std::move(sizes)}};
  }
  return ops;
}

Json Stage(const LatencyByOp::Result& latency) {
  Json stage = {{"with_bytes", Ns(latency.all)}};
  for (const auto& [op, times] : latency.ops) stage[std::string(OpName(op))] = Ns(times);
  return stage;
}

Json Times(const Workload& workload) {
  const bool queued = workload.level == Level::kQueue;
  Json times = Json::object();
  times[queued ? "q2c" : "d2c"] = Stage(workload.stats.latency);
  if (queued) {
    times["q2d"] = Stage(workload.q2d);
    times["d2c"] = Stage(workload.d2c);
  }
  times[queued ? "q2q" : "d2d"] = Ns(workload.gap_ns);
  return times;
}

Json Sequential(const Sequentiality::Result& result) {
  return {{"ios", result.ios},
          {"sequential", result.sequential},
          {"share", OrNull<Json>(result.share())},
          {"run_ios", DistributionJson<Json>(result.run_ios, "_ios")},
          {"run_bytes", Bytes(result.run_bytes)}};
}

Json Depth(const LevelStats& stats) {
  if (!stats.idle_share) return {};
  Json times = Json::array();
  for (const auto& [depth, ns] : stats.depth.ns)
    times.push_back({{"in_flight", depth}, {"time_ns", ns}});
  return {{"in_flight_ns", stats.depth.in_flight_ns},
          {"busy_ns", stats.depth.busy_ns},
          {"idle_share", *stats.idle_share},
          {"mean", stats.depth.mean},
          {"p50", stats.depth.Quantile(0.5)},
          {"p95", stats.depth.Quantile(0.95)},
          {"p99", stats.depth.Quantile(0.99)},
          {"max", stats.depth.max},
          {"times", std::move(times)},
          {"idle_periods", Ns(stats.idle_ns)}};
}

Json Blocks(const Workload& workload) {
  const BlockWrites::Result& writes = workload.block_writes;
  Json hits = Json::array();
  for (const auto& [bytes, share] : workload.reuse.lru_hits)
    hits.push_back({{"cache_bytes", bytes}, {"share", share}});
  return {{"block_bytes", BlockWalk::kBlockBytes},
          {"sampling", workload.block_sampling},
          {"read_only_bytes", writes.read_only_bytes},
          {"written_once_bytes", writes.written_once_bytes},
          {"rewritten_bytes", writes.rewritten_bytes},
          {"written_once_share", OrNull<Json>(writes.written_once_share())},
          {"touches", workload.reuse.touches},
          {"first_touches", workload.reuse.first},
          {"reuse_distance", Bytes(workload.reuse.bytes)},
          {"lru_hits", std::move(hits)}};
}

Json Hot(const HotRanges::Result& hot, size_t top) {
  Json ranges = Json::array();
  for (size_t i = 0; i < std::min(top, hot.ranges.size()); ++i) {
    const HotRanges::Range& range = hot.ranges[i];
    ranges.push_back({{"device", range.device},
                      {"begin_bytes", range.begin},
                      {"reads", range.reads},
                      {"writes", range.writes},
                      {"bytes", range.bytes}});
  }
  return {{"range_bytes", hot.range_bytes},
          {"in_use", hot.ranges.size()},
          {"share_of_hottest_1_percent", hot.Concentration(0.01)},
          {"share_of_hottest_10_percent", hot.Concentration(0.1)},
          {"ranges", std::move(ranges)}};
}

Json Flushes(const FlushIntervals::Result& flushes) {
  return {{"flushes", flushes.flushes},
          {"preflush_writes", flushes.preflushes},
          {"fua_writes", flushes.fua_writes},
          {"flush_interval", Ns(flushes.flush_interval_ns)},
          {"fua_interval", Ns(flushes.fua_interval_ns)},
          {"written_between_flushes", Bytes(flushes.bytes_between)}};
}

Json Devices(const Workload& workload) {
  Json devices = Json::array();
  for (size_t i = 0; i < workload.info.devices.size(); ++i) {
    const auto& known = workload.stats.devices;
    const DeviceStats did = i < known.size() ? known[i] : DeviceStats();
    Json device = {{"name", workload.info.devices[i].name}};
    AddActivity(did.activity, &device);
    device["end_bytes"] = did.end_bytes;
    device["footprint_bytes"] = did.footprint_bytes;
    device["footprint_exact"] = did.footprint_exact;
    devices.push_back(std::move(device));
  }
  return devices;
}

Json Priorities(const LevelStats& level) {
  Json priorities = Json::array();
  for (const auto& [number, activity] : level.priorities) {
    Json priority = {{"priority", number == 0 ? Json() : Json(number)}};
    AddActivity(activity, &priority);
    priorities.push_back(std::move(priority));
  }
  return priorities;
}

Json Stream(const StepTable::Stream& stream) {
  const bool known = stream.completed > 0;
  return {{"operation", stream.writes ? "write" : "read"},
          {"access", stream.sequential ? "sequential" : "random"},
          {"up_to_bytes", OpMix::SizeOfClass(stream.size_class)},
          {"ios", stream.ios},
          {"bytes", stream.bytes},
          {"completed", stream.completed},
          {"mean_latency_ns",
           known ? Json(stream.latency_ns / static_cast<double>(stream.completed)) : Json()},
          {"max_latency_ns", known ? Json(stream.max_latency_ns) : Json()}};
}

Json Steps(const Workload& workload) {
  Json steps = Json::array();
  for (const WorkloadStep& step : workload.steps) {
    Json streams = Json::array();
    for (const StepTable::Stream& stream : step.streams) streams.push_back(Stream(stream));
    steps.push_back({{"start_ns", step.start_ns},
                     {"others", step.others},
                     {"in_flight_ns", step.depth.in_flight_ns},
                     {"busy_ns", step.depth.busy_ns},
                     {"mean_depth", step.depth.mean_depth()},
                     {"max_depth", step.depth.max_depth},
                     {"working_set_bytes", step.working_set_bytes},
                     {"first_touched_bytes", step.first_touched_bytes},
                     {"streams", std::move(streams)}});
  }
  return steps;
}

}  // namespace

std::string WorkloadJson(const TraceFile& file, const Workload& workload, size_t top) {
  const LevelStats& stats = workload.stats;
  const TraceInfo& info = workload.info;
  const Json json = {{"file", file.name},
                     {"level", workload.level == Level::kQueue ? "queue" : "issue"},
                     {"count", stats.count},
                     {"other_level_count", workload.other_level},
                     {"bytes", stats.bytes},
                     {"untimed", stats.untimed},
                     {"complete", workload.complete},
                     {"tainted", info.tainted},
                     {"lost", info.LostEvents()},
                     {"span_ns", stats.first_ns == kNoTime ? Json() : Json(stats.span_ns())},
                     {"clock_resolution_ns", info.clock_resolution_ns},
                     {"ops", Ops(stats)},
                     {"times", Times(workload)},
                     {"sequential_on_device", Sequential(stats.by_device)},
                     {"sequential_in_task", Sequential(stats.by_task)},
                     {"seek", Bytes(workload.seek_bytes)},
                     {"depth", Depth(stats)},
                     {"blocks", Blocks(workload)},
                     {"hot_ranges", Hot(workload.hot, top)},
                     {"flushes", Flushes(workload.flushes)},
                     {"devices", Devices(workload)},
                     {"classes", ClassesJson<Json>(info, stats)},
                     {"tasks", TasksJson<Json>(info, stats)},
                     {"priorities", Priorities(stats)},
                     {"step_ns", workload.step_ns},
                     {"steps", Steps(workload)}};
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
