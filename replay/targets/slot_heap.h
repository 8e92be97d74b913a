#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ioreel {

/// How much a slot of a cache is worth: the one with the lowest rank goes first.
struct SlotRank {
  uint64_t weight = 0;
  uint64_t time = 0;  ///< of its last use; decides between equal weights

  auto operator<=>(const SlotRank&) const = default;
};

/// Slots in order of their ranks, as far as it takes to know the lowest: each change costs the
/// logarithm of their number. Allocates nothing after it was made.
class SlotHeap {
 public:
  explicit SlotHeap(size_t slots) : places_(slots, 0) { heap_.reserve(slots); }

  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  /// The slot with the lowest rank. REQUIRES: !empty().
  uint32_t lowest() const { return heap_.front().slot; }
  /// REQUIRES: it was added, here and below.
  SlotRank rank(uint32_t slot) const { return heap_[places_[slot]].rank; }

  void Add(uint32_t slot, SlotRank rank) {
    heap_.push_back({rank, slot});
    places_[slot] = static_cast<uint32_t>(heap_.size() - 1);
    Rise(heap_.size() - 1);
  }
  void Remove(uint32_t slot) {
    const size_t place = places_[slot];
    Put(place, heap_.back());
    heap_.pop_back();
    if (place < heap_.size()) Sink(Rise(place));
  }
  void SetRank(uint32_t slot, SlotRank rank) {
    const size_t place = places_[slot];
    heap_[place].rank = rank;
    Sink(Rise(place));
  }
  void Clear() { heap_.clear(); }

 private:
  struct Entry {
    SlotRank rank;
    uint32_t slot;
  };

  void Put(size_t place, Entry entry) {
    heap_[place] = entry;
    places_[entry.slot] = static_cast<uint32_t>(place);
  }
  size_t Rise(size_t place) {
    const Entry entry = heap_[place];
    for (; place > 0 && entry.rank < heap_[(place - 1) / 2].rank; place = (place - 1) / 2) {
      Put(place, heap_[(place - 1) / 2]);
    }
    Put(place, entry);
    return place;
  }
  void Sink(size_t place) {
    const Entry entry = heap_[place];
    for (size_t child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1].rank < heap_[child].rank) ++child;
      if (!(heap_[child].rank < entry.rank)) break;
      Put(place, heap_[child]);
      place = child;
    }
    Put(place, entry);
  }

  std::vector<Entry> heap_;       ///< each below its two children
  std::vector<uint32_t> places_;  ///< by slot: its place in heap_
};

}  // namespace ioreel
