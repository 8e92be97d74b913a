#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ioreel {

/// Tells for things that are touched again and again how many others were touched since: the stack
/// distance of Mattson et al. (1970). Each touch takes the next of a row of places; a bit says
/// which places are held, and a Fenwick tree sums the bits. About 15 ns a call; Renumber is called
/// for when the places run out.
class RecencyOrder {
 public:
  using Place = uint32_t;

  /// Room for `most` things at once. Memory: 37 bytes for each.
  explicit RecencyOrder(size_t most);

  bool full() const { return next_ == owner_.size(); }
  /// Touches `key` for the first time. REQUIRES: !full().
  Place Take(uint64_t key);
  void Leave(Place place);
  /// The same as Leave and Take. REQUIRES: !full().
  Place TakeAgain(Place place, uint64_t key);
  /// Things touched since the one that holds this place.
  uint64_t CountSince(Place place) const;

  /// Moves everything to the first places, in order, and tells moved(key, place).
  template <typename Moved>
  void Renumber(Moved&& moved) {
    std::vector<uint64_t> keys;
    for (Place place = 0; place < next_; ++place) {
      if (IsHeld(place)) keys.push_back(owner_[place]);
    }
    Clear();
    for (const uint64_t key : keys) moved(key, Take(key));
  }

 private:
  static constexpr size_t kWordBits = 64, kPlacesAThing = 4;

  bool IsHeld(Place place) const { return bits_[place / kWordBits] >> place % kWordBits & 1; }
  void Clear();
  void Set(Place place) { bits_[place / kWordBits] |= uint64_t{1} << place % kWordBits; }
  void Unset(Place place) { bits_[place / kWordBits] &= ~(uint64_t{1} << place % kWordBits); }
  void AddToWord(size_t word, uint32_t delta);

  std::vector<uint64_t> owner_;  ///< key by place
  std::vector<uint64_t> bits_;
  std::vector<uint32_t> sums_;  ///< Fenwick tree of the bits of each word
  Place next_ = 0;
  uint64_t held_ = 0;
};

}  // namespace ioreel
