#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ioreel {

/// Length of the union of intervals that come roughly in order of their ends, as samples of a
/// replay do (formats/busy_meter.h takes them in order of their starts). Half open; bounded memory:
/// an interval that reaches back over more than kKept gaps counts from the oldest of those on.
class BusyUnion {
 public:
  static constexpr size_t kKept = size_t{1} << 16;

  /// REQUIRES: start_ns ≤ end_ns.
  void Add(int64_t start_ns, int64_t end_ns);

  int64_t busy_ns() const { return busy_ns_; }
  /// Average number of intervals at a time of the union; 0 when it is empty.
  double mean_depth() const { return busy_ns_ > 0 ? total_ns_ / static_cast<double>(busy_ns_) : 0; }

 private:
  struct Interval {
    int64_t start_ns, end_ns;
  };
  std::vector<Interval> union_;  ///< the latest ones, disjoint, in order
  int64_t busy_ns_ = 0;
  double total_ns_ = 0;
};

}  // namespace ioreel
