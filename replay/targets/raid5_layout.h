#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ioreel {

/// Where md's left-symmetric RAID 5 puts data and parity (raid5_compute_sector in
/// drivers/md/raid5.c): the parity goes from the last member to the first, and a stripe's data
/// begins behind it.
struct Raid5Layout {
  uint64_t chunk = 0;  ///< bytes
  size_t members = 0;

  size_t data_members() const { return members - 1; }
  uint64_t stripe_bytes() const { return data_members() * chunk; }  ///< of data

  size_t ParityMember(uint64_t stripe) const { return members - 1 - stripe % members; }
  /// Of the stripe's `i`th chunk of data.
  size_t DataMember(uint64_t stripe, size_t i) const {
    return (ParityMember(stripe) + 1 + i) % members;
  }

  /// Whether the parity of a row is made with fewer reads from the old chunks and the old parity
  /// than from the chunks that are not written; md prefers the latter.
  bool ReadsLessToModify(size_t written) const { return written + 1 < data_members() - written; }
};

/// A stretch of a stripe's data, by chunk and row; a row is a byte of each chunk.
struct StripeRange {
  uint64_t chunk = 0;           ///< bytes
  size_t first = 0, last = 0;   ///< chunks of data
  uint64_t begin = 0, end = 0;  ///< rows: from `begin` of the first to `end` of the last

  /// Of bytes `from` to `to` of the stripe's data. REQUIRES: from < to.
  static StripeRange Of(uint64_t chunk, uint64_t from, uint64_t to) {
    return {.chunk = chunk,
            .first = from / chunk,
            .last = (to - 1) / chunk,
            .begin = from % chunk,
            .end = (to - 1) % chunk + 1};
  }

  uint64_t RowsBegin(size_t i) const { return i == first ? begin : 0; }
  uint64_t RowsEnd(size_t i) const { return i == last ? end : chunk; }

  /// Rows in which the range has the same chunks, `first` to `last`; none when last < first.
  struct Band {
    uint64_t begin = 0, end = 0;
    size_t first = 0, last = 0;

    uint64_t rows() const { return end - begin; }
    size_t chunks() const { return last - first + 1; }
    bool Has(size_t i) const { return i >= first && i <= last; }
    bool empty() const { return begin == end || last + 1 <= first; }
  };
  static constexpr size_t kBands = 3;
  /// Those of the stripe, from the first row to the last.
  Band BandAt(size_t n) const {
    const uint64_t low = std::min(begin, end), high = std::max(begin, end);
    const uint64_t edges[] = {0, low, high, chunk};
    Band band = {.begin = edges[n], .end = edges[n + 1], .first = first, .last = last};
    if (band.begin < begin) ++band.first;
    if (band.end > end) {
      if (band.last == 0) return {};
      --band.last;
    }
    return band;
  }
};

}  // namespace ioreel
