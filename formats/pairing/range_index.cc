#include "formats/pairing/range_index.h"

#include <algorithm>

namespace ioreel {
namespace {

/// Has `older` waited so long that its event was lost, and this one is of `younger`?
bool IsStale(int64_t older_since_ns, int64_t younger_since_ns, int64_t now_ns) {
  constexpr int64_t kGraceNs = 10'000'000;
  constexpr int64_t kTimes = 10;
  const int64_t younger_wait = now_ns - younger_since_ns;
  return now_ns - older_since_ns > kGraceNs &&
         (now_ns - older_since_ns - kGraceNs) / kTimes > younger_wait;
}

}  // namespace

void RangeIndex::Insert(const ByteRange& range) {
  if (ranges_.empty()) longest_ = 0;
  longest_ = std::max(longest_, range.length);
  ranges_.insert({{range.offset, range.order}, {range.length, range.id, range.since_ns}});
}

template <typename Fits>
RangeIndex::Map::iterator RangeIndex::FindAt(uint64_t offset, int64_t now_ns, Fits fits) {
  auto oldest = ranges_.end(), youngest = ranges_.end();
  for (auto it = ranges_.lower_bound({offset, 0});
       it != ranges_.end() && it->first.offset == offset; ++it) {
    if (!fits(it->second.length)) continue;
    if (oldest == ranges_.end()) oldest = it;
    youngest = it;
  }
  if (oldest == youngest) return oldest;
  return IsStale(oldest->second.since_ns, youngest->second.since_ns, now_ns) ? youngest : oldest;
}

std::optional<ByteRange> RangeIndex::Take(uint64_t offset, uint64_t length, int64_t now_ns) {
  if (ranges_.empty()) return std::nullopt;
  const auto equal = FindAt(offset, now_ns, [length](uint64_t other) { return other == length; });
  if (equal != ranges_.end() || length == 0) return Remove(equal);
  if (const auto range = TakeStartingAt(offset, now_ns)) return range;
  return Remove(FindContaining(offset));
}

std::optional<ByteRange> RangeIndex::TakeExactly(uint64_t offset, uint64_t length, int64_t now_ns) {
  return Remove(FindAt(offset, now_ns, [length](uint64_t other) { return other == length; }));
}

std::optional<ByteRange> RangeIndex::TakeNearestBelow(uint64_t offset, uint64_t length,
                                                      absl::FunctionRef<bool(uint64_t)> is_meant) {
  auto nearest = ranges_.end();
  for (auto it = ranges_.lower_bound({offset, 0}); it != ranges_.begin();) {
    --it;
    if (nearest != ranges_.end() && it->first.offset != nearest->first.offset) break;
    if (it->second.length == length && is_meant(it->second.id)) nearest = it;
  }
  return Remove(nearest);
}

std::optional<ByteRange> RangeIndex::TakeStartingAt(uint64_t offset, int64_t now_ns) {
  return Remove(FindAt(offset, now_ns, [](uint64_t length) { return length > 0; }));
}

std::optional<ByteRange> RangeIndex::TakeYoungest(uint64_t offset, uint64_t length) {
  auto youngest = ranges_.end();
  for (auto it = ranges_.lower_bound({offset, 0});
       it != ranges_.end() && it->first.offset == offset; ++it) {
    if (it->second.length == length) youngest = it;
  }
  return Remove(youngest);
}

std::optional<ByteRange> RangeIndex::TakeEndingAt(uint64_t end) {
  auto it = ranges_.lower_bound({end, 0});
  while (it != ranges_.begin()) {
    --it;
    if (it->first.offset + longest_ < end) break;
    if (it->first.offset + it->second.length == end) return Remove(it);
  }
  return std::nullopt;
}

std::vector<ByteRange> RangeIndex::TakeOldest(uint64_t bytes) {
  std::vector<ByteRange> oldest;
  for (const auto& [key, value] : ranges_) {
    oldest.push_back({key.offset, value.length, key.order, value.id, value.since_ns});
  }
  std::sort(oldest.begin(), oldest.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.order < b.order; });
  size_t count = 0;
  while (count < oldest.size() && oldest[count].length <= bytes) bytes -= oldest[count++].length;
  if (bytes != 0) return {};
  oldest.resize(count);
  for (const ByteRange& range : oldest) ranges_.erase({range.offset, range.order});
  return oldest;
}

std::optional<uint64_t> RangeIndex::NextStart(uint64_t offset) const {
  const auto next = ranges_.lower_bound({offset + 1, 0});
  if (next == ranges_.end()) return std::nullopt;
  return next->first.offset;
}

void RangeIndex::EraseId(uint64_t first, uint64_t last, uint64_t id) {
  for (auto it = ranges_.lower_bound({first, 0});
       it != ranges_.end() && it->first.offset <= last;) {
    it = it->second.id == id ? ranges_.erase(it) : std::next(it);
  }
}

void RangeIndex::Clear() { ranges_.clear(); }

RangeIndex::Map::iterator RangeIndex::FindContaining(uint64_t offset) {
  auto it = ranges_.lower_bound({offset, 0});
  while (it != ranges_.begin()) {
    --it;
    if (it->first.offset + longest_ <= offset) break;
    if (it->first.offset + it->second.length > offset) return it;
  }
  return ranges_.end();
}

std::optional<ByteRange> RangeIndex::Remove(Map::iterator found) {
  if (found == ranges_.end()) return std::nullopt;
  const ByteRange range{found->first.offset, found->second.length, found->first.order,
                        found->second.id, found->second.since_ns};
  ranges_.erase(found);
  return range;
}

}  // namespace ioreel
