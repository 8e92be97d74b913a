#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/workload/depth_times.h"
#include "analysis/workload/distribution.h"
#include "analysis/workload/latency_by_op.h"
#include "analysis/workload/op_mix.h"
#include "analysis/workload/sequentiality.h"
#include "formats/model/time.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Reads and writes of one size class.
struct SizeStats {
  uint64_t reads = 0, writes = 0;
};

/// What one device or one task did.
struct Activity {
  uint64_t reads = 0, writes = 0, others = 0;
  uint64_t read_bytes = 0, written_bytes = 0;

  uint64_t count() const { return reads + writes + others; }
  void Add(const Io& io);
  Activity& operator+=(const Activity& more);
};

struct DeviceStats {
  Activity activity;
  uint64_t end_bytes = 0;        ///< one past the highest byte named
  uint64_t footprint_bytes = 0;  ///< distinct bytes read or written
  bool footprint_exact = true;   ///< false: an estimate, within 1 %
};

inline constexpr int kTaskClassCount = 5;

/// One level of a trace: its queued I/Os, or its issued requests.
struct LevelStats {
  uint64_t count = 0;
  uint64_t bytes = 0;           ///< of reads and writes
  uint64_t untimed = 0;         ///< without a start time: no latency, not in depth and busy time
  OpMix::Result ops;            ///< by op and size
  LatencyByOp::Result latency;  ///< start to completion: Q2C at queue level, D2C at issue level
  std::map<std::string, uint64_t> flags;  ///< I/Os by flag name, those that occur
  std::vector<DeviceStats> devices;       ///< by index of TraceInfo::devices; may be shorter
  std::vector<Activity> tasks;            ///< by index of TraceInfo::tasks; may be shorter
  Activity unknown_task;
  std::map<uint8_t, Activity> priorities;  ///< those that occur; 0 = none told

  Sequentiality::Result by_device, by_task;  ///< streams: a device; a task on a device

  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< first and last start or completion
  int64_t span_ns() const { return first_ns == kNoTime ? 0 : NsBetween(first_ns, last_ns); }

  DepthTimes::Result depth;
  Distribution idle_ns;  ///< see IdleTimes
  /// Share of the span with nothing in flight; nullopt when no completion is known.
  std::optional<double> idle_share;

  bool completions_known() const { return !latency.ops.empty(); }

  /// I/Os by TaskClass; those of unknown tasks are in no class.
  std::array<Activity, kTaskClassCount> ByClass(const TraceInfo& info) const;
  /// Reads and writes by OpMix's size classes.
  std::map<uint64_t, SizeStats> SizeMix() const;
};

}  // namespace ioreel
