#pragma once

#include "analysis/workload/depth_walk.h"
#include "analysis/workload/distribution.h"
#include "base/histogram.h"
#include "formats/model/time.h"

namespace ioreel {

/// Lengths in ns of the times between I/Os, with nothing in flight. What lies before the first
/// start and behind the last completion is no idle time.
class IdleTimes {
 public:
  void Add(const DepthSegment& segment) {
    if (segment.depth == 0) idle_ns_.Add(NsBetween(segment.from_ns, segment.to_ns));
  }
  void Merge(const IdleTimes& other) { idle_ns_.Merge(other.idle_ns_); }
  Distribution result() const { return Describe(idle_ns_); }

 private:
  Histogram idle_ns_;
};

}  // namespace ioreel
