#include "base/console.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/highlight.h"

namespace ioreel {
namespace {

struct CodePoint {
  uint32_t value;
  size_t bytes;  ///< 0: no UTF-8 stands here
};

/// What stands at the front of `text`, which is not empty.
CodePoint FirstCodePoint(absl::string_view text) {
  constexpr uint32_t kLeastOfLength[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<uint8_t>(text[0]);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return {first, 0};
  uint32_t value = first & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<uint8_t>(text[i]);
    if ((next & 0xc0) != 0x80) return {first, 0};
    value = value << 6 | (next & 0x3fu);
  }
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (value < kLeastOfLength[bytes] || value > 0x10ffff || surrogate) return {first, 0};
  return {value, bytes};
}

/// Control characters, line and paragraph separators, marks that turn the direction of text.
bool Steers(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/// The ASCII for a character that ioreel itself prints; "" for any other.
absl::string_view InAscii(absl::string_view character) {
  constexpr std::pair<absl::string_view, absl::string_view> kSpellings[] = {
      {"µ", "u"}, {"×", "x"}, {"…", "..."}, {"≈", "~"}};
  for (const auto& [unicode, ascii] : kSpellings) {
    if (character == unicode) return ascii;
  }
  return "";
}

void AppendEscaped(absl::string_view bytes, std::string* out) {
  for (const char byte : bytes) {
    if (byte == '\n')
      absl::StrAppend(out, "\\n");
    else if (byte == '\t')
      absl::StrAppend(out, "\\t");
    else
      absl::StrAppendFormat(out, "\\x%02x", static_cast<uint8_t>(byte));
  }
}

std::string Escape(absl::string_view text, bool utf8, bool keep_line_ends) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = FirstCodePoint(text);
    const absl::string_view character = text.substr(0, point.bytes == 0 ? 1 : point.bytes);
    text.remove_prefix(character.size());
    const bool shown = point.bytes > 0 && !Steers(point.value) && (utf8 || point.value < 0x80);
    const absl::string_view ascii = InAscii(character);
    if (shown || (keep_line_ends && character == "\n"))
      absl::StrAppend(&out, character);
    else if (!ascii.empty())
      absl::StrAppend(&out, ascii);
    else
      AppendEscaped(character, &out);
  }
  return out;
}

/// By the variables that POSIX names, in its order; a locale need not be installed to be meant.
bool LocaleShowsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = absl::AsciiStrToLower(value);
    return absl::StrContains(locale, "utf-8") || absl::StrContains(locale, "utf8");
  }
  return false;
}

}  // namespace

std::string Printable(absl::string_view text) { return Escape(text, true, false); }

std::string ConsoleText(absl::string_view text) {
  static const bool utf8 = LocaleShowsUtf8();
  return ConsoleText(text, utf8);
}

std::string ConsoleText(absl::string_view text, bool utf8) { return Escape(text, utf8, true); }

void Print(absl::string_view text) {
  static const bool coloured = TakesColour(STDOUT_FILENO);
  const std::string plain = ConsoleText(text);
  const std::string shown = coloured ? Highlight(plain) : plain;
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

}  // namespace ioreel
