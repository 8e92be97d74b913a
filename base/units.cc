#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/numeric/int128.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

bool exact_numbers = false;

struct Unit {
  absl::string_view name;
  uint64_t factor;
};

constexpr uint64_t kKi = 1 << 10, kMi = kKi << 10, kGi = kMi << 10, kTi = kGi << 10;
constexpr Unit kSizeUnits[] = {{"", 1},      {"b", 1},     {"s", 512},  {"k", kKi},   {"kb", kKi},
                               {"kib", kKi}, {"m", kMi},   {"mb", kMi}, {"mib", kMi}, {"g", kGi},
                               {"gb", kGi},  {"gib", kGi}, {"t", kTi},  {"tb", kTi},  {"tib", kTi}};
constexpr uint64_t kUs = 1'000, kMs = 1'000 * kUs, kSecond = 1'000 * kMs;
constexpr Unit kTimeUnits[] = {
    {"", kSecond}, {"ns", 1},      {"us", kUs},         {"µs", kUs},
    {"ms", kMs},   {"s", kSecond}, {"m", 60 * kSecond}, {"h", 3600 * kSecond}};

constexpr double kLeastFactor = 1e-3, kMostFactor = 1e6;  // beyond, times would overflow

/// A decimal number times the factor of its unit, exactly.
struct Quantity {
  absl::uint128 numerator;
  uint64_t denominator;  ///< a power of ten
};

/// "1.5" = 15 / 10. Errors: what is wrong with it.
absl::StatusOr<Quantity> ParseDecimal(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(text, absl::MaxSplits('.', 1));
  absl::string_view fraction = sides.second;
  while (absl::ConsumeSuffix(&fraction, "0")) continue;
  const std::string digits = absl::StrCat(sides.first, fraction);
  if (digits.empty() || digits.find('.') != std::string::npos)
    return absl::InvalidArgumentError("no number");
  constexpr size_t kMostFraction = 18;
  uint64_t value;
  if (fraction.size() > kMostFraction || !absl::SimpleAtoi(digits, &value))
    return absl::InvalidArgumentError("too many digits");
  Quantity decimal{value, 1};
  for (size_t i = 0; i < fraction.size(); ++i) decimal.denominator *= 10;
  return decimal;
}

template <size_t N>
absl::StatusOr<Quantity> ParseWithUnit(absl::string_view text, const Unit (&units)[N],
                                       absl::string_view kind, absl::string_view example) {
  const auto error = [&](absl::string_view why) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is not a ", kind, ": ", why, "; write it like ", example));
  };
  const size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  absl::StatusOr<Quantity> quantity = ParseDecimal(text.substr(0, end));
  if (!quantity.ok()) return error(quantity.status().message());
  const std::string unit = absl::AsciiStrToLower(text.substr(end));
  for (const Unit& candidate : units) {
    if (candidate.name != unit) continue;
    quantity->numerator *= candidate.factor;
    return quantity;
  }
  return error(absl::StrCat("unknown unit '", unit, "'"));
}

}  // namespace

absl::StatusOr<uint64_t> ParseSize(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(const Quantity bytes,
                          ParseWithUnit(text, kSizeUnits, "size", "64k or 1.5g"));
  if (bytes.numerator % bytes.denominator != 0)
    return absl::InvalidArgumentError(absl::StrCat("'", text, "' is no whole number of bytes"));
  const absl::uint128 whole = bytes.numerator / bytes.denominator;
  if (absl::Uint128High64(whole) != 0)
    return absl::InvalidArgumentError(absl::StrCat("'", text, "' is larger than any device"));
  return absl::Uint128Low64(whole);
}

absl::StatusOr<int64_t> ParseDurationNs(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(const Quantity ns,
                          ParseWithUnit(text, kTimeUnits, "duration", "100ms or 1.5s"));
  const absl::uint128 rounded = (ns.numerator + ns.denominator / 2) / ns.denominator;
  if (rounded > absl::uint128(std::numeric_limits<int64_t>::max()))
    return absl::InvalidArgumentError(absl::StrCat("'", text, "' is too long"));
  return static_cast<int64_t>(absl::Uint128Low64(rounded));
}

absl::StatusOr<int64_t> ParseSignedDurationNs(absl::string_view text) {
  const bool negative = absl::ConsumePrefix(&text, "-");
  IOREEL_ASSIGN_OR_RETURN(const int64_t ns, ParseDurationNs(text));
  return negative ? -ns : ns;
}

absl::StatusOr<double> ParseFactor(absl::string_view text) {
  double factor = 0;
  absl::string_view digits = text;
  if (!digits.empty() && absl::ascii_tolower(digits.back()) == 'x') digits.remove_suffix(1);
  const bool plain = digits.find_first_not_of("0123456789.") == absl::string_view::npos;
  if (!plain || !absl::SimpleAtod(digits, &factor) || factor < kLeastFactor ||
      factor > kMostFactor) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", text, "' is no factor: it must be a number from 0.001 to 1000000, like 2x or 0.5x"));
  }
  return factor;
}

void ShowExactNumbers() { exact_numbers = true; }

std::string FormatSize(uint64_t bytes) {
  if (exact_numbers) return absl::StrCat(bytes, " B");
  constexpr absl::string_view kNames[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kNames); ++unit) value /= 1024;
  const bool whole = unit == 0 || value == std::floor(value) || value >= 100;
  return absl::StrFormat("%.*f %s", whole ? 0 : 1, value, kNames[unit]);
}

std::string FormatBandwidth(double bytes_per_s) {
  if (exact_numbers) return absl::StrFormat("%.0f B/s", bytes_per_s);
  return absl::StrFormat("%.1f MB/s", bytes_per_s / 1e6);
}

std::string FormatDuration(int64_t ns) {
  if (ns == std::numeric_limits<int64_t>::min()) return "unknown";
  if (exact_numbers) return absl::StrCat(ns, " ns");
  if (ns < 0) return absl::StrCat("-", FormatDuration(-ns));
  if (ns < 1'000) return absl::StrFormat("%d ns", ns);
  if (ns < 999'500) return absl::StrFormat("%.3g µs", static_cast<double>(ns) / 1e3);
  if (ns < 999'500'000) return absl::StrFormat("%.3g ms", static_cast<double>(ns) / 1e6);
  return absl::StrFormat("%.3f s", static_cast<double>(ns) / 1e9);
}

std::string FormatCount(uint64_t n) {
  std::string digits = absl::StrCat(n);
  if (exact_numbers) return digits;
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, 1, ',');
  return digits;
}

std::string FormatMoment(int64_t ns) {
  return exact_numbers ? FormatDuration(ns)
                       : absl::StrFormat("%.6f s", static_cast<double>(ns) / 1e9);
}

std::string FormatRatio(double ratio) {
  return exact_numbers ? absl::StrFormat("%.9g", ratio) : absl::StrFormat("%.1f", ratio);
}

std::string FormatShare(std::optional<double> share) {
  if (!share) return "-";
  return absl::StrCat(
      exact_numbers ? absl::StrFormat("%.9g", *share * 100) : absl::StrFormat("%.1f", *share * 100),
      " %");
}

std::string FormatShare(uint64_t part, uint64_t whole) {
  if (whole == 0) return FormatShare(std::nullopt);
  return FormatShare(static_cast<double>(part) / static_cast<double>(whole));
}

std::string FormatCount(uint64_t n, absl::string_view noun) {
  return absl::StrCat(FormatCount(n), " ", noun, n == 1 ? "" : "s");
}

}  // namespace ioreel
