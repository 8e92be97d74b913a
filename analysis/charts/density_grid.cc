#include "analysis/charts/density_grid.h"

#include <utility>

namespace ioreel {

void DensityGrid::MakeRoom(uint64_t x, uint64_t y) {
  const size_t rows = y_.slot_count();
  if (counts_.empty()) counts_.resize(x_.slot_count() * rows);
  ApplyMoves(x_.MakeRoom(x), rows, &counts_);
  const std::vector<GrowingBins::Move> row_moves = y_.MakeRoom(y);
  if (row_moves.empty()) return;
  const std::vector<uint64_t> old = std::move(counts_);
  counts_.assign(old.size(), 0);
  for (size_t column = 0; column < old.size(); column += rows) {
    for (const GrowingBins::Move& move : row_moves)
      counts_[column + move.to] += old[column + move.from];
  }
}

DensityGrid::Picture DensityGrid::picture() const {
  Picture picture;
  if (empty()) return picture;
  picture.columns = x_.count();
  picture.rows = y_.count();
  picture.x_low = x_.low();
  picture.x_width = x_.width();
  picture.y_low = y_.low();
  picture.y_width = y_.width();
  picture.counts.reserve(size_t{picture.columns} * picture.rows);
  for (uint32_t row = 0; row < picture.rows; ++row) {
    for (uint32_t column = 0; column < picture.columns; ++column) {
      picture.counts.push_back(
          counts_[size_t{x_.NthSlot(column)} * y_.slot_count() + y_.NthSlot(row)]);
    }
  }
  return picture;
}

}  // namespace ioreel
