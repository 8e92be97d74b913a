#include "replay/targets/cache_index.h"

#include <algorithm>
#include <bit>

namespace ioreel {
namespace {

constexpr uint8_t kHot = 2;               // uses
constexpr size_t kMostWrittenBack = 256;  // slots, about as many as I/Os may be in flight
constexpr size_t kHeatEntriesASlot = 8;   // uses are remembered about so many times the slots

size_t HeatEntries(uint32_t slots, CachePolicy policy) {
  if (policy != CachePolicy::kHot) return 1;
  return std::bit_ceil(std::max<size_t>(kHeatEntriesASlot * slots, 1024));
}

}  // namespace

CacheIndex::CacheIndex(uint32_t slots, CachePolicy policy)
    : policy_(policy),
      slots_(slots),
      chains_(std::bit_ceil(size_t{2} * slots)),
      clean_(slots),
      dirty_(slots),
      written_back_(std::min<size_t>(slots / 8, kMostWrittenBack) + 1),
      heat_(HeatEntries(slots, policy)) {
  empty_.reserve(slots);
  Clear();
}

/// The finalizer of MurmurHash3.
uint64_t CacheIndex::Hash(uint64_t block) {
  block = (block ^ block >> 33) * 0xff51afd7ed558ccd;
  block = (block ^ block >> 33) * 0xc4ceb9fe1a85ec53;
  return block ^ block >> 33;
}

void CacheIndex::Clear() {
  std::fill(slots_.begin(), slots_.end(), Slot());
  std::fill(chains_.begin(), chains_.end(), kNoSlot);
  std::fill(heat_.begin(), heat_.end(), 0);
  clean_.Clear();
  dirty_.Clear();
  waiting_ = 0;
  empty_.clear();
  for (uint32_t slot = slots(); slot-- > 0;) empty_.push_back(slot);
  uses_ = 0;
}

uint32_t CacheIndex::Find(uint64_t block) const {
  uint32_t slot = chains_[Hash(block) & (chains_.size() - 1)];
  while (slot != kNoSlot && slots_[slot].block != block) slot = slots_[slot].next;
  return slot;
}

void CacheIndex::AddHeat(uint64_t block) {
  uint8_t& heat = heat_[Hash(block) & (heat_.size() - 1)];
  heat_[uses_ & (heat_.size() - 1)] /= 2;
  heat = static_cast<uint8_t>(std::min(heat + 1, 255));
}

SlotRank CacheIndex::RankAfterUse(uint64_t block, SlotRank before) const {
  switch (policy_) {
    case CachePolicy::kLru:
      return {0, uses_};
    case CachePolicy::kLfu:
      return {before.weight + 1, uses_};
    case CachePolicy::kHot:
      return {Heat(block), uses_};
  }
  return {};
}

uint32_t CacheIndex::Use(uint64_t block) {
  ++uses_;
  if (policy_ == CachePolicy::kHot) AddHeat(block);
  const uint32_t slot = Find(block);
  if (slot == kNoSlot) return slot;
  slots_[slot].rank = RankAfterUse(block, slots_[slot].rank);
  if (SlotHeap* const heap = HeapOf(slot)) heap->SetRank(slot, slots_[slot].rank);
  return slot;
}

bool CacheIndex::Wants(uint64_t block) {
  if (policy_ != CachePolicy::kHot) return true;
  if (Heat(block) < kHot) return false;
  const uint32_t other = LowestClean() != kNoSlot ? LowestClean() : LowestDirty();
  return !empty_.empty() || other == kNoSlot || Heat(block) > Heat(slots_[other].block);
}

SlotHeap* CacheIndex::HeapOf(uint32_t slot) {
  const State state = slots_[slot].state;
  return state == State::kClean ? &clean_ : state == State::kDirty ? &dirty_ : nullptr;
}

void CacheIndex::SetState(uint32_t slot, State state) {
  if (SlotHeap* const heap = HeapOf(slot)) heap->Remove(slot);
  slots_[slot].state = state;
  if (SlotHeap* const heap = HeapOf(slot)) heap->Add(slot, slots_[slot].rank);
}

/// The one that was written back first may be let go of like any other now.
void CacheIndex::TakeWrittenBack() {
  const uint32_t slot = written_back_[first_written_back_];
  first_written_back_ = (first_written_back_ + 1) % written_back_.size();
  --waiting_;
  if (slots_[slot].state == State::kWrittenBack) SetState(slot, State::kClean);
}

uint32_t CacheIndex::LowestClean() {
  while (clean_.empty() && waiting_ > 0) TakeWrittenBack();
  return clean_.empty() ? kNoSlot : clean_.lowest();
}

void CacheIndex::Put(uint64_t block) {
  const uint32_t slot = empty_.back();
  empty_.pop_back();
  uint32_t& chain = Chain(block);
  slots_[slot] = {.block = block, .rank = RankAfterUse(block, SlotRank()), .next = chain};
  chain = slot;
  SetState(slot, State::kClean);
}

void CacheIndex::Drop(uint32_t slot) {
  SetState(slot, State::kEmpty);
  uint32_t* link = &Chain(slots_[slot].block);
  while (*link != slot) link = &slots_[*link].next;
  *link = slots_[slot].next;
  empty_.push_back(slot);
}

void CacheIndex::MakeDirty(uint32_t slot) {
  if (!dirty(slot)) SetState(slot, State::kDirty);
}

void CacheIndex::WrittenBack(uint32_t slot) {
  SetState(slot, State::kWrittenBack);
  written_back_[(first_written_back_ + waiting_++) % written_back_.size()] = slot;
  if (waiting_ == written_back_.size()) TakeWrittenBack();
}

}  // namespace ioreel
