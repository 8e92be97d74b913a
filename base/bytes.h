#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "absl/strings/string_view.h"

/// Unaligned integers from and to byte strings, in either byte order. Nothing is cast.

namespace ioreel {

enum class ByteOrder { kLittle, kBig };

template <typename T>
constexpr T ByteSwap(T value) {
  static_assert(std::is_unsigned_v<T>);
  T swapped = 0;
  for (size_t i = 0; i < sizeof(T); ++i, value = static_cast<T>(value >> (sizeof(T) > 1 ? 8 : 0)))
    swapped = static_cast<T>((swapped << (sizeof(T) > 1 ? 8 : 0)) | (value & 0xff));
  return swapped;
}

/// REQUIRES: `data` has sizeof(T) bytes.
template <typename T>
T LoadInt(const void* data, ByteOrder order = ByteOrder::kLittle) {
  std::make_unsigned_t<T> value;
  std::memcpy(&value, data, sizeof(value));
  constexpr bool kHostLittle = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  if ((order == ByteOrder::kLittle) != kHostLittle) value = ByteSwap(value);
  return static_cast<T>(value);
}

/// Reads integers one after another from a byte string; past its end `ok()` turns false,
/// every value is 0, and nothing outside is touched. Does not own the bytes.
class ByteReader {
 public:
  explicit ByteReader(absl::string_view bytes, ByteOrder order = ByteOrder::kLittle)
      : bytes_(bytes), order_(order) {}

  template <typename T>
  T Read() {
    if (!Has(sizeof(T))) return 0;
    T value = LoadInt<T>(bytes_.data() + position_, order_);
    position_ += sizeof(T);
    return value;
  }
  absl::string_view ReadBytes(size_t n) {
    if (!Has(n)) return {};
    absl::string_view bytes = bytes_.substr(position_, n);
    position_ += n;
    return bytes;
  }
  void Skip(size_t n) { ReadBytes(n); }
  bool ok() const { return ok_; }
  size_t position() const { return position_; }
  size_t remaining() const { return bytes_.size() - position_; }

 private:
  bool Has(size_t n) {
    if (n > remaining()) ok_ = false;
    return ok_;
  }
  absl::string_view bytes_;
  ByteOrder order_;
  size_t position_ = 0;
  bool ok_ = true;
};

/// Appends `value` to `out`, little endian unless told otherwise.
template <typename T>
void AppendInt(std::string* out, T value, ByteOrder order = ByteOrder::kLittle) {
  auto bits = static_cast<std::make_unsigned_t<T>>(value);
  constexpr bool kHostLittle = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  if ((order == ByteOrder::kLittle) != kHostLittle) bits = ByteSwap(bits);
  char raw[sizeof(bits)];
  std::memcpy(raw, &bits, sizeof(bits));
  out->append(raw, sizeof(raw));
}

}  // namespace ioreel
