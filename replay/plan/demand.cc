#include "replay/plan/demand.h"

#include <algorithm>
#include <bit>

#include "base/checked_math.h"

namespace ioreel {
namespace {

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

void Demand::Add(const Io& io) {
  ++ios;
  PerOp& op = ops[static_cast<size_t>(io.op)];
  ++op.count;
  if (!HasRange(io.op)) return;
  op.bytes += io.length;
  op.longest = std::max(op.longest, io.length);
  const uint64_t end = CheckedAdd(io.offset, io.length).value_or(UINT64_MAX);
  if (end > end_bytes) {
    end_bytes = end;
    furthest_ordinal = io.ordinal;
  }
  PerAlignment& alignment =
      alignments[static_cast<size_t>(std::countr_zero(io.offset | io.length))];
  if (alignment.count++ == 0) alignment.first = io.ordinal;
}

void Demand::Add(const Demand& other, uint64_t base_bytes) {
  ios += other.ios;
  for (size_t i = 0; i < ops.size(); ++i) {
    ops[i].count += other.ops[i].count;
    ops[i].bytes += other.ops[i].bytes;
    ops[i].longest = std::max(ops[i].longest, other.ops[i].longest);
  }
  const uint64_t end = CheckedAdd(base_bytes, other.end_bytes).value_or(UINT64_MAX);
  if (other.end_bytes > 0 && end > end_bytes) {
    end_bytes = end;
    furthest_ordinal = other.furthest_ordinal;
  }
  for (size_t i = 0; i < alignments.size(); ++i) AddSome(other.alignments[i], &alignments[i]);
}

}  // namespace ioreel
