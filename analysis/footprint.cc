#include "analysis/footprint.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr uint64_t kFirstGranularity = 4096;
constexpr uint64_t kEnd = std::numeric_limits<uint64_t>::max();

uint64_t RoundUp(uint64_t value, uint64_t unit) {
  return CheckedAdd(value, unit - 1).value_or(kEnd) / unit * unit;
}

}  // namespace

void Footprint::Add(uint64_t offset, uint64_t length) {
  if (length == 0) return;
  Insert(offset, CheckedAdd(offset, length).value_or(kEnd));
  while (ranges_.size() > max_ranges_) Coarsen();
}

void Footprint::Insert(uint64_t start, uint64_t end) {
  if (granularity_ > 1) {
    start = start / granularity_ * granularity_;
    end = std::max(RoundUp(end, granularity_), end);
  }
  auto after = ranges_.upper_bound(start);
  if (after != ranges_.begin() && std::prev(after)->second >= start) {
    --after;
    if (after->second >= end) return;
  } else {
    after = ranges_.emplace_hint(after, start, end);
  }
  const auto range = after++;
  while (after != ranges_.end() && after->first <= end) {
    end = std::max(end, after->second);
    after = ranges_.erase(after);
  }
  range->second = end;
}

/// Widens until there is room for as many ranges again.
void Footprint::Coarsen() {
  do {
    granularity_ = std::max(granularity_ * 2, kFirstGranularity);
    for (const auto& [start, end] : std::exchange(ranges_, {})) Insert(start, end);
  } while (ranges_.size() > max_ranges_ / 2);
}

uint64_t Footprint::bytes() const {
  uint64_t bytes = 0;
  for (const auto& [start, end] : ranges_) bytes += end - start;
  return bytes;
}

}  // namespace ioreel
