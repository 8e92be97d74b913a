#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/charts/growing_bins.h"
#include "analysis/charts/op_group.h"

namespace ioreel {

/// I/Os and bytes over time, in fixed memory.
class RateSeries {
 public:
  struct Bin {
    std::array<uint64_t, kOpGroupCount> ios{};
    std::array<uint64_t, kOpGroupCount> bytes{};

    Bin& operator+=(const Bin& more);
  };

  explicit RateSeries(uint32_t most_bins) : times_(most_bins, kFirstShift), bins_(most_bins) {}

  void Add(int64_t time_ns, OpGroup group, uint64_t bytes);

  bool empty() const { return times_.empty(); }
  int64_t low_ns() const { return TimeOfAxis(times_.low()); }  ///< REQUIRES: !empty()
  double width_ns() const { return times_.width(); }
  std::vector<Bin> bins() const;  ///< in order

 private:
  static constexpr int kFirstShift = 10;  ///< about a µs

  GrowingBins times_;
  std::vector<Bin> bins_;
};

}  // namespace ioreel
