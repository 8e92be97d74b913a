#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"

namespace ioreel {

/// A set of byte ranges, merged where they touch, in bounded memory: when there are too many, the
/// granule doubles and every range grows to its multiples.
class RangeSet {
 public:
  /// Ranges are widened to multiples of `granule`, a power of two.
  RangeSet() : RangeSet(1) {}
  explicit RangeSet(uint64_t granule, size_t most_ranges = size_t{1} << 20)
      : granule_(granule), most_ranges_(most_ranges) {}

  /// REQUIRES: begin + length, rounded up to the granule, does not overflow.
  void Add(uint64_t begin, uint64_t length);

  /// Begin to end, in order.
  const absl::btree_map<uint64_t, uint64_t>& ranges() const { return ranges_; }
  uint64_t bytes() const { return bytes_; }  ///< sum of the lengths
  bool empty() const { return ranges_.empty(); }
  uint64_t granule() const { return granule_; }

 private:
  void Insert(uint64_t begin, uint64_t end);
  void Coarsen();

  uint64_t granule_;
  size_t most_ranges_;
  uint64_t bytes_ = 0;
  absl::btree_map<uint64_t, uint64_t> ranges_;
  uint64_t last_begin_ = 0, last_end_ = 0;  ///< the range that took the last Add
};

/// Gives a set its ranges in sorted batches: several times as fast where they come in no order.
class RangeBatch {
 public:
  explicit RangeBatch(RangeSet* set) : set_(set) {}
  ~RangeBatch() { Flush(); }
  RangeBatch(const RangeBatch&) = delete;
  RangeBatch& operator=(const RangeBatch&) = delete;

  /// As RangeSet::Add, at the latest at Flush or when this ends.
  void Add(uint64_t begin, uint64_t length) {
    ranges_.push_back({begin, length});
    if (ranges_.size() == kMost) Flush();
  }
  void Flush();

 private:
  static constexpr size_t kMost = size_t{1} << 18;

  RangeSet* const set_;
  std::vector<std::pair<uint64_t, uint64_t>> ranges_;
};

}  // namespace ioreel
