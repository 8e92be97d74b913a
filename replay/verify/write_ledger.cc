#include "replay/verify/write_ledger.h"

#include <algorithm>
#include <iterator>

namespace ioreel {

uint64_t WriteLedger::Begin(uint64_t offset, uint64_t length, bool unknown) {
  const uint64_t end = offset + length;
  ++sequence_;
  CutAt(offset);
  CutAt(end);
  auto at = extents_.lower_bound(offset);
  for (uint64_t begin = offset; begin < end; ++at) {
    if (at == extents_.end() || at->first > begin) {
      const uint64_t gap_end = at == extents_.end() ? end : std::min(end, at->first);
      at = extents_.emplace_hint(at, begin, Extent{.end = gap_end});
    }
    Extent& extent = at->second;
    if (extent.in_flight++ == 0) extent.group = sequence_;
    extent.newest = sequence_;
    extent.unknown |= unknown;
    begin = extent.end;
  }
  return sequence_;
}

void WriteLedger::End(uint64_t offset, uint64_t length, bool failed) {
  const uint64_t end = offset + length;
  ++now_;
  for (auto at = extents_.lower_bound(offset); at != extents_.end() && at->first < end; ++at) {
    Extent& extent = at->second;
    extent.unknown |= failed;
    if (--extent.in_flight > 0) continue;
    extent.oldest = extent.unknown ? 0 : extent.group;
    extent.unknown = false;
    extent.settled = now_;
  }
  Join(offset, end);
}

const WriteLedger::Extent* WriteLedger::Find(uint64_t offset) const {
  auto at = extents_.upper_bound(offset);
  if (at == extents_.begin()) return nullptr;
  const Extent& extent = std::prev(at)->second;
  return offset < extent.end ? &extent : nullptr;
}

/// Makes `offset` a border between extents, if it lies inside of one.
void WriteLedger::CutAt(uint64_t offset) {
  const auto next = extents_.lower_bound(offset);
  if (next == extents_.begin()) return;
  Extent& before = std::prev(next)->second;
  if (before.end <= offset) return;
  extents_.emplace_hint(next, offset, before);
  before.end = offset;
}

/// Makes one extent of those inside [offset, end) that are alike, and whose borders no write in
/// flight needs.
void WriteLedger::Join(uint64_t offset, uint64_t end) {
  auto at = extents_.lower_bound(offset);
  while (at != extents_.end() && at->second.end < end) {
    const auto next = std::next(at);
    Extent joined = at->second;
    joined.end = next->second.end;
    if (joined.in_flight == 0 && next->first == at->second.end && joined == next->second) {
      at->second.end = joined.end;
      extents_.erase(next);
    } else {
      at = next;
    }
  }
}

}  // namespace ioreel
