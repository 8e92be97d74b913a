#include "formats/octf/proto_fields.h"

#include "base/bytes.h"

namespace ioreel {

std::optional<uint64_t> TakeVarint(absl::string_view* bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes->size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>((*bytes)[i]);
    if (i == 9 && byte > 1) return std::nullopt;
    value |= uint64_t{byte & 0x7fu} << (7 * i);
    if (byte < 0x80) {
      bytes->remove_prefix(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

bool ProtoFields::Next() {
  if (rest_.empty() || !ok_) return false;
  const auto tag = TakeVarint(&rest_);
  if (!tag || *tag >> 3 == 0) return Damaged();
  number_ = *tag >> 3;
  value_ = 0;
  bytes_ = absl::string_view();
  const uint64_t type = *tag & 7;
  if (type == 0) {
    const auto value = TakeVarint(&rest_);
    value_ = value.value_or(0);
    return value.has_value() || Damaged();
  }
  const auto length = type == 2 ? TakeVarint(&rest_) : type == 1 ? 8 : std::optional<uint64_t>();
  const uint64_t size = type == 5 ? 4 : length.value_or(rest_.size() + 1);
  if (size > rest_.size()) return Damaged();
  if (type == 2) bytes_ = rest_.substr(0, size);
  if (type == 1) value_ = LoadInt<uint64_t>(rest_.data());
  if (type == 5) value_ = LoadInt<uint32_t>(rest_.data());
  rest_.remove_prefix(size);
  return true;
}

}  // namespace ioreel
