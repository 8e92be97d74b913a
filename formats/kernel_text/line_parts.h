#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/kernel_text/line.h"

/// What the texts of all tools have in common.

namespace ioreel {

/// Takes the next word off the front of `rest`; "" at the end.
absl::string_view TakeWord(absl::string_view* rest);

/// Decimal digits and nothing else.
bool IsDigits(absl::string_view text);

/// Has the form of a device number, "8,16".
bool IsDevice(absl::string_view word);
/// "8,16" into major and minor; false when it is anything else, or beyond what the kernel has.
bool ParseDevice(absl::string_view word, RawEvent* raw);

/// A CPU number of digits. Errors: InvalidArgument for one that is not below kNoCpu.
absl::StatusOr<uint16_t> ParseCpu(absl::string_view digits);

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

}  // namespace ioreel
