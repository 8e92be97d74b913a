#include "formats/etl/text.h"

#include <cstdint>

#include "base/bytes.h"

namespace ioreel {
namespace {

void AppendUtf8(uint32_t code, std::string* out) {
  const auto tail = [&](int shift) {
    out->push_back(static_cast<char>(0x80 | (code >> shift & 0x3f)));
  };
  if (code < 0x80) {
    out->push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out->push_back(static_cast<char>(0xc0 | code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out->push_back(static_cast<char>(0xe0 | code >> 12));
    tail(6);
    tail(0);
  } else {
    out->push_back(static_cast<char>(0xf0 | code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

constexpr uint32_t kReplacement = 0xfffd;
bool IsHighSurrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

}  // namespace

std::string Utf8FromUtf16(absl::string_view bytes) {
  std::string text;
  const auto unit_at = [&](size_t at) -> uint32_t {
    return at + 2 <= bytes.size() ? LoadInt<uint16_t>(bytes.data() + at) : 0;
  };
  for (size_t at = 0; unit_at(at) != 0; at += 2) {
    uint32_t code = unit_at(at);
    if (IsHighSurrogate(code) && IsLowSurrogate(unit_at(at + 2))) {
      code = 0x10000 + ((code - 0xd800) << 10) + (unit_at(at + 2) - 0xdc00);
      at += 2;
    } else if (IsHighSurrogate(code) || IsLowSurrogate(code)) {
      code = kReplacement;
    }
    AppendUtf8(code, &text);
  }
  return text;
}

std::string Utf8FromAnsi(absl::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, bytes.find('\0'))) AppendUtf8(static_cast<uint8_t>(c), &text);
  return text;
}

}  // namespace ioreel
