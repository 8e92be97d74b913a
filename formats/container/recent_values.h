#pragma once

#include <array>
#include <cstdint>

#include "absl/container/flat_hash_map.h"

namespace ioreel {

/// The last 254 distinct values of a column, so that a row names its value by a byte. The oldest
/// gives its place to a new one. Encoder and decoder keep the same, step by step.
template <typename T>
class RecentValues {
 public:
  static constexpr uint8_t kPlaces = 254;

  /// The place of `value`, or kPlaces. Only on the encoder's side, which inserts with Add().
  uint8_t Find(const T& value) {
    if (size_ > 0 && values_[last_] == value) return last_;
    const auto found = places_.find(value);
    if (found == places_.end()) return kPlaces;
    return last_ = found->second;
  }
  /// Places filled so far: 0 to size() - 1.
  uint8_t size() const { return size_; }
  /// REQUIRES: place < size().
  const T& operator[](uint8_t place) const { return values_[place]; }

  /// Puts a new value in the oldest place. REQUIRES: Find(value) was kPlaces.
  void Add(const T& value) {
    if (size_ == kPlaces) places_.erase(values_[next_]);
    places_.emplace(value, next_);
    Replace(value);
  }
  /// The same without the means to find it again; the decoder's.
  void Replace(const T& value) {
    last_ = next_;
    values_[last_] = value;
    if (size_ < kPlaces) ++size_;
    next_ = next_ + 1 == kPlaces ? 0 : next_ + 1;
  }

 private:
  std::array<T, kPlaces> values_{};
  uint8_t next_ = 0;
  uint8_t last_ = 0;
  uint8_t size_ = 0;
  absl::flat_hash_map<T, uint8_t> places_;
};

}  // namespace ioreel
