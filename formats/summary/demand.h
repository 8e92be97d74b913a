#pragma once

#include <array>
#include <cstdint>

#include "formats/model/op.h"

namespace ioreel {

/// What some I/Os ask of the place that they go to.
struct Demand {
  struct PerOp {
    uint64_t count = 0, bytes = 0, longest = 0;
    bool operator==(const PerOp&) const = default;
  };
  struct PerAlignment {
    uint64_t count = 0;
    uint64_t first = 0;  ///< its ordinal in the trace
    bool operator==(const PerAlignment&) const = default;
  };

  uint64_t ios = 0;
  std::array<PerOp, kOpCount> ops;
  uint64_t end_bytes = 0;         ///< the highest end of an I/O; all ones when beyond 2^64
  uint64_t furthest_ordinal = 0;  ///< the I/O that ends there
  /// I/Os by the power of two (its exponent) that divides both offset and length.
  std::array<PerAlignment, 64> alignments;

  const PerOp& of(Op op) const { return ops[static_cast<size_t>(op)]; }
  /// I/Os that are not multiples of `block_bytes`, a power of two.
  PerAlignment Unaligned(uint64_t block_bytes) const;

  /// REQUIRES: an op with a range has a length above 0.
  void Add(Op op, uint64_t offset, uint64_t length, uint64_t ordinal);
  /// False: such an I/O is not among those that were added. REQUIRES: as Add.
  bool Holds(Op op, uint64_t offset, uint64_t length) const;
  /// Adds what asks the same of a place that begins at `base_bytes` of this one, a multiple of
  /// every block size.
  void Add(const Demand& other, uint64_t base_bytes);

  bool operator==(const Demand&) const = default;
};

}  // namespace ioreel
