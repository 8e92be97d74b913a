#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// "read, write, flush, …": the kinds of events that blktrace's act_mask tells apart.
std::string TraceMaskNames();

/// Bits of act_mask for a list such as "queue,complete"; 0 (= all) for "".
/// Errors: InvalidArgument with the names.
absl::StatusOr<uint32_t> ParseTraceMask(absl::string_view text);

}  // namespace ioreel
