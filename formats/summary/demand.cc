#include "formats/summary/demand.h"

#include <algorithm>
#include <bit>

#include "base/checked_math.h"

namespace ioreel {
namespace {

uint64_t EndOf(uint64_t offset, uint64_t length) {
  return CheckedAdd(offset, length).value_or(UINT64_MAX);
}

/// REQUIRES: not both are 0.
size_t AlignmentOf(uint64_t offset, uint64_t length) {
  return static_cast<size_t>(std::countr_zero(offset | length));
}

void AddSome(const Demand::PerAlignment& some, Demand::PerAlignment* all) {
  if (some.count == 0) return;
  all->first = all->count == 0 ? some.first : std::min(all->first, some.first);
  all->count += some.count;
}

}  // namespace

Demand::PerAlignment Demand::Unaligned(uint64_t block_bytes) const {
  PerAlignment all;
  for (int shift = 0; shift < std::countr_zero(block_bytes); ++shift) {
    AddSome(alignments[static_cast<size_t>(shift)], &all);
  }
  return all;
}

void Demand::Add(Op op, uint64_t offset, uint64_t length, uint64_t ordinal) {
  ++ios;
  PerOp& sum = ops[static_cast<size_t>(op)];
  ++sum.count;
  if (!HasRange(op)) return;
  sum.bytes += length;
  sum.longest = std::max(sum.longest, length);
  const uint64_t end = EndOf(offset, length);
  if (end > end_bytes) {
    end_bytes = end;
    furthest_ordinal = ordinal;
  }
  PerAlignment& alignment = alignments[AlignmentOf(offset, length)];
  if (alignment.count++ == 0) alignment.first = ordinal;
}

bool Demand::Holds(Op op, uint64_t offset, uint64_t length) const {
  const PerOp& sum = of(op);
  if (sum.count == 0 || !HasRange(op)) return sum.count > 0;
  return length <= sum.longest && EndOf(offset, length) <= end_bytes &&
         alignments[AlignmentOf(offset, length)].count > 0;
}

void Demand::Add(const Demand& other, uint64_t base_bytes) {
  ios += other.ios;
  for (size_t i = 0; i < ops.size(); ++i) {
    ops[i].count += other.ops[i].count;
    ops[i].bytes += other.ops[i].bytes;
    ops[i].longest = std::max(ops[i].longest, other.ops[i].longest);
  }
  const uint64_t end = EndOf(base_bytes, other.end_bytes);
  if (other.end_bytes > 0 && end > end_bytes) {
    end_bytes = end;
    furthest_ordinal = other.furthest_ordinal;
  }
  for (size_t i = 0; i < alignments.size(); ++i) AddSome(other.alignments[i], &alignments[i]);
}

}  // namespace ioreel
