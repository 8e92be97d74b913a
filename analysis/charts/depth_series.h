#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analysis/charts/growing_bins.h"
#include "analysis/workload/depth_walk.h"

namespace ioreel {

/// I/Os in flight over time, in fixed memory.
class DepthSeries {
 public:
  struct Bin {
    double depth_ns = 0;     ///< sum of depth × time
    uint32_t max_depth = 0;  ///< most at once

    Bin& operator+=(const Bin& more) {
      depth_ns += more.depth_ns;
      max_depth = std::max(max_depth, more.max_depth);
      return *this;
    }
  };

  explicit DepthSeries(uint32_t most_bins) : bins_(most_bins) {}

  void Add(const DepthSegment& segment);

  bool empty() const { return bins_.empty(); }
  int64_t low_ns() const { return bins_.low_ns(); }  ///< REQUIRES: !empty()
  double width_ns() const { return bins_.width_ns(); }
  std::vector<Bin> bins() const { return bins_.bins(); }  ///< in order

 private:
  TimeBins<Bin> bins_;
};

}  // namespace ioreel
