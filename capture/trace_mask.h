#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// "read, write, flush, …": the kinds of events that blktrace's act_mask tells apart.
std::string TraceMaskNames();

/// Bits of act_mask for a list such as "queue,complete". Errors: InvalidArgument, with the names
/// there are, for an unknown one and for an empty list.
absl::StatusOr<uint32_t> ParseTraceMask(absl::string_view text);

}  // namespace ioreel
