#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "analysis/workload/recency_order.h"
#include "formats/level_reader.h"

namespace ioreel {

/// A read or write touched a block. It stands for `weight` touches of as many blocks.
struct BlockTouch {
  uint64_t weight = 1;
  int64_t time_ns = kNoTime;       ///< start of the I/O
  int64_t last_ns = kNoTime;       ///< start of the one that touched it last
  std::optional<uint64_t> blocks;  ///< distinct other blocks touched since; nullopt = first touch
};

/// What happened to a block from the first I/O to the last. It stands for `weight` blocks.
struct BlockFate {
  uint64_t weight = 1;
  uint32_t writes = 0;
  bool was_read = false;
};

/// Turns reads and writes into touches of 4 KiB blocks, in bounded memory: of more than most_blocks
/// distinct blocks it watches those whose hash lies below a bound, which halves whenever they are
/// too many (spatial sampling at a fixed size: SHARDS, Waldspurger et al., FAST 2015). Exact until
/// then; after that a share of all blocks is told with a standard error of 1 / √(blocks watched),
/// 0.8 % at worst. It needs the I/Os of a whole trace one after another; what it gives can be added
/// up in parts.
class BlockWalk {
 public:
  static constexpr uint64_t kBlockBytes = 4096;
  static constexpr size_t kMostBlocks = size_t{1} << 15;      ///< about 3 MiB
  static constexpr uint64_t kLongestIo = uint64_t{64} << 30;  ///< bytes of one I/O that count

  explicit BlockWalk(size_t most_blocks = kMostBlocks)
      : most_blocks_(most_blocks), order_(most_blocks + 1) {}

  /// Has the memory fetched that Add will need for the first block of the I/O.
  void Prefetch(const Io& io) const {
    const uint64_t key = KeyOf(io.offset / kBlockBytes, io.device);
    if (key <= bound_) blocks_.prefetch(key);
  }

  /// Hands `visit` the touches of the I/O. REQUIRES: HasPayload(io.op).
  template <typename Visit>
  void Add(const Io& io, Visit&& visit) {
    const uint64_t length = std::min({io.length, kLongestIo, UINT64_MAX - io.offset});
    if (length == 0) return;
    const uint64_t first_block = io.offset / kBlockBytes;
    const uint64_t last_block = (io.offset + (length - 1)) / kBlockBytes;
    touches_ += last_block - first_block + 1;
    for (uint64_t block = first_block; block <= last_block; ++block) {
      const uint64_t key = KeyOf(block, io.device);
      if (key <= bound_) visit(Touch(key, io));
    }
  }

  /// Hands `visit` the fate of each block that is watched.
  template <typename Visit>
  void ForEachBlock(Visit&& visit) const {
    for (const auto& [key, block] : blocks_)
      visit(BlockFate{uint64_t{1} << halvings_, block.writes, block.was_read != 0});
  }

  uint64_t touches() const { return touches_; }  ///< of all blocks, watched or not
  bool exact() const { return halvings_ == 0; }
  /// One block in so many is watched.
  uint64_t sampling() const { return uint64_t{1} << halvings_; }

 private:
  struct Block {
    int64_t last_ns = kNoTime;
    RecencyOrder::Place place = 0;
    uint32_t writes : 31 = 0;
    uint32_t was_read : 1 = 0;
  };
  struct KeyHash {
    size_t operator()(uint64_t key) const { return key; }
  };

  /// A bijection of the blocks of a device: every bit depends on every bit (SplitMix64's last
  /// steps).
  static uint64_t KeyOf(uint64_t block, uint16_t device) {
    uint64_t x = block ^ device * uint64_t{0x9e3779b97f4a7c15};
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  BlockTouch Touch(uint64_t key, const Io& io);
  void WatchFewer();
  void Renumber();

  const size_t most_blocks_;
  uint64_t bound_ = UINT64_MAX;
  int halvings_ = 0;
  uint64_t touches_ = 0;
  absl::flat_hash_map<uint64_t, Block, KeyHash> blocks_;
  RecencyOrder order_;
};

}  // namespace ioreel
