#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "analysis/workload/block_walk.h"
#include "analysis/workload/distribution.h"
#include "base/histogram.h"

namespace ioreel {

/// How much else is touched before a block is touched again, and so which share of the touches a
/// cache that keeps the blocks touched last (LRU, of reads and writes alike) would find.
class ReuseDistances {
 public:
  struct Result {
    uint64_t touches = 0;  ///< of 4 KiB blocks; exact
    uint64_t first = 0;    ///< of them the first of their block
    Distribution bytes;    ///< distinct other bytes touched since the last touch, of the others
    /// Share of all touches that a cache of so many bytes, a power of two, would find; up to the
    /// one that finds all that any could.
    std::map<uint64_t, double> lru_hits;

    bool operator==(const Result&) const = default;
  };

  void Add(const BlockTouch& touch);
  void Merge(const ReuseDistances& other);
  /// `touches`: of all blocks, BlockWalk::touches(). A sample has too many or too few of them, as
  /// it has a block that is touched all the time or not; the difference counts at distance 0 for
  /// the hits (SHARDS-adj of the paper).
  Result result(uint64_t touches) const;

 private:
  uint64_t first_ = 0;
  Histogram bytes_;
  std::array<uint64_t, 65> by_width_{};  ///< touches by the bit width of their distance in blocks
};

}  // namespace ioreel
