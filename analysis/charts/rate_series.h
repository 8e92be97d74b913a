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

  explicit RateSeries(uint32_t most_bins) : bins_(most_bins) {}

  void Add(int64_t time_ns, OpGroup group, uint64_t bytes);

  bool empty() const { return bins_.empty(); }
  int64_t low_ns() const { return bins_.low_ns(); }  ///< REQUIRES: !empty()
  double width_ns() const { return bins_.width_ns(); }
  std::vector<Bin> bins() const { return bins_.bins(); }  ///< in order

 private:
  TimeBins<Bin> bins_;
};

}  // namespace ioreel
