#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

/// Numbers with units, both ways. Sizes are binary: "64k" = 65536, "1.5M", "2g", "4096", "512B".
/// Durations: "100ms", "1.5s", "20us", "300ns", "2m", "1h"; a bare number is seconds. What is read
/// is exact: a size must be a whole number of bytes, a duration is rounded to a nanosecond.
/// Errors are InvalidArgument and name the text, what is wrong and an example.

namespace ioreel {

absl::StatusOr<uint64_t> ParseSize(absl::string_view text);
absl::StatusOr<int64_t> ParseDurationNs(absl::string_view text);
/// The same, also "-1.5s".
absl::StatusOr<int64_t> ParseSignedDurationNs(absl::string_view text);

/// "2x", "0.5x" or "2": a factor from 0.001 to 1,000,000; anything else is refused.
absl::StatusOr<double> ParseFactor(absl::string_view text);

/// From now on, in this process, the functions below print numbers as they are: "65536 B",
/// "350200000 B/s", "1234567890 ns", "12345678". To be called before the first of them.
void ShowExactNumbers();

/// "64 KiB", "1.5 GiB", "512 B": at most one decimal.
std::string FormatSize(uint64_t bytes);
/// "350.2 MB/s": megabytes of 10^6, as drive makers and benchmarks count.
std::string FormatBandwidth(double bytes_per_s);
/// "1.234 s", "12.3 ms", "456 µs", "78 ns"; "unknown" for kNoTime.
std::string FormatDuration(int64_t ns);
/// "12,345,678".
std::string FormatCount(uint64_t n);
/// A moment of a trace: "12.345678 s".
std::string FormatMoment(int64_t ns);
/// A mean or a factor: "14.5".
std::string FormatRatio(double ratio);
/// A share from 0 to 1: "12.3 %"; "-" where it is not known, as is that of nothing.
std::string FormatShare(std::optional<double> share);
std::string FormatShare(uint64_t part, uint64_t whole);
/// "1 I/O", "1,234 I/Os".
std::string FormatCount(uint64_t n, absl::string_view noun);

}  // namespace ioreel
