#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "base/range_set.h"

namespace ioreel {

/// Estimates how many distinct blocks were named, in bounded memory: keeps those whose hash ends in
/// so many zero bits that they are few enough. Off by 1 % at most, almost surely.
class DistinctBlocks {
 public:
  explicit DistinctBlocks(size_t max_kept) : max_kept_(max_kept) {}

  void Add(uint64_t block);
  /// Forgets all of [begin, end).
  void Remove(uint64_t begin, uint64_t end);
  void Merge(const DistinctBlocks& other);
  uint64_t estimate() const { return uint64_t{kept_.size()} << zero_bits_; }

 private:
  bool IsKept(uint64_t block) const;
  void KeepFewer();

  size_t max_kept_;
  int zero_bits_ = 0;
  absl::flat_hash_set<uint64_t> kept_;
};

/// How many distinct bytes were touched, in bounded memory. Exact while the touched bytes form at
/// most kMaxRanges separate ranges; beyond that, an estimate of the distinct 4 KiB blocks, besides
/// what I/Os of more than 64 GiB touched.
class Footprint {
 public:
  static constexpr size_t kMaxRanges = 1 << 17;
  static constexpr uint64_t kBlockBytes = 4096;

  /// A range that would pass the end of 64 bits ends there.
  void Add(uint64_t offset, uint64_t length);
  void Merge(const Footprint& other);

  uint64_t bytes() const;
  bool exact() const { return exact_; }

 private:
  void AddToEstimate(uint64_t start, uint64_t end);
  bool IsInLong(uint64_t block) const;
  void BecomeEstimate();

  bool exact_ = true;
  RangeSet ranges_{/*granule=*/1, kMaxRanges + 1};  ///< while exact
  DistinctBlocks blocks_{kMaxRanges};               ///< then, but those that begin in `long_`
  RangeSet long_;                                   ///< too long to go block by block
};

}  // namespace ioreel
