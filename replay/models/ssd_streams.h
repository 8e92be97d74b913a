#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ioreel {

/// Which I/Os follow on others, and which stripes the controller holds since it read ahead of them.
class SsdStreams {
 public:
  SsdStreams() : held_(kHeld) { ends_.fill(UINT64_MAX); }

  /// Whether an I/O begins where one of the last streams ended. Notes where it ends.
  bool Follows(uint64_t offset, uint64_t length) {
    for (uint64_t& end : ends_) {
      if (offset != end) continue;
      end = offset + length;
      return true;
    }
    ends_[next_++ % ends_.size()] = offset + length;
    return false;
  }

  /// Since when a stripe is held; -1 = it is not.
  int64_t HeldFrom(uint64_t stripe) const {
    const Held& held = held_[stripe % kHeld];
    return held.stripe == stripe ? held.from_ns : -1;
  }
  void Hold(uint64_t stripe, int64_t from_ns) { held_[stripe % kHeld] = {stripe, from_ns}; }

 private:
  static constexpr size_t kHeld = 256;

  struct Held {
    uint64_t stripe = UINT64_MAX;
    int64_t from_ns = -1;
  };

  std::array<uint64_t, 16> ends_;  ///< of streams
  size_t next_ = 0;
  std::vector<Held> held_;
};

}  // namespace ioreel
