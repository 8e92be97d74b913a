#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "base/check.h"

namespace ioreel {

/// A stretch of time in which the same I/Os were in flight. An I/O that took no time has a segment
/// of its own, of no length, in which it counts.
struct DepthSegment {
  int64_t from_ns = 0, to_ns = 0;
  uint32_t depth = 0;       ///< I/Os in flight
  uint32_t data_depth = 0;  ///< of them reads and writes (HasPayload)
};

/// Turns I/Os in order of their starts into the step function of how many are in flight. Intervals
/// are half open, so an I/O that starts as another ends does not overlap it. It needs the I/Os of a
/// whole trace one after another; what it gives can be added up in parts. Memory grows with the
/// depth.
class DepthWalk {
 public:
  /// Hands `visit` the segments between the last start and this one.
  /// REQUIRES: start_ns not before the last one's, start_ns ≤ end_ns.
  template <typename Visit>
  void Add(int64_t start_ns, int64_t end_ns, bool has_data, Visit&& visit) {
    CHECK(start_ns <= end_ns && (!any_ || start_ns >= at_ns_));
    if (!any_) at_ns_ = start_ns;
    any_ = true;
    EndUntil(start_ns, visit);
    Advance(start_ns, visit);
    const auto depth = static_cast<uint32_t>(in_flight_.size());
    if (end_ns == start_ns) {
      visit(DepthSegment{start_ns, end_ns, depth + 1, data_depth_ + has_data});
      return;
    }
    in_flight_.push({end_ns, has_data});
    data_depth_ += has_data;
  }

  /// The segments that are left, when nothing follows.
  template <typename Visit>
  void Finish(Visit&& visit) {
    if (any_) EndUntil(INT64_MAX, visit);
  }

 private:
  struct InFlight {
    int64_t end_ns;
    bool has_data;
    bool operator>(const InFlight& other) const { return end_ns > other.end_ns; }
  };

  template <typename Visit>
  void EndUntil(int64_t time_ns, Visit& visit) {
    while (!in_flight_.empty() && in_flight_.top().end_ns <= time_ns) {
      Advance(in_flight_.top().end_ns, visit);
      data_depth_ -= in_flight_.top().has_data;
      in_flight_.pop();
    }
  }

  template <typename Visit>
  void Advance(int64_t time_ns, Visit& visit) {
    if (time_ns <= at_ns_) return;
    visit(DepthSegment{at_ns_, time_ns, static_cast<uint32_t>(in_flight_.size()), data_depth_});
    at_ns_ = time_ns;
  }

  std::priority_queue<InFlight, std::vector<InFlight>, std::greater<>> in_flight_;
  uint32_t data_depth_ = 0;
  int64_t at_ns_ = 0;
  bool any_ = false;
};

}  // namespace ioreel
