#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "replay/targets/slot_heap.h"

namespace ioreel {

/// Which blocks a cache keeps, and which it lets go.
enum class CachePolicy {
  kLru,  ///< takes in every block; lets go of what was not used for longest
  kLfu,  ///< takes in every block; lets go of what was used least often while it was there
  kHot,  ///< takes in what was used twice lately, and more often than what it would let go of
};

/// Which block lies in which slot of a cache, and what is dirty. Allocates nothing after it was
/// made.
class CacheIndex {
 public:
  static constexpr uint32_t kNoSlot = UINT32_MAX;
  static constexpr uint64_t kNoBlock = UINT64_MAX;

  CacheIndex(uint32_t slots, CachePolicy policy);

  /// Notes that `block` is used, and returns its slot; kNoSlot when it is not there.
  uint32_t Use(uint64_t block);
  /// The same without noting anything.
  uint32_t Find(uint64_t block) const;

  /// Whether the policy wants `block`, which is not there and has just been used.
  bool Wants(uint64_t block);

  /// An empty slot; kNoSlot when there is none.
  uint32_t Empty() const { return empty_.empty() ? kNoSlot : empty_.back(); }
  /// The slot that would be let go of first among those that are clean, or dirty; kNoSlot when
  /// there is none. What has just been written back comes only when nothing else is clean: whoever
  /// lets go of it waits until it is written.
  uint32_t LowestClean();
  uint32_t LowestDirty() const { return dirty_.empty() ? kNoSlot : dirty_.lowest(); }

  void Put(uint64_t block);  ///< into Empty(), clean. REQUIRES: there is one; `block` is not there
  void Drop(uint32_t slot);  ///< what it holds
  void MakeDirty(uint32_t slot);
  void WrittenBack(uint32_t slot);  ///< REQUIRES: it is dirty
  void Clear();

  /// What the slot holds, or held last; kNoBlock = never anything.
  uint64_t block(uint32_t slot) const { return slots_[slot].block; }
  bool dirty(uint32_t slot) const { return slots_[slot].state == State::kDirty; }
  uint32_t slots() const { return static_cast<uint32_t>(slots_.size()); }
  uint32_t dirty_slots() const { return static_cast<uint32_t>(dirty_.size()); }

 private:
  enum class State : uint8_t { kEmpty, kClean, kWrittenBack, kDirty };
  struct Slot {
    uint64_t block = kNoBlock;
    SlotRank rank = {};
    uint32_t next = kNoSlot;  ///< in its chain of the hash table
    State state = State::kEmpty;
  };

  static uint64_t Hash(uint64_t block);
  uint32_t& Chain(uint64_t block) { return chains_[Hash(block) & (chains_.size() - 1)]; }
  SlotHeap* HeapOf(uint32_t slot);  ///< null where it is in none
  void SetState(uint32_t slot, State state);
  void TakeWrittenBack();
  uint8_t Heat(uint64_t block) const { return heat_[Hash(block) & (heat_.size() - 1)]; }
  void AddHeat(uint64_t block);
  SlotRank RankAfterUse(uint64_t block, SlotRank before) const;

  const CachePolicy policy_;
  std::vector<Slot> slots_;
  std::vector<uint32_t> chains_;  ///< by hash: the first slot of a chain
  std::vector<uint32_t> empty_;
  SlotHeap clean_, dirty_;
  std::vector<uint32_t> written_back_;  ///< a ring of slots, some of which have changed since
  size_t first_written_back_ = 0, waiting_ = 0;  ///< its first, and how many
  uint64_t uses_ = 0;                            ///< of any block: the clock of the ranks

  /// How often blocks were used lately, by hash: each use halves the next entry in turn.
  std::vector<uint8_t> heat_;
};

}  // namespace ioreel
