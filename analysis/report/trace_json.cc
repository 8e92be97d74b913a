#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/json_parts.h"
#include "analysis/report/trace_output.h"
#include "base/signal_name.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json Time(int64_t ns) { return ns == kNoTime ? Json() : Json(ns); }

Json TextOrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// A number that stands for "unknown" where it is `unknown`.
template <typename T>
Json Unless(T unknown, T value) {
  return value == unknown ? Json() : Json(value);
}

Json Latency(const LevelStats& level, Op op) {
  const auto known = level.latency.ops.find(op);
  return known == level.latency.ops.end() ? Json() : DistributionJson<Json>(known->second, "_ns");
}

Json Ops(const LevelStats& level) {
  Json ops = Json::object();
  for (const auto& [op, mix] : level.ops) {
    ops[std::string(OpName(op))] = {{"count", mix.total.ios},
                                    {"bytes", mix.total.bytes},
                                    {"errors", mix.errors},
                                    {"no_completion", mix.no_completion},
                                    {"latency", Latency(level, op)}};
  }
  return ops;
}

Json SizeMix(const LevelStats& level) {
  Json sizes = Json::array();
  for (const auto& [up_to_bytes, size] : level.SizeMix()) {
    sizes.push_back({{"up_to_bytes", up_to_bytes}, {"reads", size.reads}, {"writes", size.writes}});
  }
  return sizes;
}

Json LevelJson(const LevelStats& level) {
  const bool completions = level.idle_share.has_value();
  return {{"count", level.count},
          {"bytes", level.bytes},
          {"ops", Ops(level)},
          {"flags", level.flags},
          {"size_mix", SizeMix(level)},
          {"sequential_by_device", OrNull<Json>(level.by_device.share())},
          {"sequential_by_task", OrNull<Json>(level.by_task.share())},
          {"span_ns", level.first_ns == kNoTime ? Json() : Json(level.span_ns())},
          {"busy_ns", completions ? Json(level.depth.busy_ns) : Json()},
          {"in_flight_ns", completions ? Json(level.depth.in_flight_ns) : Json()},
          {"idle_share", OrNull<Json>(level.idle_share)},
          {"mean_depth", completions ? Json(level.depth.mean) : Json()},
          {"max_depth", completions ? Json(level.depth.max) : Json()},
          {"untimed", level.untimed}};
}

Json Device(const DeviceInfo& device, const DeviceStats& stats) {
  const bool numbered = device.major != 0 || device.minor != 0;
  Json json = {{"name", TextOrNull(device.name)},
               {"major", numbered ? Json(device.major) : Json()},
               {"minor", numbered ? Json(device.minor) : Json()},
               {"size_bytes", OrNull<Json>(device.size_bytes)},
               {"logical_block_bytes", OrNull<Json>(device.logical_block_bytes)},
               {"physical_block_bytes", OrNull<Json>(device.physical_block_bytes)},
               {"rotational", OrNull<Json>(device.rotational)},
               {"model", TextOrNull(device.model)},
               {"partition_start_bytes", OrNull<Json>(device.partition_start_bytes)},
               {"parent", TextOrNull(device.parent)},
               {"members", device.members},
               {"scheduler", TextOrNull(device.scheduler)},
               {"read_ahead_kb", OrNull<Json>(device.read_ahead_kb)},
               {"nr_requests", OrNull<Json>(device.nr_requests)},
               {"max_sectors_kb", OrNull<Json>(device.max_sectors_kb)},
               {"wbt_lat_usec", OrNull<Json>(device.wbt_lat_usec)},
               {"write_cache", TextOrNull(device.write_cache)},
               {"fua", OrNull<Json>(device.fua)},
               {"filesystem", TextOrNull(device.filesystem)},
               {"mount_point", TextOrNull(device.mount_point)}};
  AddActivity(stats.activity, &json);
  json["end_bytes"] = stats.end_bytes;
  json["footprint_bytes"] = stats.footprint_bytes;
  json["footprint_exact"] = stats.footprint_exact;
  return json;
}

Json Devices(const TraceStats& stats) {
  Json devices = Json::array();
  for (size_t i = 0; i < stats.info.devices.size(); ++i) {
    const auto& of_level = stats.main().devices;
    devices.push_back(
        Device(stats.info.devices[i], i < of_level.size() ? of_level[i] : DeviceStats()));
  }
  return devices;
}

Json Command(const std::optional<CommandInfo>& command) {
  if (!command) return {};
  return {{"argv", command->argv},
          {"start_ns", Time(command->start_ns)},
          {"exit_ns", Time(command->exit_ns)},
          {"exit_code", OrNull<Json>(command->exit_code)},
          {"exit_signal", command->exit_signal ? Json(SignalName(*command->exit_signal)) : Json()}};
}

Json Host(const HostFacts& host) {
  return {{"hostname", TextOrNull(host.hostname)},
          {"kernel", TextOrNull(host.kernel)},
          {"cpu", TextOrNull(host.cpu)},
          {"cpus", Unless(0, host.cpus)},
          {"memory_bytes", Unless<uint64_t>(0, host.memory_bytes)}};
}

Json Losses(const TraceInfo& info) {
  Json losses = Json::array();
  for (const LossWindow& loss : info.losses) {
    losses.push_back({{"cpu", Unless(-1, loss.cpu)},
                      {"from_ns", Time(loss.from_ns)},
                      {"to_ns", Time(loss.to_ns)},
                      {"events", Unless<uint64_t>(0, loss.events)}});
  }
  return losses;
}

Json Remarks(const TraceFile& file) {
  Json remarks = Json::array();
  for (const ImportLog::Entry& entry : file.remarks) {
    remarks.push_back(
        {{"name", entry.name},
         {"severity", entry.severity == ImportLog::Severity::kNotice ? "notice" : "data_loss"},
         {"count", entry.count},
         {"first_place", TextOrNull(entry.first_place)},
         {"explanation", entry.explanation}});
  }
  return remarks;
}

}  // namespace

std::string TraceJson(const TraceFile& file, const TraceStats& stats) {
  const TraceInfo& info = stats.info;
  const Json json = {
      {"file", file.name},
      {"file_bytes", OrNull<Json>(file.bytes)},
      {"complete", stats.complete},
      {"tainted", info.tainted},
      {"lost", info.LostEvents()},
      {"losses", Losses(info)},
      {"span_ns", stats.span_ns()},
      {"source", TextOrNull(info.source)},
      {"origin", TextOrNull(info.origin)},
      {"writer", TextOrNull(info.writer)},
      {"start_wall_ns", Time(info.start_wall_ns)},
      {"start_clock_ns", Time(info.start_clock_ns)},
      {"clock", TextOrNull(info.clock)},
      {"clock_resolution_ns", info.clock_resolution_ns},
      {"host", Host(info.host)},
      {"command", Command(info.command)},
      {"stage_events", info.stage_events},
      {"requeues", stats.requeues},
      {"partial_completions", stats.partial_completions},
      {"queue", LevelJson(stats.queue)},
      {"issue", LevelJson(stats.issue)},
      {"devices", Devices(stats)},
      {"classes", ClassesJson<Json>(info, stats.main())},
      {"tasks", TasksJson<Json>(info, stats.main())},
      {"notes", info.notes},
      {"remarks", Remarks(file)},
  };
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
