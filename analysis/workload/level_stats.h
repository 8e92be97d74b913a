#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/model/op.h"
#include "formats/model/time.h"
#include "formats/result/run_result.h"

namespace ioreel {

/// The I/Os of one op at one level.
struct OpStats {
  uint64_t count = 0;
  uint64_t bytes = 0;
  uint64_t errors = 0;
  uint64_t no_completion = 0;  ///< completion never seen, or before the start
  LatencySummary latency;      ///< start to completion: Q2C at queue level, D2C at issue level
};

/// Reads and writes of one size class.
struct SizeStats {
  uint64_t reads = 0, writes = 0;
};

/// What one device or one task did.
struct Activity {
  uint64_t reads = 0, writes = 0, others = 0;
  uint64_t read_bytes = 0, written_bytes = 0;

  uint64_t count() const { return reads + writes + others; }
  Activity& operator+=(const Activity& more);
};

struct DeviceStats {
  Activity activity;
  uint64_t end_bytes = 0;        ///< one past the highest byte named
  uint64_t footprint_bytes = 0;  ///< distinct bytes read or written
  bool footprint_exact = true;   ///< false: an estimate, within 1 %
};

/// One level of a trace: its queued I/Os, or its issued requests.
struct LevelStats {
  uint64_t count = 0;
  uint64_t bytes = 0;         ///< of reads and writes
  uint64_t untimed = 0;       ///< without a start time: no latency, not in depth and busy time
  std::map<Op, OpStats> ops;  ///< those that occur
  std::map<std::string, uint64_t> flags;   ///< I/Os by flag name, those that occur
  std::map<uint64_t, SizeStats> size_mix;  ///< by the next power of two bytes
  std::vector<DeviceStats> devices;        ///< by index of TraceInfo::devices; may be shorter
  std::vector<Activity> tasks;             ///< by index of TraceInfo::tasks; may be shorter
  Activity unknown_task;

  /// Share of the reads and writes that start at the byte where the last one of the same kind and
  /// device, or of the same kind, device and task, ended; nullopt when there are none.
  std::optional<double> sequential_by_device, sequential_by_task;

  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< first and last start or completion
  int64_t span_ns() const { return first_ns == kNoTime ? 0 : NsBetween(first_ns, last_ns); }

  int64_t busy_ns = 0;       ///< with reads or writes in flight, as in result.json
  int64_t in_flight_ns = 0;  ///< with anything in flight
  double mean_depth = 0;     ///< over in_flight_ns
  int max_depth = 0;
  /// Share of the span with nothing in flight; nullopt when no completion is known.
  std::optional<double> idle_share;
};

}  // namespace ioreel
