#pragma once

#include <cstdint>
#include <string>

#include "absl/types/span.h"

/// Encodings of a page's values as Apache Parquet's Encodings.md defines them.

namespace ioreel {

/// Bits that hold `value`; 0 for 0.
int BitWidth(uint64_t value);

/// DELTA_BINARY_PACKED: blocks of 128 differences in four miniblocks.
void AppendDeltas(absl::Span<const int64_t> values, std::string* out);

/// The hybrid of runs and bit-packed groups: a run where all are equal, else one group. `width` is
/// of the largest value.
void AppendHybrid(absl::Span<const uint64_t> values, int width, std::string* out);

}  // namespace ioreel
