#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/host_facts.h"
#include "formats/model/op.h"
#include "formats/model/time.h"

/// What a replay measured, as result.json holds it (docs/result_format.md). Plain data; written
/// by replay, read by analysis, also years later and on another machine. Unknown times are kNoTime
/// here and null in JSON. A field is named as its key; one line for each in run_result_fields.h.

namespace ioreel {

struct LatencySummary {
  uint64_t count = 0;
  double mean_ns = 0;
  int64_t p50_ns = 0, p95_ns = 0, p99_ns = 0, p999_ns = 0, max_ns = 0;

  bool operator==(const LatencySummary&) const = default;
};

/// All I/Os of one op in one repeat. Failed I/Os count in `errors` only.
struct OpSummary {
  Op op = Op::kRead;
  uint64_t count = 0;
  uint64_t bytes = 0;
  uint64_t errors = 0;
  LatencySummary submission;  ///< time inside the submitting call
  LatencySummary completion;  ///< submit to completion

  bool operator==(const OpSummary&) const = default;
};

/// Something the target could not do as recorded, or that an option replaced.
struct Substitution {
  std::string what;  ///< "discard skipped: target has no discard"
  uint64_t count = 0;
  uint64_t bytes = 0;
  bool comparable = true;  ///< false: scores of this run must not be compared (--read-only, …)

  bool operator==(const Substitution&) const = default;
};

struct ErrorSummary {
  int error = 0;  ///< errno
  Op op = Op::kRead;
  uint64_t count = 0;
  uint64_t first_offset_bytes = 0;

  bool operator==(const ErrorSummary&) const = default;
};

/// Proof that the replay kept time. Issue-time error = |submit − due|; in timed mode due is the
/// recorded time, in the closed loops the moment the dependency and the think time allowed it.
struct Fidelity {
  uint64_t planned = 0, issued = 0;
  int64_t error_p50_ns = 0, error_p90_ns = 0, error_p99_ns = 0, error_max_ns = 0;
  int64_t drift_ns = kNoTime;  ///< median error of the last I/Os − of the first (docs); signed;
                               ///< kNoTime = fewer than 20 to judge by
  uint64_t late = 0;           ///< later than max_lag_ns
  uint64_t saturated = 0;  ///< late because the target's queue was full: not the replayer's fault
  int64_t max_lag_ns = 5'000'000;  ///< limit on error_p99_ns
  int64_t max_drift_ns = kNoTime;  ///< limit on |drift|; kNoTime where none applies
  bool valid = true;
  std::vector<std::string> reasons;  ///< why not valid

  bool operator==(const Fidelity&) const = default;
};

struct SecondSummary {
  uint64_t reads = 0, writes = 0, others = 0;
  uint64_t read_bytes = 0, written_bytes = 0;

  bool operator==(const SecondSummary&) const = default;
};

/// What one member of an array or cache did for it; figures as those of the whole in RepeatResult.
struct MemberResult {
  std::string path;
  uint64_t read_bytes = 0, written_bytes = 0;
  int64_t busy_ns = 0;
  double bandwidth_bytes_per_s = 0;
  double iops = 0;
  double mean_access_ns = 0;
  double mean_depth = 0;
  std::vector<OpSummary> ops;
  std::vector<ErrorSummary> errors;

  bool operator==(const MemberResult&) const = default;
};

/// What one cache did. An I/O looks up each block that it touches.
struct CacheResult {
  uint64_t block_bytes = 0;
  uint64_t blocks = 0;  ///< that it can hold
  uint64_t read_hits = 0, read_misses = 0;
  uint64_t write_hits = 0, write_misses = 0;
  double read_hit_ratio = 0;  ///< read_hits / reads; NaN = no block was read
  uint64_t promoted = 0;      ///< blocks that it took in
  uint64_t evicted = 0;       ///< blocks that made room for others
  uint64_t written_back = 0;  ///< blocks, during the replay
  uint64_t dirty = 0;         ///< blocks still to be written back at its end

  bool operator==(const CacheResult&) const = default;
};

/// Of a target that is made of several devices.
struct ArrayResult {
  double write_amplification = 0;  ///< bytes written to members / to the whole; NaN = none
  std::vector<MemberResult> members;
  std::vector<CacheResult> caches;  ///< in the order of the spec

  bool operator==(const ArrayResult&) const = default;
};

/// What --verify found: whether what was read is what was written. Bytes are counted in 512s.
struct Verification {
  uint64_t checked_bytes = 0;
  uint64_t unknown_bytes = 0;  ///< not judged, for what docs/result_format.md says of it
  uint64_t mismatched_bytes = 0;
  uint64_t first_offset_bytes = 0;         ///< of the first mismatch
  std::string first;                       ///< what was found there; "" = there was none
  uint64_t unread_bytes = 0;               ///< that were written, and could not be read: not judged
  uint64_t first_unread_offset_bytes = 0;  ///< of the first of these
  std::string first_unread;                ///< why; "" = there was none

  bool operator==(const Verification&) const = default;
};

struct RepeatResult {
  int64_t completion_ns =
      kNoTime;  ///< application time: think before the first I/O + replay + think after the last
  int64_t drain_ns = 0;    ///< writeback after the command's end
  int64_t busy_ns = 0;     ///< union of the read and write in-flight intervals
  int64_t elapsed_ns = 0;  ///< first submit to last completion
  uint64_t read_bytes = 0, written_bytes = 0;
  double bandwidth_bytes_per_s = 0;  ///< (read + written) / busy
  double iops = 0;                   ///< I/Os completed / elapsed
  double mean_access_ns = 0;         ///< mean completion latency of reads and writes
  double mean_depth = 0;             ///< time-weighted I/Os in flight while busy
  int max_depth = 0;
  int64_t cpu_ns = 0;  ///< user + system time of the replaying process
  std::vector<OpSummary> ops;
  std::vector<SecondSummary> seconds;
  std::vector<ErrorSummary> errors;
  std::vector<Substitution> substitutions;
  std::optional<ArrayResult> array;   ///< none where the target is one file or device
  std::vector<MemberResult> volumes;  ///< one for each target where there are several
  Fidelity fidelity;
  std::optional<Verification> verification;  ///< none without --verify
  bool complete = true;                      ///< false: interrupted or cut by --duration

  bool operator==(const RepeatResult&) const = default;
};

/// A file or device that is part of an array or cache.
struct MemberFacts {
  std::string path;
  std::string kind;  ///< as TargetFacts::kind of a single one
  std::string model, serial, wwid;
  uint64_t size_bytes = 0;

  bool operator==(const MemberFacts&) const = default;
};

/// What was replayed onto.
struct TargetFacts {
  std::string spec;    ///< as the user named it
  std::string kind;    ///< "file", "device", "simulated"; of an array "raid5" and so on
  bool direct = true;  ///< false: through the page cache; the score is withheld
  std::string model, serial, wwid;
  uint64_t size_bytes = 0;
  uint32_t logical_block_bytes = 0;
  std::optional<bool> rotational;
  std::string filesystem;  ///< of a file: type it lies on
  std::string scheduler;
  std::vector<MemberFacts> members;  ///< of an array or cache; else none, and the drive's identity
                                     ///< is told above

  bool operator==(const TargetFacts&) const = default;
};

/// Where a device of the trace was replayed.
struct DeviceLayout {
  std::string device;       ///< name in the trace
  std::string target;       ///< as the user named it
  uint64_t base_bytes = 0;  ///< of the device, in what was replayed onto that target

  bool operator==(const DeviceLayout&) const = default;
};

/// The trace, as far as a score needs it.
struct TraceFacts {
  std::string path;
  std::string digest;  ///< formats/digest.h
  std::string source;
  std::string command;
  int64_t recorded_completion_ns =
      kNoTime;  ///< exit − start of the command, else first queue to last completion
  int64_t recorded_busy_ns = kNoTime;
  double recorded_mean_depth = 0;
  bool tainted = false;
  uint64_t lost_events = 0;
  std::map<std::string, uint64_t> left_out;  ///< I/Os not replayed, by reason ("task class other")

  bool operator==(const TraceFacts&) const = default;
};

struct RunResult {
  static constexpr int kSchemaVersion = 5;

  std::string ioreel_version;
  int64_t created_wall_ns = 0;
  HostFacts host;
  TargetFacts target;
  std::vector<DeviceLayout> layout;  ///< of each device that was replayed
  TraceFacts trace;
  std::string mode;    ///< dependent, stream, timed, afap
  std::string level;   ///< queue, issue
  std::string engine;  ///< io_uring, libaio, sync, null, sim
  std::map<std::string, std::string>
      options;  ///< every option that changes what is measured, as text
  std::map<std::string, std::string> notes;  ///< what was obtained: "wake_up_cost_ns", "realtime"
  std::vector<RepeatResult> repeats;

  bool operator==(const RunResult&) const = default;
};

}  // namespace ioreel
