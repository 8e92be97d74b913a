#include "analysis/workload/reuse_distances.h"

#include <algorithm>
#include <bit>

namespace ioreel {

void ReuseDistances::Add(const BlockTouch& touch) {
  if (!touch.blocks) {
    first_ += touch.weight;
    return;
  }
  bytes_.Add(static_cast<int64_t>(*touch.blocks * BlockWalk::kBlockBytes), touch.weight);
  by_width_[static_cast<size_t>(std::bit_width(*touch.blocks))] += touch.weight;
}

void ReuseDistances::Merge(const ReuseDistances& other) {
  first_ += other.first_;
  bytes_.Merge(other.bytes_);
  for (size_t i = 0; i < by_width_.size(); ++i) by_width_[i] += other.by_width_[i];
}

/// A block at distance d is found by a cache of more than d blocks: one of 2^k blocks finds those
/// whose distance has a width of at most k bits.
ReuseDistances::Result ReuseDistances::result(uint64_t touches) const {
  Result result;
  result.touches = touches;
  result.first = first_;
  result.bytes = Describe(bytes_);
  const double all = static_cast<double>(touches);
  double found = all - static_cast<double>(first_ + bytes_.count());
  uint64_t left = bytes_.count();
  for (size_t width = 0; left > 0; ++width) {
    found += static_cast<double>(by_width_[width]);
    left -= by_width_[width];
    result.lru_hits[BlockWalk::kBlockBytes << width] = std::clamp(found / all, 0.0, 1.0);
  }
  return result;
}

}  // namespace ioreel
