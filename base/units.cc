#include "base/units.h"

#include <cmath>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

struct Unit {
  absl::string_view name;
  double factor;
};

constexpr Unit kSizeUnits[] = {
    {"", 1},         {"b", 1},         {"s", 512},      {"k", 1024},      {"kb", 1024},
    {"kib", 1024},   {"m", 1 << 20},   {"mb", 1 << 20}, {"mib", 1 << 20}, {"g", 1 << 30},
    {"gb", 1 << 30}, {"gib", 1 << 30}, {"t", 0x1p40},   {"tb", 0x1p40},   {"tib", 0x1p40},
};
constexpr Unit kTimeUnits[] = {
    {"", 1e9},   {"ns", 1},  {"us", 1e3}, {"µs", 1e3},
    {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9},
};

constexpr double kSlowest = 1e-3, kFastest = 1e6;  // speeds; beyond, times would overflow

/// `number` × the factor of its unit; exact for integers below 2^53.
template <size_t N>
absl::StatusOr<double> ParseWithUnit(absl::string_view text, const Unit (&units)[N],
                                     absl::string_view kind, absl::string_view example) {
  const auto error = [&](absl::string_view why) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is not a ", kind, ": ", why, "; write it like ", example));
  };
  const size_t end = text.find_first_not_of("0123456789.");
  const absl::string_view digits = text.substr(0, end);
  const std::string unit =
      end == absl::string_view::npos ? "" : absl::AsciiStrToLower(text.substr(end));
  double number;
  if (digits.empty() || !absl::SimpleAtod(digits, &number)) return error("no number");
  for (const Unit& candidate : units) {
    if (candidate.name == unit) return number * candidate.factor;
  }
  return error(absl::StrCat("unknown unit '", unit, "'"));
}

}  // namespace

absl::StatusOr<uint64_t> ParseSize(absl::string_view text) {
  uint64_t exact;
  if (!text.empty() && absl::ascii_isdigit(text[0]) && absl::SimpleAtoi(text, &exact)) return exact;
  IOREEL_ASSIGN_OR_RETURN(const double bytes,
                          ParseWithUnit(text, kSizeUnits, "size", "64k or 1.5g"));
  if (bytes >= 0x1p63) {
    return absl::InvalidArgumentError(absl::StrCat("'", text, "' is larger than any device"));
  }
  return static_cast<uint64_t>(std::llround(bytes));
}

absl::StatusOr<int64_t> ParseDurationNs(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(const double ns,
                          ParseWithUnit(text, kTimeUnits, "duration", "100ms or 1.5s"));
  if (ns >= 0x1p63) return absl::InvalidArgumentError(absl::StrCat("'", text, "' is too long"));
  return std::llround(ns);
}

absl::StatusOr<double> ParseSpeed(absl::string_view text) {
  double speed = 0;
  absl::string_view digits = text;
  if (!digits.empty() && absl::ascii_tolower(digits.back()) == 'x') digits.remove_suffix(1);
  const bool plain = digits.find_first_not_of("0123456789.") == absl::string_view::npos;
  if (!plain || !absl::SimpleAtod(digits, &speed) || speed < kSlowest || speed > kFastest) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", text, "' is not a speed: it must be a number from 0.001 to 1000000, like 2x or 0.5x"));
  }
  return speed;
}

std::string FormatSize(uint64_t bytes) {
  constexpr absl::string_view kNames[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kNames); ++unit) value /= 1024;
  const bool whole = unit == 0 || value == std::floor(value) || value >= 100;
  return absl::StrFormat("%.*f %s", whole ? 0 : 1, value, kNames[unit]);
}

std::string FormatBandwidth(double bytes_per_s) {
  return absl::StrFormat("%.1f MB/s", bytes_per_s / 1e6);
}

std::string FormatDuration(int64_t ns) {
  if (ns == std::numeric_limits<int64_t>::min()) return "unknown";
  if (ns < 0) return absl::StrCat("-", FormatDuration(-ns));
  if (ns < 1'000) return absl::StrFormat("%d ns", ns);
  if (ns < 1'000'000) return absl::StrFormat("%.3g µs", static_cast<double>(ns) / 1e3);
  if (ns < 1'000'000'000) return absl::StrFormat("%.3g ms", static_cast<double>(ns) / 1e6);
  return absl::StrFormat("%.3f s", static_cast<double>(ns) / 1e9);
}

std::string FormatCount(uint64_t n) {
  std::string digits = absl::StrCat(n);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, 1, ',');
  return digits;
}

std::string FormatCount(uint64_t n, absl::string_view noun) {
  return absl::StrCat(FormatCount(n), " ", noun, n == 1 ? "" : "s");
}

}  // namespace ioreel
