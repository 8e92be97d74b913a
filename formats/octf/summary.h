#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "formats/io/input.h"

namespace ioreel {

/// What an iotrace's file octf.summary says; nullopt where it does not.
struct OctfSummary {
  std::optional<uint64_t> dropped;  ///< events that the tracer could not write
  std::optional<uint64_t> queues;   ///< files octf.trace.N
};

/// Of a file that is no summary nothing is known. Errors: those of reading.
absl::StatusOr<OctfSummary> ReadOctfSummary(const Input& input);

}  // namespace ioreel
