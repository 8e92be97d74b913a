#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "formats/import/fields.h"
#include "formats/kernel_text/line.h"

/// What the texts of all tools have in common.

namespace ioreel {

inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

/// Takes the blanks off the front.
inline void SkipBlanks(absl::string_view* rest) {
  size_t blanks = 0;
  while (blanks < rest->size() && IsBlank((*rest)[blanks])) ++blanks;
  rest->remove_prefix(blanks);
}

/// Takes the next word off the front of `rest`; "" at the end.
inline absl::string_view TakeWord(absl::string_view* rest) {
  SkipBlanks(rest);
  size_t size = 0;
  while (size < rest->size() && !IsBlank((*rest)[size])) ++size;
  const absl::string_view word = rest->substr(0, size);
  rest->remove_prefix(size);
  return word;
}

/// Takes the next word when it is a number alone.
std::optional<uint64_t> TakeNumber(absl::string_view* rest);

struct TextDevice {
  uint64_t major = 0, minor = 0;
};
/// Takes the next word when it has the form of a device number, "8,16".
std::optional<TextDevice> TakeDevice(absl::string_view* rest);
/// Errors: InvalidArgument for a number beyond what the kernel has.
absl::Status SetDevice(const TextDevice& device, RawEvent* raw);

/// Errors: InvalidArgument for a number that is not below kNoCpu.
absl::Status SetCpu(uint64_t cpu, StageEvent* event);

/// "0.000412877" as ns into time_ns, and its number of decimals; false when it is no time.
bool ParseEventTime(absl::string_view word, KernelLine* line);

/// Sets offset and length in bytes from 512-byte sectors; a sector that is all ones is none.
/// Errors: InvalidArgument for one that no device can have.
absl::Status SetSectors(uint64_t sector, uint64_t sectors, StageEvent* event);

/// Sets the length of a driver's command, which has no place.
/// Errors: InvalidArgument for more bytes than a request can have, whose count has 32 bits.
absl::Status SetCommandBytes(uint64_t bytes, StageEvent* event);

/// "sector + n", "sector / n" or a number alone.
struct TextRange {
  uint64_t first = 0;
  std::optional<uint64_t> second;
  bool split = false;  ///< a slash stood between them: `second` is where the rest begins
};
/// Sets offset, length and, of a split, extra. Errors: as SetSectors.
absl::Status SetRange(const TextRange& range, StageEvent* event);

/// Takes one off the front of `rest`; nullopt when there is none.
/// Errors: InvalidArgument for one that ends behind its sign.
absl::StatusOr<std::optional<TextRange>> TakeRange(absl::string_view* rest);

/// "<- (8,1) 223426" into event.extra.
absl::Status ParseRemap(absl::string_view rest, StageEvent* event);

/// "[-5]" or, as blkparse prints it, "[65531]", at the start of `rest`, as a positive errno.
absl::Status ParseError(absl::string_view rest, StageEvent* event);

/// Makes the line a loss of that many events, 0 = an unknown number. Always OK.
absl::Status SetLost(uint16_t cpu, uint64_t events, KernelLine* line);

/// What the block tracer's text has behind device, CPU, time and thread: "Q WS 223490 + 8 [dd]",
/// "X R 8 / 12 [dd]", "A W 8 + 8 <- (8,1) 0", "D N 0 (00 ..) [kworker/0:1]", "U N [dd] 3".
absl::Status ParseAction(absl::string_view text, KernelLine* line);

inline std::optional<uint64_t> TakeNumber(absl::string_view* rest) {
  absl::string_view behind = *rest;
  SkipBlanks(&behind);
  const auto number = TakeUnsigned(&behind);
  if (!number || (!behind.empty() && !IsBlank(behind.front()))) return std::nullopt;
  *rest = behind;
  return number;
}

inline std::optional<TextDevice> TakeDevice(absl::string_view* rest) {
  absl::string_view behind = *rest;
  SkipBlanks(&behind);
  const auto major = TakeUnsigned(&behind);
  if (!major || !absl::ConsumePrefix(&behind, ",") || behind.empty() || IsBlank(behind.front()))
    return std::nullopt;
  const auto minor = TakeNumber(&behind);
  if (!minor) return std::nullopt;
  *rest = behind;
  return TextDevice{*major, *minor};
}

}  // namespace ioreel
