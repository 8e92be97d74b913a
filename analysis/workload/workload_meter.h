#pragma once

#include <cstdint>

#include "analysis/workload/arrival_gaps.h"
#include "analysis/workload/block_walk.h"
#include "analysis/workload/level_meter.h"
#include "analysis/workload/seek_distances.h"
#include "analysis/workload/working_set.h"
#include "analysis/workload/workload.h"

namespace ioreel {

/// Gathers every statistic of a Workload as the I/Os of a level come, in time order.
class WorkloadMeter {
 public:
  explicit WorkloadMeter(int64_t step_ns);

  /// As LevelMeter::Add.
  void Add(const Io& io);
  /// When the queued I/O went through its stages.
  void AddStages(const QueuedIo& io);

  /// Without info and level, which the meter does not know. REQUIRES: called once.
  Workload Finish();

 private:
  std::vector<WorkloadStep> Steps(int64_t* step_ns);

  DepthSteps depth_steps_;
  LevelMeter level_;
  LatencyByOp q2d_, d2c_;
  ArrivalGaps gaps_;
  SeekDistances seeks_;
  FlushIntervals flushes_;
  StepTable step_table_;
  HotRanges hot_;
  BlockWalk blocks_;
  ReuseDistances reuse_;
  WorkingSet working_set_;
};

}  // namespace ioreel
