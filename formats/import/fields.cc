#include "formats/import/fields.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;

constexpr int64_t kPowersOfTen[] = {1,       10,        100,        1'000,       10'000,
                                    100'000, 1'000'000, 10'000'000, 100'000'000, kNsPerSecond};

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

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
  return ParseTimeNs(text, kNsPerSecond);
}

std::optional<int64_t> ParseDecimals(absl::string_view digits, int64_t unit_ns) {
  size_t places = 0;  // of a unit
  while (kPowersOfTen[places] < unit_ns) ++places;
  const absl::string_view kept = digits.substr(0, places);
  const auto value = kept.empty() ? 0 : ParseUnsigned(kept);
  if (!value) return std::nullopt;
  const int64_t ns = static_cast<int64_t>(*value) * kPowersOfTen[places - kept.size()];
  const absl::string_view rest = digits.substr(kept.size());
  if (!std::all_of(rest.begin(), rest.end(), IsDigit)) return std::nullopt;
  return ns + (!rest.empty() && rest[0] >= '5' ? 1 : 0);
}

std::optional<int64_t> ParseTimeNs(absl::string_view text, int64_t unit_ns, int64_t origin) {
  int64_t units = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, units);
  if (error != std::errc()) return std::nullopt;
  const auto from_origin = CheckedAdd(units, -origin);
  const auto ns = from_origin ? CheckedMul(*from_origin, unit_ns) : std::nullopt;
  if (!ns || stop == end) return ns;
  if (*stop != '.') return std::nullopt;
  const auto decimals_ns =
      ParseDecimals(text.substr(static_cast<size_t>(stop + 1 - text.data())), unit_ns);
  if (!decimals_ns) return std::nullopt;
  return CheckedAdd(*ns, absl::StartsWith(text, "-") ? -*decimals_ns : *decimals_ns);
}

std::optional<uint64_t> ParseUnsignedOrHex(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "0x") && !absl::ConsumePrefix(&text, "0X"))
    return ParseUnsigned(text);
  uint64_t value;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string Quoted(absl::string_view text) {
  constexpr size_t kReadable = 80;
  const bool cut = text.size() > kReadable;
  return absl::StrCat("\"", absl::CHexEscape(text.substr(0, kReadable)), cut ? "…" : "", "\"");
}

}  // namespace ioreel
