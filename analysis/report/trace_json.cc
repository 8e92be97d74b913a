#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/trace_output.h"
#include "base/signal_name.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json Time(int64_t ns) { return ns == kNoTime ? Json() : Json(ns); }

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json OrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// A number that stands for "unknown" where it is `unknown`.
template <typename T>
Json Unless(T unknown, T value) {
  return value == unknown ? Json() : Json(value);
}

Json Latency(const LatencySummary& latency) {
  if (latency.count == 0) return {};
  return {{"count", latency.count},   {"mean_ns", latency.mean_ns}, {"p50_ns", latency.p50_ns},
          {"p95_ns", latency.p95_ns}, {"p99_ns", latency.p99_ns},   {"p999_ns", latency.p999_ns},
          {"max_ns", latency.max_ns}};
}

Json Ops(const LevelStats& level) {
  Json ops = Json::object();
  for (const auto& [op, stats] : level.ops) {
    ops[std::string(OpName(op))] = {{"count", stats.count},
                                    {"bytes", stats.bytes},
                                    {"errors", stats.errors},
                                    {"no_completion", stats.no_completion},
                                    {"latency", Latency(stats.latency)}};
  }
  return ops;
}

Json SizeMix(const LevelStats& level) {
  Json sizes = Json::array();
  for (const auto& [up_to_bytes, size] : level.size_mix) {
    sizes.push_back({{"up_to_bytes", up_to_bytes}, {"reads", size.reads}, {"writes", size.writes}});
  }
  return sizes;
}

Json Level(const LevelStats& level) {
  const bool completions = level.idle_share.has_value();
  return {{"count", level.count},
          {"bytes", level.bytes},
          {"ops", Ops(level)},
          {"flags", level.flags},
          {"size_mix", SizeMix(level)},
          {"sequential_by_device", OrNull(level.sequential_by_device)},
          {"sequential_by_task", OrNull(level.sequential_by_task)},
          {"span_ns", level.first_ns == kNoTime ? Json() : Json(level.span_ns())},
          {"busy_ns", completions ? Json(level.busy_ns) : Json()},
          {"in_flight_ns", completions ? Json(level.in_flight_ns) : Json()},
          {"idle_share", OrNull(level.idle_share)},
          {"mean_depth", completions ? Json(level.mean_depth) : Json()},
          {"max_depth", completions ? Json(level.max_depth) : Json()},
          {"untimed", level.untimed}};
}

void AddActivity(const Activity& activity, Json* object) {
  object->update({{"reads", activity.reads},
                  {"writes", activity.writes},
                  {"others", activity.others},
                  {"read_bytes", activity.read_bytes},
                  {"written_bytes", activity.written_bytes}});
}

Json Device(const DeviceInfo& device, const DeviceStats& stats) {
  const bool numbered = device.major != 0 || device.minor != 0;
  Json json = {{"name", OrNull(device.name)},
               {"major", numbered ? Json(device.major) : Json()},
               {"minor", numbered ? Json(device.minor) : Json()},
               {"size_bytes", OrNull(device.size_bytes)},
               {"logical_block_bytes", OrNull(device.logical_block_bytes)},
               {"physical_block_bytes", OrNull(device.physical_block_bytes)},
               {"rotational", OrNull(device.rotational)},
               {"model", OrNull(device.model)},
               {"partition_start_bytes", OrNull(device.partition_start_bytes)},
               {"parent", OrNull(device.parent)},
               {"members", device.members},
               {"scheduler", OrNull(device.scheduler)},
               {"read_ahead_kb", OrNull(device.read_ahead_kb)},
               {"nr_requests", OrNull(device.nr_requests)},
               {"max_sectors_kb", OrNull(device.max_sectors_kb)},
               {"wbt_lat_usec", OrNull(device.wbt_lat_usec)},
               {"write_cache", OrNull(device.write_cache)},
               {"fua", OrNull(device.fua)},
               {"filesystem", OrNull(device.filesystem)},
               {"mount_point", OrNull(device.mount_point)}};
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

Json Tasks(const TraceStats& stats) {
  Json tasks = Json::array();
  for (size_t i = 0; i < stats.main().tasks.size(); ++i) {
    const Activity& activity = stats.main().tasks[i];
    if (activity.count() == 0) continue;
    const TaskInfo& task = stats.info.tasks[i];
    Json json = {{"pid", Unless(-1, task.pid)},
                 {"tid", Unless(-1, task.tid)},
                 {"parent", Unless(-1, task.parent)},
                 {"name", OrNull(task.name)},
                 {"process", OrNull(task.process)},
                 {"class", std::string(TaskClassName(task.task_class))}};
    AddActivity(activity, &json);
    tasks.push_back(std::move(json));
  }
  return tasks;
}

Json Classes(const TraceStats& stats) {
  Json classes = Json::object();
  const auto by_class = stats.ByClass();
  for (size_t i = 0; i < by_class.size(); ++i) {
    Json json = Json::object();
    AddActivity(by_class[i], &json);
    classes[std::string(TaskClassName(static_cast<TaskClass>(i)))] = std::move(json);
  }
  Json unknown = Json::object();
  AddActivity(stats.main().unknown_task, &unknown);
  classes["unknown"] = std::move(unknown);
  return classes;
}

Json Command(const std::optional<CommandInfo>& command) {
  if (!command) return {};
  return {{"argv", command->argv},
          {"start_ns", Time(command->start_ns)},
          {"exit_ns", Time(command->exit_ns)},
          {"exit_code", OrNull(command->exit_code)},
          {"exit_signal", command->exit_signal ? Json(SignalName(*command->exit_signal)) : Json()}};
}

Json Host(const HostFacts& host) {
  return {{"hostname", OrNull(host.hostname)},
          {"kernel", OrNull(host.kernel)},
          {"cpu", OrNull(host.cpu)},
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
         {"first_place", OrNull(entry.first_place)},
         {"explanation", entry.explanation}});
  }
  return remarks;
}

}  // namespace

std::string TraceJson(const TraceFile& file, const TraceStats& stats) {
  const TraceInfo& info = stats.info;
  const Json json = {
      {"file", file.name},
      {"file_bytes", OrNull(file.bytes)},
      {"complete", stats.complete},
      {"tainted", info.tainted},
      {"lost", info.LostEvents()},
      {"losses", Losses(info)},
      {"span_ns", stats.span_ns()},
      {"source", OrNull(info.source)},
      {"origin", OrNull(info.origin)},
      {"writer", OrNull(info.writer)},
      {"start_wall_ns", Time(info.start_wall_ns)},
      {"start_clock_ns", Time(info.start_clock_ns)},
      {"clock", OrNull(info.clock)},
      {"clock_resolution_ns", info.clock_resolution_ns},
      {"host", Host(info.host)},
      {"command", Command(info.command)},
      {"stage_events", info.stage_events},
      {"requeues", stats.requeues},
      {"partial_completions", stats.partial_completions},
      {"queue", Level(stats.queue)},
      {"issue", Level(stats.issue)},
      {"devices", Devices(stats)},
      {"classes", Classes(stats)},
      {"tasks", Tasks(stats)},
      {"notes", info.notes},
      {"remarks", Remarks(file)},
  };
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
