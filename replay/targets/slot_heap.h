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
  /// `ranks` by slot; borrowed.
  explicit SlotHeap(const std::vector<SlotRank>* ranks) : ranks_(ranks), places_(ranks->size(), 0) {
    heap_.reserve(ranks->size());
  }

  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  /// The slot with the lowest rank. REQUIRES: !empty().
  uint32_t lowest() const { return heap_.front(); }

  void Add(uint32_t slot) {
    heap_.push_back(slot);
    places_[slot] = static_cast<uint32_t>(heap_.size() - 1);
    Rise(heap_.size() - 1);
  }

  /// REQUIRES: it was added.
  void Remove(uint32_t slot) {
    const size_t place = places_[slot];
    Put(place, heap_.back());
    heap_.pop_back();
    if (place < heap_.size()) Settle(place);
  }

  /// Its rank has changed. REQUIRES: it was added.
  void Changed(uint32_t slot) { Settle(places_[slot]); }

  void Clear() { heap_.clear(); }

 private:
  bool Below(size_t a, size_t b) const { return (*ranks_)[heap_[a]] < (*ranks_)[heap_[b]]; }

  void Put(size_t place, uint32_t slot) {
    heap_[place] = slot;
    places_[slot] = static_cast<uint32_t>(place);
  }
  void Exchange(size_t a, size_t b) {
    const uint32_t slot = heap_[a];
    Put(a, heap_[b]);
    Put(b, slot);
  }
  void Settle(size_t place) { Sink(Rise(place)); }

  size_t Rise(size_t place) {
    for (; place > 0 && Below(place, (place - 1) / 2); place = (place - 1) / 2) {
      Exchange(place, (place - 1) / 2);
    }
    return place;
  }
  void Sink(size_t place) {
    for (size_t child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
      if (child + 1 < heap_.size() && Below(child + 1, child)) ++child;
      if (!Below(child, place)) return;
      Exchange(child, place);
      place = child;
    }
  }

  const std::vector<SlotRank>* ranks_;
  std::vector<uint32_t> heap_;    ///< slots; each below its two children
  std::vector<uint32_t> places_;  ///< by slot: its place in heap_
};

}  // namespace ioreel
