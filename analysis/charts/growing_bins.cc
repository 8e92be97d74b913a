#include "analysis/charts/growing_bins.h"

#include <algorithm>

namespace ioreel {

std::vector<GrowingBins::Move> GrowingBins::MakeRoom(uint64_t value) {
  const uint64_t bin = value >> shift_;
  if (!any_) {
    any_ = true;
    first_ = last_ = bin;
    return {};
  }
  const uint64_t first = std::min(first_, bin), last = std::max(last_, bin);
  int doublings = 0;
  while ((last >> doublings) - (first >> doublings) > mask_) ++doublings;
  std::vector<Move> moves;
  if (doublings > 0) {
    for (uint32_t i = 0; i < count(); ++i)
      moves.push_back({SlotOf(first_ + i), SlotOf((first_ + i) >> doublings)});
  }
  shift_ += doublings;
  first_ = first >> doublings;
  last_ = last >> doublings;
  return moves;
}

}  // namespace ioreel
