#pragma once

#include "formats/model/fields.h"
#include "formats/result/run_result.h"

/// The keys of result.json, once: `VisitFields(x, visit)` calls `visit("key", x.key)` for each
/// field of a struct, in the order of the file. Writing, reading and tests are such visits, so
/// they cannot differ. `x` may be const.

namespace ioreel {

template <MaybeConst<LatencySummary> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("count", x.count);
  visit("mean_ns", x.mean_ns);
  visit("p50_ns", x.p50_ns);
  visit("p95_ns", x.p95_ns);
  visit("p99_ns", x.p99_ns);
  visit("p999_ns", x.p999_ns);
  visit("max_ns", x.max_ns);
}

template <MaybeConst<OpSummary> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("op", x.op);
  visit("count", x.count);
  visit("bytes", x.bytes);
  visit("errors", x.errors);
  visit("submission", x.submission);
  visit("completion", x.completion);
}

template <MaybeConst<Substitution> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("what", x.what);
  visit("count", x.count);
  visit("bytes", x.bytes);
  visit("comparable", x.comparable);
}

template <MaybeConst<ErrorSummary> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("error", x.error);
  visit("op", x.op);
  visit("count", x.count);
  visit("first_offset_bytes", x.first_offset_bytes);
}

template <MaybeConst<Fidelity> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("planned", x.planned);
  visit("issued", x.issued);
  visit("error_p50_ns", x.error_p50_ns);
  visit("error_p90_ns", x.error_p90_ns);
  visit("error_p99_ns", x.error_p99_ns);
  visit("error_max_ns", x.error_max_ns);
  visit("drift_ns", x.drift_ns);
  visit("late", x.late);
  visit("saturated", x.saturated);
  visit("max_lag_ns", x.max_lag_ns);
  visit("max_drift_ns", x.max_drift_ns);
  visit("valid", x.valid);
  visit("reasons", x.reasons);
}

template <MaybeConst<SecondSummary> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("reads", x.reads);
  visit("writes", x.writes);
  visit("others", x.others);
  visit("read_bytes", x.read_bytes);
  visit("written_bytes", x.written_bytes);
}

template <MaybeConst<MemberResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("path", x.path);
  visit("read_bytes", x.read_bytes);
  visit("written_bytes", x.written_bytes);
  visit("busy_ns", x.busy_ns);
  visit("bandwidth_bytes_per_s", x.bandwidth_bytes_per_s);
  visit("iops", x.iops);
  visit("mean_access_ns", x.mean_access_ns);
  visit("mean_depth", x.mean_depth);
  visit("ops", x.ops);
  visit("errors", x.errors);
}

template <MaybeConst<CacheResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("block_bytes", x.block_bytes);
  visit("blocks", x.blocks);
  visit("read_hits", x.read_hits);
  visit("read_misses", x.read_misses);
  visit("write_hits", x.write_hits);
  visit("write_misses", x.write_misses);
  visit("read_hit_ratio", x.read_hit_ratio);
  visit("promoted", x.promoted);
  visit("evicted", x.evicted);
  visit("written_back", x.written_back);
  visit("dirty", x.dirty);
}

template <MaybeConst<ArrayResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("write_amplification", x.write_amplification);
  visit("members", x.members);
  visit("caches", x.caches);
}

template <MaybeConst<Verification> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("checked_bytes", x.checked_bytes);
  visit("unknown_bytes", x.unknown_bytes);
  visit("mismatched_bytes", x.mismatched_bytes);
  visit("first_offset_bytes", x.first_offset_bytes);
  visit("first", x.first);
  visit("unread_bytes", x.unread_bytes);
  visit("first_unread_offset_bytes", x.first_unread_offset_bytes);
  visit("first_unread", x.first_unread);
}

template <MaybeConst<RepeatResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("complete", x.complete);
  visit("completion_ns", x.completion_ns);
  visit("drain_ns", x.drain_ns);
  visit("busy_ns", x.busy_ns);
  visit("elapsed_ns", x.elapsed_ns);
  visit("read_bytes", x.read_bytes);
  visit("written_bytes", x.written_bytes);
  visit("bandwidth_bytes_per_s", x.bandwidth_bytes_per_s);
  visit("iops", x.iops);
  visit("mean_access_ns", x.mean_access_ns);
  visit("mean_depth", x.mean_depth);
  visit("max_depth", x.max_depth);
  visit("cpu_ns", x.cpu_ns);
  visit("fidelity", x.fidelity);
  visit("ops", x.ops);
  visit("errors", x.errors);
  visit("substitutions", x.substitutions);
  visit("array", x.array);
  visit("volumes", x.volumes);
  visit("verification", x.verification);
  visit("seconds", x.seconds);
}

template <MaybeConst<MemberFacts> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("path", x.path);
  visit("kind", x.kind);
  visit("model", x.model);
  visit("serial", x.serial);
  visit("wwid", x.wwid);
  visit("size_bytes", x.size_bytes);
}

template <MaybeConst<TargetFacts> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("spec", x.spec);
  visit("kind", x.kind);
  visit("direct", x.direct);
  visit("model", x.model);
  visit("serial", x.serial);
  visit("wwid", x.wwid);
  visit("size_bytes", x.size_bytes);
  visit("logical_block_bytes", x.logical_block_bytes);
  visit("rotational", x.rotational);
  visit("filesystem", x.filesystem);
  visit("scheduler", x.scheduler);
  visit("members", x.members);
}

template <MaybeConst<DeviceLayout> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("device", x.device);
  visit("target", x.target);
  visit("base_bytes", x.base_bytes);
}

template <MaybeConst<TraceFacts> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("path", x.path);
  visit("digest", x.digest);
  visit("source", x.source);
  visit("command", x.command);
  visit("recorded_completion_ns", x.recorded_completion_ns);
  visit("recorded_busy_ns", x.recorded_busy_ns);
  visit("recorded_mean_depth", x.recorded_mean_depth);
  visit("tainted", x.tainted);
  visit("lost_events", x.lost_events);
  visit("left_out", x.left_out);
}

template <MaybeConst<RunResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("ioreel_version", x.ioreel_version);
  visit("created_wall_ns", x.created_wall_ns);
  visit("host", x.host);
  visit("target", x.target);
  visit("layout", x.layout);
  visit("trace", x.trace);
  visit("mode", x.mode);
  visit("level", x.level);
  visit("engine", x.engine);
  visit("options", x.options);
  visit("notes", x.notes);
  visit("repeats", x.repeats);
}

}  // namespace ioreel
