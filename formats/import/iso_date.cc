#include "formats/import/iso_date.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "absl/time/civil_time.h"
#include "base/checked_math.h"
#include "formats/import/fields.h"
#include "formats/model/time.h"

namespace ioreel {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000, kSecondsPerMinute = 60, kSecondsPerHour = 3'600,
                  kSecondsPerDay = 86'400;

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

/// Takes a number of exactly that many digits off the front; −1 when it is not there.
int TakeNumber(size_t digits, absl::string_view* rest) {
  if (rest->size() < digits) return -1;
  int number = 0;
  for (const char c : rest->substr(0, digits)) {
    if (!IsDigit(c)) return -1;
    number = 10 * number + (c - '0');
  }
  rest->remove_prefix(digits);
  return number;
}

/// "2024-01-31" or "20240131".
std::optional<absl::CivilDay> TakeDay(absl::string_view* rest) {
  const int year = TakeNumber(4, rest);
  const bool marks = absl::ConsumePrefix(rest, "-");
  const int month = TakeNumber(2, rest);
  if (year < 0 || (marks && !absl::ConsumePrefix(rest, "-"))) return std::nullopt;
  const int day = TakeNumber(2, rest);
  const absl::CivilDay civil(year, month, day);
  if (civil.month() != month || civil.day() != day) return std::nullopt;  // no such day
  return civil;
}

bool TakeSeparator(absl::string_view* rest) {
  return absl::ConsumePrefix(rest, "T") || absl::ConsumePrefix(rest, "t") ||
         absl::ConsumePrefix(rest, " ");
}

/// ".5" or ",5" of a second, in ns; 0 when there are no decimals.
std::optional<int64_t> TakeDecimalsNs(absl::string_view* rest) {
  if (!absl::ConsumePrefix(rest, ".") && !absl::ConsumePrefix(rest, ",")) return 0;
  const auto end = std::find_if_not(rest->begin(), rest->end(), IsDigit);
  const absl::string_view digits = rest->substr(0, static_cast<size_t>(end - rest->begin()));
  rest->remove_prefix(digits.size());
  return digits.empty() ? std::nullopt : ParseDecimals(digits, kNsPerSecond);
}

/// "12:34:56.789" or "123456.789", also without the seconds, in ns since midnight.
std::optional<int64_t> TakeClockNs(absl::string_view* rest) {
  const int hours = TakeNumber(2, rest);
  const bool marks = absl::ConsumePrefix(rest, ":");
  const int minutes = TakeNumber(2, rest);
  const bool has_seconds =
      marks ? absl::ConsumePrefix(rest, ":") : !rest->empty() && IsDigit(rest->front());
  const int seconds = has_seconds ? TakeNumber(2, rest) : 0;
  const auto decimals_ns = has_seconds ? TakeDecimalsNs(rest) : 0;
  if (hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 60 || !decimals_ns)
    return std::nullopt;
  const int64_t whole = hours * kSecondsPerHour + minutes * kSecondsPerMinute + seconds;
  const int64_t clock_ns = whole * kNsPerSecond + *decimals_ns;
  if (hours > 23 && clock_ns != kSecondsPerDay * kNsPerSecond) return std::nullopt;
  return clock_ns;
}

/// All of "Z", "UTC", "+02:00", "+0200", "+02" or "", in seconds east of Greenwich.
std::optional<int64_t> ParseZone(absl::string_view text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  for (absl::string_view name : {"", "Z", "UTC", "GMT"}) {
    if (absl::EqualsIgnoreCase(text, name)) return 0;
  }
  const bool east = absl::ConsumePrefix(&text, "+");
  if (!east && !absl::ConsumePrefix(&text, "-") && !absl::ConsumePrefix(&text, "−"))
    return std::nullopt;
  const int hours = TakeNumber(2, &text);
  const bool has_minutes = absl::ConsumePrefix(&text, ":") || !text.empty();
  const int minutes = has_minutes ? TakeNumber(2, &text) : 0;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || !text.empty()) return std::nullopt;
  return (east ? 1 : -1) * (hours * kSecondsPerHour + minutes * kSecondsPerMinute);
}

}  // namespace

std::optional<int64_t> ParseDateNs(absl::string_view text) {
  const auto day = TakeDay(&text);
  if (!day || !TakeSeparator(&text)) return std::nullopt;
  const auto clock_ns = TakeClockNs(&text);
  const auto zone = ParseZone(text);
  if (!clock_ns || !zone) return std::nullopt;
  const int64_t midnight = (*day - absl::CivilDay()) * kSecondsPerDay - *zone;
  const auto midnight_ns = CheckedMul(midnight, kNsPerSecond);
  const auto ns = midnight_ns ? CheckedAdd(*midnight_ns, *clock_ns) : std::nullopt;
  return ns == kNoTime ? std::nullopt : ns;
}

}  // namespace ioreel
