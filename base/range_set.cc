#include "base/range_set.h"

#include <algorithm>
#include <utility>

namespace ioreel {

void RangeSet::Add(uint64_t begin, uint64_t length) {
  if (length == 0) return;
  const uint64_t end = (begin + length + granule_ - 1) & ~(granule_ - 1);
  begin &= ~(granule_ - 1);
  if (begin >= last_begin_ && end <= last_end_) return;
  Insert(begin, end);
  while (ranges_.size() > most_ranges_) Coarsen();
}

void RangeSet::Insert(uint64_t begin, uint64_t end) {
  auto next = ranges_.upper_bound(begin);
  if (next != ranges_.begin() && std::prev(next)->second >= begin) --next;
  while (next != ranges_.end() && next->first <= end) {
    begin = std::min(begin, next->first);
    end = std::max(end, next->second);
    bytes_ -= next->second - next->first;
    next = ranges_.erase(next);
  }
  ranges_.emplace_hint(next, begin, end);
  bytes_ += end - begin;
  last_begin_ = begin;
  last_end_ = end;
}

void RangeSet::Coarsen() {
  granule_ *= 2;
  absl::btree_map<uint64_t, uint64_t> fine;
  fine.swap(ranges_);
  bytes_ = 0;
  for (const auto& [begin, end] : fine) {
    Insert(begin & ~(granule_ - 1), (end + granule_ - 1) & ~(granule_ - 1));
  }
}

void RangeBatch::Flush() {
  std::sort(ranges_.begin(), ranges_.end());
  for (const auto& [begin, length] : ranges_) set_->Add(begin, length);
  ranges_.clear();
}

}  // namespace ioreel
