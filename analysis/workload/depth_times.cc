#include "analysis/workload/depth_times.h"

#include <algorithm>

#include "base/checked_math.h"
#include "formats/model/time.h"

namespace ioreel {

void DepthTimes::Add(const DepthSegment& segment) {
  const int64_t ns = NsBetween(segment.from_ns, segment.to_ns);
  if (segment.depth >= ns_.size()) ns_.resize(segment.depth + size_t{1});
  ns_[segment.depth] = SaturatingAdd(ns_[segment.depth], ns);
  if (segment.data_depth > 0) busy_ns_ = SaturatingAdd(busy_ns_, ns);
}

void DepthTimes::Merge(const DepthTimes& other) {
  ns_.resize(std::max(ns_.size(), other.ns_.size()));
  for (size_t i = 0; i < other.ns_.size(); ++i) ns_[i] = SaturatingAdd(ns_[i], other.ns_[i]);
  busy_ns_ = SaturatingAdd(busy_ns_, other.busy_ns_);
}

DepthTimes::Result DepthTimes::result() const {
  Result result;
  result.busy_ns = busy_ns_;
  double depth_ns = 0;
  for (uint32_t depth = 0; depth < ns_.size(); ++depth) {
    if (ns_[depth] > 0) result.ns[depth] = ns_[depth];
    if (depth == 0) continue;
    result.in_flight_ns = SaturatingAdd(result.in_flight_ns, ns_[depth]);
    depth_ns += static_cast<double>(depth) * static_cast<double>(ns_[depth]);
  }
  result.max = ns_.empty() ? 0 : static_cast<uint32_t>(ns_.size() - 1);
  if (result.in_flight_ns > 0) result.mean = depth_ns / static_cast<double>(result.in_flight_ns);
  return result;
}

uint32_t DepthTimes::Result::Quantile(double q) const {
  const double wanted_ns = q * static_cast<double>(in_flight_ns);
  double seen_ns = 0;
  uint32_t last = 0;
  for (const auto& [depth, time_ns] : ns) {
    if (depth == 0) continue;
    last = depth;
    seen_ns += static_cast<double>(time_ns);
    if (seen_ns >= wanted_ns) break;
  }
  return last;
}

}  // namespace ioreel
