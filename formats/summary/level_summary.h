#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "formats/busy_meter.h"
#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "formats/summary/demand.h"

namespace ioreel {

/// What some I/Os of one level of a trace amount to.
struct LevelSummary {
  Demand all;  ///< of all together, as if they went to one place
  /// By device, in offsets from its start: a partition's are counted from there.
  std::map<uint16_t, Demand> devices;
  std::map<std::string, uint64_t> left_out;  ///< by reason, as IoSelector

  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< start of the first and last I/O
  int64_t last_complete_ns = kNoTime;             ///< kNoTime: no completion is recorded
  uint64_t without_completion = 0;
  uint64_t without_thread = 0;  ///< no thread id is recorded
  int64_t busy_ns = 0;          ///< BusyMeter of reads and writes, as recorded
  double mean_depth = 0;        ///< as that

  bool operator==(const LevelSummary&) const = default;
};

/// `io.offset` from the start of its device, as LevelSummary::devices has it.
uint64_t OffsetInDevice(const Io& io, const TraceInfo& info);

/// Sums up one I/O after the other. Not thread-safe.
class LevelSummarizer {
 public:
  /// `offset` as OffsetInDevice, or scaled. REQUIRES: I/Os in order of start_ns.
  void Add(const Io& io, uint64_t offset, const TraceInfo& info);

  const LevelSummary& so_far() const { return sum_; }  ///< without `all` and the BusyMeter's
  LevelSummary Finish();

 private:
  Demand& DemandOf(uint16_t device);

  LevelSummary sum_;
  BusyMeter busy_;
  uint16_t last_device_ = 0;
  Demand* last_ = nullptr;  ///< that device's; a map's entries stay where they are
};

}  // namespace ioreel
