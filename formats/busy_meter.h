#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace ioreel {

/// How busy a device was, from the times its I/Os were in flight: the union of the intervals and
/// the depth over it. Intervals are half open, so an I/O that starts as another ends does not
/// overlap it. Memory grows with the depth, not with the number of I/Os.
class BusyMeter {
 public:
  /// REQUIRES: start_ns not before the last one's, start_ns ≤ end_ns.
  void Add(int64_t start_ns, int64_t end_ns);

  int64_t busy_ns() const { return busy_ns_; }  ///< time with at least one I/O in flight
  /// I/Os in flight, averaged over the busy time; 0 when there was none.
  double mean_depth() const;
  int max_depth() const { return static_cast<int>(max_depth_); }

 private:
  std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> in_flight_;  ///< their ends
  int64_t last_start_ns_ = 0;
  int64_t covered_to_ns_ = 0;  ///< end of the union so far
  int64_t busy_ns_ = 0;
  double in_flight_ns_ = 0;  ///< sum of the lengths
  size_t max_depth_ = 0;
  bool any_ = false;
};

}  // namespace ioreel
