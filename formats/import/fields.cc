#include "formats/import/fields.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

template <typename T>
std::optional<T> ParseInteger(absl::string_view text) {
  T value;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

size_t SplitAtBlanks(absl::string_view line, absl::Span<absl::string_view> fields) {
  size_t count = 0;
  for (size_t i = 0; i < line.size();) {
    if (IsBlank(line[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < line.size() && !IsBlank(line[i])) ++i;
    if (count < fields.size()) fields[count] = line.substr(begin, i - begin);
    ++count;
  }
  return count;
}

size_t SplitAt(char separator, absl::string_view line, absl::Span<absl::string_view> fields) {
  size_t count = 0;
  for (size_t begin = 0; begin <= line.size(); ++count) {
    const size_t end = std::min(line.find(separator, begin), line.size());
    if (count < fields.size())
      fields[count] = absl::StripAsciiWhitespace(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return count;
}

std::optional<uint64_t> ParseUnsigned(absl::string_view text) {
  return ParseInteger<uint64_t>(text);
}

std::optional<int64_t> ParseSigned(absl::string_view text) { return ParseInteger<int64_t>(text); }

std::optional<int64_t> ParseSecondsNs(absl::string_view text) {
  const size_t dot = text.find('.');
  const absl::string_view whole = text.substr(0, dot);
  const auto seconds = ParseInteger<int64_t>(whole);
  if (!seconds) return std::nullopt;
  int64_t fraction = 0;
  if (dot != absl::string_view::npos) {
    int64_t unit = kNsPerSecond;
    for (char digit : text.substr(dot + 1)) {
      if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return std::nullopt;
      unit /= 10;
      fraction += unit * (digit - '0');
    }
  }
  const auto ns = CheckedMul(*seconds, kNsPerSecond);
  if (!ns) return std::nullopt;
  return CheckedAdd(*ns, absl::StartsWith(whole, "-") ? -fraction : fraction);
}

std::string Quoted(absl::string_view text) {
  constexpr size_t kReadable = 80;
  const bool cut = text.size() > kReadable;
  return absl::StrCat("\"", absl::CHexEscape(text.substr(0, kReadable)), cut ? "…" : "", "\"");
}

}  // namespace ioreel
