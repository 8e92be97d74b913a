#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ioreel {

/// Where the next I/O may begin: at the end of one of the streams that were met last (a stream
/// being I/Os that lie near one another), or where the trace went the last time after the offset
/// before. Encoder and decoder keep the same, step by step.
class OffsetForecast {
 public:
  static constexpr uint8_t kStreams = 8;
  static constexpr uint8_t kSuccessor = kStreams;  ///< the source behind the streams
  static constexpr uint8_t kSources = kStreams + 1;

  /// Stream 0 is the one that was met last.
  uint64_t From(uint8_t source) const {
    return source == kSuccessor ? successor_[place_] : ends_[source];
  }

  /// The source that is nearest to `offset`; of those about as near, the cheapest to name.
  uint8_t Nearest(uint64_t offset) const {
    uint8_t nearest = kSuccessor;
    int cost = Cost(offset, From(kSuccessor), 0);
    for (uint8_t stream = 0; stream < kStreams; ++stream) {
      const int other = Cost(offset, ends_[stream], std::bit_width(stream));
      if (other >= cost) continue;
      cost = other;
      nearest = stream;
    }
    return nearest;
  }

  /// An I/O covers [offset, end).
  void Learn(uint64_t offset, uint64_t end) {
    size_t stream = 0;
    while (stream < kStreams - 1 && !IsNear(offset, ends_[stream])) ++stream;
    for (; stream > 0; --stream) ends_[stream] = ends_[stream - 1];
    ends_[0] = end;
    successor_[place_] = offset;
    place_ = (offset * 0x9e3779b97f4a7c15u) >> (64 - kPlaceBits);
  }

 private:
  static constexpr int kPlaceBits = 15;
  static constexpr uint64_t kNearBytes = 256 << 10;

  static bool IsNear(uint64_t offset, uint64_t end) {
    return offset - end + kNearBytes < 2 * kNearBytes;
  }
  /// In half bits.
  static int Cost(uint64_t offset, uint64_t from, int name_cost) {
    const auto pages = static_cast<int64_t>(offset - from) >> 12;
    return 2 * std::bit_width(static_cast<uint64_t>(pages < 0 ? ~pages : pages)) + name_cost;
  }

  std::array<uint64_t, kStreams> ends_{};
  std::vector<uint64_t> successor_ = std::vector<uint64_t>(size_t{1} << kPlaceBits);
  size_t place_ = 0;  ///< in successor_, of the offset before
};

}  // namespace ioreel
