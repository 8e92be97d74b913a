#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

/// The small change of text formats: cutting a line into fields and reading numbers, strictly.

namespace ioreel {

/// Cuts `line` at runs of blanks and tabs. Returns the number of fields; when there are more than
/// `fields` holds, that many are set and the number is still the true one.
size_t SplitAtBlanks(absl::string_view line, absl::Span<absl::string_view> fields);

/// Cuts `line` at every `separator` and takes blanks off both ends of each field.
size_t SplitAt(char separator, absl::string_view line, absl::Span<absl::string_view> fields);

/// The whole text is decimal digits; nullopt when it is anything else or does not fit.
std::optional<uint64_t> ParseUnsigned(absl::string_view text);
/// The same with an optional '-'.
std::optional<int64_t> ParseSigned(absl::string_view text);

/// Takes the decimal digits at the front off `text`; nullopt when there are none, or too many.
std::optional<uint64_t> TakeUnsigned(absl::string_view* text);

/// The digits behind a decimal sign, of a unit of that many ns, as ns, rounded to the nearest; 0
/// without any; nullopt for what is no digit. REQUIRES: the unit is a power of ten up to a second.
std::optional<int64_t> ParseDecimals(absl::string_view digits, int64_t unit_ns);

/// Seconds ("3597.137874735") as ns, without going through a double; what is below a ns is rounded.
std::optional<int64_t> ParseSecondsNs(absl::string_view text);

/// A time with or without decimals in units of `unit_ns`, counted from `origin` units, as ns, exact
/// ("128166372003061629" FILETIME ticks, "12.5" ms). What is below a ns is rounded to the nearest.
std::optional<int64_t> ParseTimeNs(absl::string_view text, int64_t unit_ns, int64_t origin = 0);

/// ParseUnsigned, or hex digits behind "0x".
std::optional<uint64_t> ParseUnsignedOrHex(absl::string_view text);

/// `text` for a message: unprintable bytes escaped, cut to a readable length, in quotes.
std::string Quoted(absl::string_view text);

inline std::optional<uint64_t> TakeUnsigned(absl::string_view* text) {
  uint64_t value = 0;
  const char* const begin = text->data();
  const auto [stop, error] = std::from_chars(begin, begin + text->size(), value);
  text->remove_prefix(static_cast<size_t>(stop - begin));
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace ioreel
