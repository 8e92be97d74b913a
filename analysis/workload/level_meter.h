#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/footprint.h"
#include "analysis/level_stats.h"
#include "base/histogram.h"
#include "formats/busy_meter.h"
#include "formats/level_reader.h"

namespace ioreel {

/// Share of reads and writes that go on where the last one of their stream ended.
class SequentialMeter {
 public:
  /// `stream` tells apart what is looked at on its own: a device, or a task on a device.
  void Add(uint64_t stream, const Io& io);
  std::optional<double> share() const;

 private:
  std::unordered_map<uint64_t, uint64_t> next_offset_;  ///< by stream and direction
  uint64_t sequential_ = 0;
  uint64_t total_ = 0;
};

/// Gathers the LevelStats of I/Os as they come, in time order. Memory grows with the tasks,
/// devices and I/Os in flight, not with the trace.
class LevelMeter {
 public:
  /// REQUIRES: start_ns known and not before the last one's, or kNoTime.
  void Add(const Io& io);

  LevelStats Finish() const;

 private:
  void AddTimes(const Io& io);
  void AddPlace(const Io& io);

  LevelStats stats_;
  std::array<OpStats, kOpCount> ops_;
  std::vector<Histogram> latency_ = std::vector<Histogram>(kOpCount);
  std::array<uint64_t, 16> flags_ = {};  ///< by bit
  std::array<SizeStats, 65> sizes_;      ///< by the exponent of the power of two
  std::vector<Footprint> footprints_;    ///< by device
  SequentialMeter by_device_, by_task_;
  BusyMeter in_flight_, busy_;
  uint64_t completions_ = 0;
};

}  // namespace ioreel
