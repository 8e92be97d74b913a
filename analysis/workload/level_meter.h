#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/workload/depth_steps.h"
#include "analysis/workload/depth_times.h"
#include "analysis/workload/depth_walk.h"
#include "analysis/workload/footprint.h"
#include "analysis/workload/idle_times.h"
#include "analysis/workload/latency_by_op.h"
#include "analysis/workload/level_stats.h"
#include "analysis/workload/op_mix.h"
#include "analysis/workload/sequentiality.h"
#include "formats/level_reader.h"

namespace ioreel {

/// Gathers the LevelStats of I/Os as they come, in time order. Memory grows with the tasks,
/// devices and I/Os in flight, not with the trace.
class LevelMeter {
 public:
  /// `depth_steps`, where given, gets the depth over time; it must outlive the meter.
  explicit LevelMeter(DepthSteps* depth_steps = nullptr) : depth_steps_(depth_steps) {}

  /// True for a read or write that is sequential on its device (Sequentiality).
  /// REQUIRES: start_ns known and not before the last one's, or kNoTime.
  bool Add(const Io& io);

  /// REQUIRES: called once, and nothing is added after it.
  LevelStats Finish();

 private:
  bool AddPlace(const Io& io);
  void AddTimes(const Io& io);
  void AddDepth(const DepthSegment& segment);
  void AddIdle(int64_t from_ns, int64_t to_ns);

  LevelStats stats_;  ///< what needs no more than adding up
  OpMix ops_;
  LatencyByOp latency_;
  std::array<uint64_t, 16> flags_ = {};  ///< by bit
  std::vector<Activity> priorities_;     ///< by number
  std::vector<Footprint> footprints_;    ///< by device
  Sequentiality by_device_, by_task_;
  DepthWalk walk_;
  DepthTimes depth_;
  IdleTimes idle_;
  DepthSteps* const depth_steps_;
  bool any_completion_ = false;
  int64_t walk_from_ns_ = 0, walk_to_ns_ = kNoTime;  ///< what `walk_` tells of
};

}  // namespace ioreel
