#include "formats/etl/unpack.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace ioreel {
namespace {

constexpr size_t kSlack = 16;  ///< bytes behind the output that fast copies may touch

/// Output that both decoders write to, front to back.
class Window {
 public:
  Window(size_t size, std::vector<char>* out) : size_(size) {
    if (out->size() < size + kSlack) out->resize(size + kSlack);
    out_ = out->data();
  }

  size_t position() const { return position_; }
  size_t room() const { return size_ - position_; }

  /// REQUIRES: bytes.size() <= room().
  void Literals(absl::string_view bytes) {
    std::memcpy(out_ + position_, bytes.data(), bytes.size());
    position_ += bytes.size();
  }

  /// Repeats what stands `distance` before; cut where the room ends. False when nothing does.
  bool Repeat(size_t distance, size_t length) {
    if (distance == 0 || distance > position_) return false;
    length = std::min(length, room());
    char* to = out_ + position_;
    position_ += length;
    if (distance < 8) {
      for (; length > 0; --length, ++to) *to = *(to - distance);
      return true;
    }
    for (size_t done = 0; done < length; done += 8) std::memcpy(to + done, to + done - distance, 8);
    return true;
  }

 private:
  char* out_;
  const size_t size_;
  size_t position_ = 0;
};

class XpressDecoder {
 public:
  explicit XpressDecoder(absl::string_view packed) : in_(packed) {}

  bool Decode(Window* out) {
    while (out->room() > 0) {
      if (flags_left_ == 0 && !TakeFlags()) return in_.empty();
      const unsigned run = std::min<unsigned>(std::countl_zero(flags_), flags_left_);
      if (run > 0) {
        const size_t literals = std::min<size_t>({run, in_.size(), out->room()});
        out->Literals(in_.substr(0, literals));
        in_.remove_prefix(literals);
        if (literals < run) return true;  // the end of one or the other
        DropFlags(run);
        continue;
      }
      DropFlags(1);
      if (in_.empty()) return true;
      if (!Match(out)) return false;
    }
    return true;
  }

 private:
  bool TakeFlags() {
    if (in_.size() < 4) return false;
    flags_ = Take<uint32_t>();
    flags_left_ = 32;
    return true;
  }
  void DropFlags(unsigned n) {
    flags_ = n < 32 ? flags_ << n : 0;
    flags_left_ -= n;
  }

  bool Match(Window* out) {
    if (in_.size() < 2) return false;
    const auto token = Take<uint16_t>();
    size_t length = token & 7;
    if (length == 7 && !LongLength(&length)) return false;
    return out->Repeat((token >> 3) + 1u, length + 3);
  }

  /// Half a byte, then a byte, then two, then four: each goes on where the one before is full.
  bool LongLength(size_t* length) {
    uint8_t nibble;
    if (half_ != nullptr) {
      nibble = static_cast<uint8_t>(*half_) >> 4;
      half_ = nullptr;
    } else {
      if (in_.empty()) return false;
      half_ = in_.data();
      nibble = Take<uint8_t>() & 15;
    }
    *length = 7u + nibble;
    if (nibble < 15) return true;
    if (in_.empty()) return false;
    const auto byte = Take<uint8_t>();
    *length += byte;
    return byte < 255 || WholeLength(length);
  }

  bool WholeLength(size_t* length) {
    if (in_.size() < 2) return false;
    *length = Take<uint16_t>();
    if (*length == 0) {
      if (in_.size() < 4) return false;
      *length = Take<uint32_t>();
    }
    return *length >= 7 + 15;
  }

  /// REQUIRES: the input has as many bytes.
  template <typename T>
  T Take() {
    const T value = LoadInt<T>(in_.data());
    in_.remove_prefix(sizeof(T));
    return value;
  }

  absl::string_view in_;
  uint32_t flags_ = 0;  ///< the next one on top
  unsigned flags_left_ = 0;
  const char* half_ = nullptr;  ///< a byte whose upper half is still to be used
};

constexpr size_t kLznt1ChunkBytes = 4096;

/// One compressed LZNT1 chunk; its matches reach back to its start only.
bool DecodeLznt1Chunk(absl::string_view in, Window* out) {
  const size_t start = out->position();
  while (!in.empty()) {
    unsigned flags = static_cast<uint8_t>(in[0]);
    in.remove_prefix(1);
    for (int bit = 0; bit < 8 && !in.empty() && out->room() > 0; ++bit, flags >>= 1) {
      if ((flags & 1) == 0) {
        out->Literals(in.substr(0, 1));
        in.remove_prefix(1);
        continue;
      }
      const size_t done = out->position() - start;
      if (in.size() < 2 || done == 0 || done > kLznt1ChunkBytes) return false;
      const auto token = LoadInt<uint16_t>(in.data());
      in.remove_prefix(2);
      const int distance_bits = std::max(4, static_cast<int>(std::bit_width(done - 1)));
      const size_t distance = (token >> (16 - distance_bits)) + 1u;
      const size_t length = (token & ((1u << (16 - distance_bits)) - 1)) + 3u;
      if (distance > done || !out->Repeat(distance, length)) return false;
    }
    if (out->room() == 0) return true;
  }
  return true;
}

}  // namespace

std::optional<size_t> UnpackXpress(absl::string_view packed, size_t size, std::vector<char>* out) {
  Window window(size, out);
  if (!XpressDecoder(packed).Decode(&window)) return std::nullopt;
  return window.position();
}

std::optional<size_t> UnpackLznt1(absl::string_view packed, size_t size, std::vector<char>* out) {
  Window window(size, out);
  while (packed.size() >= 2 && window.room() > 0) {
    const auto header = LoadInt<uint16_t>(packed.data());
    packed.remove_prefix(2);
    if (header == 0) break;
    if ((header & 0x7000) != 0x3000) return std::nullopt;
    const absl::string_view chunk = packed.substr(0, (header & 0xfffu) + 1u);
    packed.remove_prefix(chunk.size());
    if ((header & 0x8000) == 0) {
      window.Literals(chunk.substr(0, window.room()));
    } else if (!DecodeLznt1Chunk(chunk, &window)) {
      return std::nullopt;
    }
  }
  return window.position();
}

}  // namespace ioreel
