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

  explicit DepthSeries(uint32_t most_bins) : times_(most_bins, kFirstShift), bins_(most_bins) {}

  void Add(const DepthSegment& segment);

  bool empty() const { return times_.empty(); }
  int64_t low_ns() const { return TimeOfAxis(times_.low()); }  ///< REQUIRES: !empty()
  double width_ns() const { return times_.width(); }
  std::vector<Bin> bins() const;  ///< in order

 private:
  static constexpr int kFirstShift = 10;  ///< about a µs

  Bin& At(int64_t time_ns);

  GrowingBins times_;
  std::vector<Bin> bins_;
};

}  // namespace ioreel
