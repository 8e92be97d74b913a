#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/charts/growing_bins.h"

namespace ioreel {

/// Counts of points in cells of a plane, in fixed memory, whatever the ranges turn out to be.
class DensityGrid {
 public:
  /// What there is to draw; rows from the lowest y up.
  struct Picture {
    uint32_t columns = 0, rows = 0;
    uint64_t x_low = 0, y_low = 0;    ///< where the first column and row begin
    double x_width = 0, y_width = 0;  ///< of each
    std::vector<uint64_t> counts;     ///< row after row

    uint64_t at(uint32_t column, uint32_t row) const {
      return counts[size_t{row} * columns + column];
    }
  };

  /// At most so many columns and rows, powers of two; the first bins are 2^shift wide.
  DensityGrid(uint32_t columns, int x_shift, uint32_t rows, int y_shift)
      : x_(columns, x_shift), y_(rows, y_shift) {}

  void Add(uint64_t x, uint64_t y) {
    if (!x_.Covers(x) || !y_.Covers(y)) MakeRoom(x, y);
    ++counts_[size_t{x_.Slot(x)} * y_.slot_count() + y_.Slot(y)];
  }

  bool empty() const { return counts_.empty(); }
  Picture picture() const;

 private:
  void MakeRoom(uint64_t x, uint64_t y);

  GrowingBins x_, y_;
  std::vector<uint64_t> counts_;  ///< column slot after column slot; allocated at the first point
};

}  // namespace ioreel
