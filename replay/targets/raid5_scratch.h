#pragma once

#include <cstdint>
#include <vector>

#include "replay/targets/raid5_layout.h"

namespace ioreel {

/// How much scratch memory requests to a RAID 5 take for parity, for what is read to make it, and
/// for what stands in for a missing member.
class Raid5Scratch {
 public:
  Raid5Scratch(const Raid5Layout& layout, bool degraded);

  /// Of any request of up to `length` bytes: what the worst takes, or, degraded, what it could if
  /// the missing member were in the worst place in each of its stripes.
  uint64_t Most(uint64_t length) const;

  /// I/Os of members that such a request becomes, at most.
  uint64_t MemberIos(uint64_t length) const;

 private:
  /// What a part of a request takes that lies within one stripe. Wherever it begins, each row has
  /// as many chunks of it as go into its length, or one more: so much for each of the two.
  struct Part {
    uint64_t chunk = 0;
    std::vector<uint64_t> rows = {};  ///< by chunks in a row: rows of memory
    std::vector<uint64_t> most = {};  ///< by whole chunks: the most of parts up to as long

    uint64_t At(uint64_t length) const;
    uint64_t MostUpTo(uint64_t length) const;
  };

  static Part MakePart(const Raid5Layout& layout, std::vector<uint64_t> rows);
  uint64_t Most(const Part& part, uint64_t length) const;

  const Raid5Layout layout_;
  Part write_, rebuild_;
};

}  // namespace ioreel
