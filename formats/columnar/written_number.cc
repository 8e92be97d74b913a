#include "formats/columnar/written_number.h"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

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

std::optional<int64_t> ParseScientificNs(const std::string& text, int64_t unit_ns, int64_t origin) {
  constexpr double kMost = 9.2e18;
  double units = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data(), end, units, std::chars_format::scientific);
  if (error != std::errc() || stop != end) return std::nullopt;
  const double ns = (units - static_cast<double>(origin)) * static_cast<double>(unit_ns);
  if (!(std::abs(ns) < kMost)) return std::nullopt;
  return std::llround(ns);
}

}  // namespace

std::optional<int64_t> ParseWrittenTimeNs(absl::string_view text, char separator, int64_t unit_ns,
                                          int64_t origin) {
  if (const auto ns = ParseTimeNs(text, unit_ns, origin)) return ns;  // nearly always
  const std::string plain = WithPoint(text, separator);
  if (const auto ns = ParseTimeNs(plain, unit_ns, origin)) return ns;
  return ParseScientificNs(plain, unit_ns, origin);
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
