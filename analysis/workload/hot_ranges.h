#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "formats/level_reader.h"

namespace ioreel {

/// Where on the devices the reads and writes begin, by ranges of one size. Exact, in bounded
/// memory: when more than most_ranges are in use, the size doubles.
class HotRanges {
 public:
  static constexpr uint64_t kFinestBytes = uint64_t{64} << 10;
  static constexpr size_t kMostRanges = size_t{1} << 14;  ///< about 1 MiB

  struct Range {
    uint16_t device = 0;
    uint64_t begin = 0;  ///< bytes; a multiple of range_bytes
    uint64_t reads = 0, writes = 0;
    uint64_t bytes = 0;  ///< of both

    uint64_t ios() const { return reads + writes; }
    bool operator==(const Range&) const = default;
  };
  struct Result {
    uint64_t range_bytes = kFinestBytes;
    std::vector<Range> ranges;  ///< those in use; the most I/Os first, then by device and place
    uint64_t ios = 0;

    /// Share of the I/Os that begin in the hottest `share` of the ranges in use (rounded up).
    double Concentration(double share) const;
    bool operator==(const Result&) const = default;
  };

  explicit HotRanges(size_t most_ranges = kMostRanges) : most_ranges_(most_ranges) {}

  /// Has the memory fetched that Add will need.
  void Prefetch(const Io& io) const { ranges_.prefetch(Key(io.device, io.offset >> shift_)); }

  /// REQUIRES: HasPayload(io.op).
  void Add(const Io& io);
  void Merge(const HotRanges& other);
  Result result() const;

 private:
  struct Counts {
    uint64_t reads = 0, writes = 0, bytes = 0;
    void Merge(const Counts& more);
  };
  static uint64_t Key(uint16_t device, uint64_t range) { return uint64_t{device} << 48 | range; }
  static uint64_t RangeOf(uint64_t key) { return key & ((uint64_t{1} << 48) - 1); }
  static uint16_t DeviceOf(uint64_t key) { return static_cast<uint16_t>(key >> 48); }

  void AddCounts(uint64_t key, const Counts& counts);
  void Coarsen();

  const size_t most_ranges_;
  int shift_ = 16;  ///< log2 of the size
  absl::flat_hash_map<uint64_t, Counts> ranges_;
};

}  // namespace ioreel
