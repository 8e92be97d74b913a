#pragma once

#include <concepts>
#include <type_traits>

#include "base/host_facts.h"
#include "formats/model/trace_info.h"

/// The keys under which the model stands in JSON, once: `VisitFields(x, visit)` calls
/// `visit("key", x.key)` for each field of a struct. Writing and reading are such visits, so
/// they cannot differ. `x` may be const.

namespace ioreel {

template <typename T, typename Struct>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Struct>;

template <MaybeConst<HostFacts> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("hostname", x.hostname);
  visit("kernel", x.kernel);
  visit("cpu", x.cpu);
  visit("cpus", x.cpus);
  visit("memory_bytes", x.memory_bytes);
}

template <MaybeConst<DeviceInfo> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("name", x.name);
  visit("major", x.major);
  visit("minor", x.minor);
  visit("size_bytes", x.size_bytes);
  visit("logical_block_bytes", x.logical_block_bytes);
  visit("physical_block_bytes", x.physical_block_bytes);
  visit("rotational", x.rotational);
  visit("model", x.model);
  visit("partition_start_bytes", x.partition_start_bytes);
  visit("parent", x.parent);
  visit("members", x.members);
  visit("scheduler", x.scheduler);
  visit("read_ahead_kb", x.read_ahead_kb);
  visit("nr_requests", x.nr_requests);
  visit("max_sectors_kb", x.max_sectors_kb);
  visit("wbt_lat_usec", x.wbt_lat_usec);
  visit("write_cache", x.write_cache);
  visit("fua", x.fua);
  visit("filesystem", x.filesystem);
  visit("mount_point", x.mount_point);
}

template <MaybeConst<TaskInfo> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("pid", x.pid);
  visit("tid", x.tid);
  visit("parent", x.parent);
  visit("name", x.name);
  visit("process", x.process);
  visit("class", x.task_class);
}

template <MaybeConst<CommandInfo> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("argv", x.argv);
  visit("start_ns", x.start_ns);
  visit("exit_ns", x.exit_ns);
  visit("exit_code", x.exit_code);
  visit("exit_signal", x.exit_signal);
}

template <MaybeConst<LossWindow> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("cpu", x.cpu);
  visit("from_ns", x.from_ns);
  visit("to_ns", x.to_ns);
  visit("events", x.events);
}

/// Everything of a TraceInfo but its tables: devices, tasks and losses.
template <MaybeConst<TraceInfo> T, typename Visit>
void VisitFacts(T& x, Visit&& visit) {
  visit("command", x.command);
  visit("start_wall_ns", x.start_wall_ns);
  visit("start_clock_ns", x.start_clock_ns);
  visit("clock", x.clock);
  visit("clock_resolution_ns", x.clock_resolution_ns);
  visit("host", x.host);
  visit("source", x.source);
  visit("origin", x.origin);
  visit("writer", x.writer);
  visit("stage_events", x.stage_events);
  visit("notes", x.notes);
  visit("tainted", x.tainted);
}

/// A struct with fields that VisitFields knows.
template <typename T>
concept HasFields = requires(T& x) {
  VisitFields(x, [](const char*, auto&) {});
};

}  // namespace ioreel
