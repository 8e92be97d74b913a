#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/functional/function_ref.h"

namespace ioreel {

/// Bytes of a device that something waits for.
struct ByteRange {
  uint64_t offset = 0;
  uint64_t length = 0;  ///< 0 is a range too: it lies at `offset`
  uint64_t order = 0;   ///< age, unique among ranges that start at one offset: smaller is older
  uint64_t id = 0;      ///< what waits
  int64_t since_ns = 0;

  uint64_t end() const { return offset + length; }
};

/// A set of byte ranges that may overlap, looked up by where an event says something happened. Of
/// those that fit equally well the oldest is meant, for I/Os at one place keep their order; unless
/// it has waited so much longer than the youngest that its own event must have been lost. Without
/// that, one lost event would shift all later ones at its place.
class RangeIndex {
 public:
  void Insert(const ByteRange& range);

  /// Removes and returns the range that an event of `length` bytes at `offset` is about: one that
  /// starts there and is as long, else (if length > 0) one that starts there, else one that
  /// contains `offset`. What of it the event does not cover is the caller's to put back.
  std::optional<ByteRange> Take(uint64_t offset, uint64_t length, int64_t now_ns);
  /// One of exactly this place and length.
  std::optional<ByteRange> TakeExactly(uint64_t offset, uint64_t length, int64_t now_ns);
  /// The oldest of those of this length that start nearest below `offset`, among those whose id
  /// `is_meant`.
  std::optional<ByteRange> TakeNearestBelow(uint64_t offset, uint64_t length,
                                            absl::FunctionRef<bool(uint64_t)> is_meant);
  /// The youngest of exactly this place and length.
  std::optional<ByteRange> TakeYoungest(uint64_t offset, uint64_t length);
  /// One that starts at `offset` and has bytes.
  std::optional<ByteRange> TakeStartingAt(uint64_t offset, int64_t now_ns);
  /// One that ends at `end`.
  std::optional<ByteRange> TakeEndingAt(uint64_t end);

  /// Calls `use(range, position)` for the ranges that an event of `length` bytes at `offset` is
  /// about, from front to back, each removed as by Take at `position`. `use` may Insert what is
  /// left over, but nothing that contains a byte between `position` and the end of the range.
  template <typename Use>
  void TakeWithin(uint64_t offset, uint64_t length, int64_t now_ns, Use use) {
    const uint64_t end = offset + length;
    uint64_t position = offset;
    do {
      if (const auto range = Take(position, end - position, now_ns)) {
        use(*range, position);
        position = range->end();
      } else if (const auto next = NextStart(position); next && *next < end) {
        position = *next;
      } else {
        return;
      }
    } while (position < end);
  }

  /// The oldest ranges, in order of age, if they have `bytes` together; else none. Removes them.
  std::vector<ByteRange> TakeOldest(uint64_t bytes);

  /// Where the first range after `offset` starts.
  std::optional<uint64_t> NextStart(uint64_t offset) const;

  /// Removes the ranges of `id` that start in [first, last].
  void EraseId(uint64_t first, uint64_t last, uint64_t id);
  void Clear();
  bool empty() const { return ranges_.empty(); }

 private:
  struct Key {
    uint64_t offset, order;
    /// Without a branch, which no processor could foresee.
    bool operator<(const Key& other) const {
      return (offset < other.offset) | ((offset == other.offset) & (order < other.order));
    }
  };
  struct Value {
    uint64_t length, id;
    int64_t since_ns;
  };
  using Map = absl::btree_map<Key, Value>;

  /// Among the ranges that start at `offset` and whose length `fits`.
  template <typename Fits>
  Map::iterator FindAt(uint64_t offset, int64_t now_ns, Fits fits);
  std::optional<ByteRange> Remove(Map::iterator found);
  Map::iterator FindContaining(uint64_t offset);

  Map ranges_;
  uint64_t longest_ = 0;  ///< no range is longer
};

}  // namespace ioreel
