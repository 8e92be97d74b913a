#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

/// What a block is made of below its columns: streams of symbols (bytes, which zstd then codes
/// by their frequency) and one stream of plain bits. A number is a symbol that says its sign and
/// how many bits it has, and its bits below the leading one, which hold nothing to compress.
///
/// Encoder and decoder have the same methods, so that one function describes both directions
/// (column_codec.cc). Decoding is total: a stream that has ended gives zeros. Not thread-safe.

namespace ioreel {

/// Symbols of a number: 0 for 0; bit length 1..64 of a positive, 128 + that of a negative one.
inline constexpr uint8_t kNegative = 0x80;
inline constexpr uint8_t kBitsMask = 0x7f;
/// Symbols that no number has; for those who code something else in its place.
inline constexpr uint8_t kZeroSymbol = 0x7e, kUnknownSymbol = 0x7f;

inline uint8_t NumberSymbol(int64_t value) {
  const uint64_t magnitude = value < 0 ? -static_cast<uint64_t>(value) : value;
  return static_cast<uint8_t>(std::bit_width(magnitude) | (value < 0 ? kNegative : 0));
}

class BitWriter {
 public:
  /// REQUIRES: n < 64; bits of `value` above n are ignored.
  void Put(uint64_t value, int n) {
    value &= (uint64_t{1} << n) - 1;
    word_ |= value << used_;
    if (used_ + n < 64) {
      used_ += n;
      return;
    }
    PushWord();
    word_ = used_ == 0 ? 0 : value >> (64 - used_);
    used_ = used_ + n - 64;
  }
  /// The bytes so far; nothing may be put afterwards.
  std::string Take() {
    PushWord();
    bytes_.resize(bytes_.size() - 8 + static_cast<size_t>(used_ + 7) / 8);
    return std::move(bytes_);
  }

 private:
  void PushWord() { bytes_.append(reinterpret_cast<const char*>(&word_), sizeof(word_)); }
  static_assert(std::endian::native == std::endian::little);
  std::string bytes_;
  uint64_t word_ = 0;
  int used_ = 0;  ///< bits of word_, < 64
};

class BitReader {
 public:
  /// REQUIRES: 16 readable bytes stand behind `bytes`.
  explicit BitReader(absl::string_view bytes) : bytes_(bytes.data()), end_(bytes.size() * 8) {}

  /// REQUIRES: n < 64.
  uint64_t Get(int n) {
    if (position_ >= end_) return 0;
    uint64_t words[2];
    std::memcpy(words, bytes_ + position_ / 8, sizeof(words));
    const int shift = static_cast<int>(position_ % 8);
    position_ += static_cast<size_t>(n);
    const uint64_t bits = words[0] >> shift | (words[1] << 1) << (63 - shift);
    return bits & ((uint64_t{1} << n) - 1);
  }

 private:
  const char* bytes_;
  size_t end_;
  size_t position_ = 0;
};

/// Collects `kStreams` symbol streams and the bits.
template <int kStreams>
class StreamEncoder {
 public:
  static constexpr bool kEncoding = true;

  void Symbol(int stream, uint8_t symbol) { symbols_[stream].push_back(static_cast<char>(symbol)); }
  void Number(int stream, int64_t value) {
    Symbol(stream, NumberSymbol(value));
    Bits(value);
  }
  /// What follows the symbol NumberSymbol(value).
  void Bits(int64_t value) {
    const uint64_t magnitude = value < 0 ? -static_cast<uint64_t>(value) : value;
    if (magnitude > 1) bits_.Put(magnitude, std::bit_width(magnitude) - 1);
  }

  /// The streams, without their trailing zeros, and last the bits. Ends the encoder.
  std::vector<std::string> Take() {
    std::vector<std::string> streams;
    for (std::string& stream : symbols_) {
      stream.resize(stream.find_last_not_of('\0') + 1);
      streams.push_back(std::move(stream));
    }
    streams.push_back(bits_.Take());
    return streams;
  }

 private:
  std::array<std::string, kStreams> symbols_;
  BitWriter bits_;
};

template <int kStreams>
class StreamDecoder {
 public:
  static constexpr bool kEncoding = false;

  /// REQUIRES: kStreams + 1 streams as of StreamEncoder::Take(), which outlive this; 16 readable
  /// bytes stand behind the last.
  explicit StreamDecoder(const std::vector<absl::string_view>& streams) : bits_(streams.back()) {
    for (int i = 0; i < kStreams; ++i) {
      next_[i] = streams[static_cast<size_t>(i)].data();
      end_[i] = next_[i] + streams[static_cast<size_t>(i)].size();
    }
  }

  void Symbol(int stream, uint8_t& symbol) {
    symbol = next_[stream] == end_[stream] ? 0 : static_cast<uint8_t>(*next_[stream]++);
  }
  void Number(int stream, int64_t& value) {
    uint8_t symbol;
    Symbol(stream, symbol);
    value = Bits(symbol);
  }
  int64_t Bits(uint8_t symbol) {
    const int width = symbol & kBitsMask;
    if (width <= 1) return symbol & kNegative ? -width : width;
    const int low = width <= 64 ? width - 1 : 63;
    const uint64_t magnitude = uint64_t{1} << low | bits_.Get(low);
    return static_cast<int64_t>(symbol & kNegative ? -magnitude : magnitude);
  }

 private:
  std::array<const char*, kStreams> next_;
  std::array<const char*, kStreams> end_;
  BitReader bits_;
};

}  // namespace ioreel
