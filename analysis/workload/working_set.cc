#include "analysis/workload/working_set.h"

#include <bit>
#include <numeric>

#include "base/check.h"

namespace ioreel {

uint64_t WorkingSet::Cell::bytes() const {
  return std::accumulate(blocks_.begin(), blocks_.end(), uint64_t{0}) * BlockWalk::kBlockBytes;
}

uint64_t WorkingSet::Cell::first_bytes() const { return blocks_[kFirst] * BlockWalk::kBlockBytes; }

/// Those at 1 were touched in the step that this one is about to be merged with.
void WorkingSet::Cell::Coarsen() {
  for (size_t i = 1; i + 1 < kNever; ++i) blocks_[i] = blocks_[i + 1];
  blocks_[kNever - 1] = 0;
}

void WorkingSet::Cell::Merge(const Cell& later) {
  for (size_t i = 0; i < blocks_.size(); ++i) blocks_[i] += later.blocks_[i];
}

void WorkingSet::Add(const BlockTouch& touch) {
  if (touch.time_ns == kNoTime) return;
  Cell& cell = steps_.At(touch.time_ns);
  if (!touch.blocks || touch.last_ns == kNoTime) return cell.Add(Cell::kFirst, touch.weight);
  if (touch.last_ns >= steps_.from_ns()) return;  // counted in this step
  const auto differ =
      static_cast<uint64_t>(steps_.NumberOf(touch.time_ns) ^ steps_.NumberOf(touch.last_ns));
  cell.Add(std::bit_width(differ), touch.weight);
}

}  // namespace ioreel
