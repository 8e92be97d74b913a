#include "analysis/workload/depth_steps.h"

#include "base/checked_math.h"

namespace ioreel {

void DepthSteps::Cell::Merge(const Cell& later) {
  in_flight_ns = SaturatingAdd(in_flight_ns, later.in_flight_ns);
  busy_ns = SaturatingAdd(busy_ns, later.busy_ns);
  depth_ns += later.depth_ns;
  max_depth = std::max(max_depth, later.max_depth);
}

void DepthSteps::Add(const DepthSegment& segment) {
  if (segment.depth == 0) return;
  const auto add = [&segment](Cell& cell, int64_t ns) {
    cell.in_flight_ns = SaturatingAdd(cell.in_flight_ns, ns);
    if (segment.data_depth > 0) cell.busy_ns = SaturatingAdd(cell.busy_ns, ns);
    cell.depth_ns += static_cast<double>(segment.depth) * static_cast<double>(ns);
    cell.max_depth = std::max(cell.max_depth, segment.depth);
  };
  if (segment.from_ns == segment.to_ns)
    add(steps_.At(segment.from_ns), 0);
  else
    steps_.Spread(segment.from_ns, segment.to_ns, add);
}

}  // namespace ioreel
