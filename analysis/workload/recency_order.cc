#include "analysis/workload/recency_order.h"

#include <algorithm>
#include <bit>

namespace ioreel {

RecencyOrder::RecencyOrder(size_t most)
    : owner_((most * kPlacesAThing + kWordBits - 1) / kWordBits * kWordBits),
      bits_(owner_.size() / kWordBits),
      sums_(bits_.size() + 1) {}

void RecencyOrder::Clear() {
  std::fill(bits_.begin(), bits_.end(), 0);
  std::fill(sums_.begin(), sums_.end(), 0);
  next_ = 0;
  held_ = 0;
}

void RecencyOrder::AddToWord(size_t word, uint32_t delta) {
  for (size_t i = word + 1; i < sums_.size(); i += i & -i) sums_[i] += delta;
}

RecencyOrder::Place RecencyOrder::Take(uint64_t key) {
  const Place place = next_++;
  owner_[place] = key;
  Set(place);
  AddToWord(place / kWordBits, 1);
  ++held_;
  return place;
}

void RecencyOrder::Leave(Place place) {
  Unset(place);
  AddToWord(place / kWordBits, uint32_t(-1));
  --held_;
}

/// Of the sums that one and the other belong to, the last ones are the same: they stay as they are.
RecencyOrder::Place RecencyOrder::TakeAgain(Place place, uint64_t key) {
  const Place taken = next_++;
  owner_[taken] = key;
  Unset(place);
  Set(taken);
  size_t old = place / kWordBits + 1, now = taken / kWordBits + 1;
  while (old != now && old < sums_.size()) {
    if (old < now) {
      --sums_[old];
      old += old & -old;
    } else {
      ++sums_[now];
      now += now & -now;
    }
  }
  for (; now < old && now < sums_.size(); now += now & -now) ++sums_[now];
  return taken;
}

uint64_t RecencyOrder::CountSince(Place place) const {
  const size_t word = place / kWordBits;
  const uint64_t up_to = ~uint64_t{0} >> (kWordBits - 1 - place % kWordBits);
  auto older = static_cast<uint64_t>(std::popcount(bits_[word] & up_to));
  for (size_t i = word; i > 0; i &= i - 1) older += sums_[i];
  return held_ - older;
}

}  // namespace ioreel
