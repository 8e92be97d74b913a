#include "replay/prime/target_holes.h"

#include <algorithm>

#include "replay/prime/priming.h"

namespace ioreel {
namespace {

constexpr uint64_t kStretch = 1 << 20;

/// What of the part was asked for: all, unless it is read beside the request's data and only some
/// of it is copied there (the rest of a cache's block).
RangeSet Wanted(const MappedIo& mapped, const TargetPart& part) {
  RangeSet wanted{4096};
  for (const MemoryStep& step : mapped.steps) {
    const MemoryPlace from = step.from;
    const bool copied = step.kind == MemoryStep::Kind::kCopy && part.memory.scratch &&
                        from.scratch && from.offset >= part.memory.offset &&
                        from.offset + step.length <= part.memory.offset + part.length;
    if (copied) wanted.Add(part.offset + from.offset - part.memory.offset, step.length);
  }
  if (wanted.empty()) wanted.Add(part.offset, part.length);
  return wanted;
}

bool MeetsHole(const MappedIo& mapped, const std::vector<int>& fds) {
  return std::any_of(mapped.parts.begin(), mapped.parts.end(), [&](const TargetPart& part) {
    return part.op == Op::kRead && !FindHoles(fds[part.device], Wanted(mapped, part)).empty();
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
  target->Reset();
  return holes;
}

}  // namespace ioreel
