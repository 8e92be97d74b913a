#pragma once

#include <algorithm>
#include <cstdint>

#include "analysis/workload/depth_walk.h"
#include "analysis/workload/step_series.h"

namespace ioreel {

/// Depth and busy time over time, by steps.
class DepthSteps {
 public:
  struct Cell {
    int64_t in_flight_ns = 0;  ///< with anything in flight
    int64_t busy_ns = 0;       ///< with reads or writes in flight
    double depth_ns = 0;       ///< sum of depth × time
    uint32_t max_depth = 0;

    /// Over in_flight_ns; 0 when that is 0.
    double mean_depth() const {
      return in_flight_ns == 0 ? 0 : depth_ns / static_cast<double>(in_flight_ns);
    }
    void Coarsen() {}
    void Merge(const Cell& later);
    bool operator==(const Cell&) const = default;
  };

  explicit DepthSteps(int64_t step_ns) : steps_(step_ns) {}

  void Add(const DepthSegment& segment);
  void Merge(const DepthSteps& later) { steps_.Merge(later.steps_); }
  StepSeries<Cell>& series() { return steps_; }

 private:
  StepSeries<Cell> steps_;
};

}  // namespace ioreel
