#include "replay/prime/target_holes.h"

#include <algorithm>

#include "replay/prime/priming.h"

namespace ioreel {
namespace {

constexpr uint64_t kStretch = 1 << 20;

bool MeetsHole(const MappedIo& mapped, const std::vector<int>& fds) {
  return std::any_of(mapped.parts.begin(), mapped.parts.end(), [&](const TargetPart& part) {
    RangeSet range{4096};
    range.Add(part.offset, part.length);
    return !FindHoles(fds[part.device], range).empty();
  });
}

}  // namespace

RangeSet FindTargetHoles(Target* target, const std::vector<int>& fds, const RangeSet& ranges) {
  RangeSet holes{4096};
  MappedIo mapped;
  for (const auto& [begin, end] : ranges.ranges()) {
    for (uint64_t at = begin; at < std::min(end, target->size_bytes());) {
      const uint64_t length = std::min({kStretch, end - at, target->size_bytes() - at});
      target->Map({.offset = at, .length = length, .op = Op::kRead}, &mapped);
      if (MeetsHole(mapped, fds)) holes.Add(at, length);
      at += length;
    }
  }
  return holes;
}

}  // namespace ioreel
