#include "formats/columnar/written_number.h"

#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "formats/import/fields.h"

namespace ioreel {
namespace {

constexpr size_t kGroupDigits = 3;

/// `text` with a point for its decimal comma.
std::string WithPoint(absl::string_view text, char separator) {
  std::string plain(text);
  const size_t comma = plain.find(',');
  if (comma == std::string::npos || separator == ',') return plain;
  const bool may_group = text.size() - comma - 1 == kGroupDigits;
  if (separator == ';' || !may_group) plain[comma] = '.';
  return plain;
}

/// "-1.5e-05" as "-0.000015"; "" for what has no exponent or an absurd one.
std::string WithoutExponent(absl::string_view text) {
  constexpr int kMostShift = 40;
  const absl::string_view sign = absl::ConsumePrefix(&text, "-") ? "-" : "";
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(absl::ByAnyChar("eE"), 1));
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(parts.first, absl::MaxSplits('.', 1));
  const std::string digits = absl::StrCat(sides.first, sides.second);
  int exponent = 0;
  if (sides.first.empty() || digits.find_first_not_of("0123456789") != std::string::npos ||
      !absl::SimpleAtoi(parts.second, &exponent) || exponent < -kMostShift || exponent > kMostShift)
    return "";
  const int point = static_cast<int>(sides.first.size()) + exponent;
  if (point <= 0)
    return absl::StrCat(sign, "0.", std::string(static_cast<size_t>(-point), '0'), digits);
  const std::string padded = digits + std::string(kMostShift, '0');
  return absl::StrCat(sign, padded.substr(0, static_cast<size_t>(point)), ".",
                      padded.substr(static_cast<size_t>(point)));
}

}  // namespace

std::optional<int64_t> ParseWrittenTimeNs(absl::string_view text, char separator, int64_t unit_ns,
                                          int64_t origin) {
  if (const auto ns = ParseTimeNs(text, unit_ns, origin)) return ns;  // nearly always
  const std::string plain = WithPoint(text, separator);
  if (const auto ns = ParseTimeNs(plain, unit_ns, origin)) return ns;
  return ParseTimeNs(WithoutExponent(plain), unit_ns, origin);
}

std::optional<uint64_t> ParseWrittenWhole(absl::string_view text) {
  if (const auto whole = ParseUnsignedOrHex(text)) return whole;  // nearly always
  const size_t sign = text.find_first_of(".,");
  if (sign == absl::string_view::npos) return std::nullopt;
  const absl::string_view decimals = text.substr(sign + 1);
  const bool all_zero = decimals.find_first_not_of('0') == absl::string_view::npos;
  if (decimals.empty() || !all_zero || decimals.size() == kGroupDigits) return std::nullopt;
  return ParseUnsigned(text.substr(0, sign));
}

}  // namespace ioreel
