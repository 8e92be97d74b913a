#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/target_spec.h"

namespace ioreel {

/// Bytes that each file of a target must have, all the same, so that the whole has `needed_bytes`
/// or more: that many where it is one file, else the least number of whole MiB.
/// Errors: those of MakeTarget, where no size helps.
absl::StatusOr<uint64_t> MemberBytesFor(absl::string_view text, const TargetSpec& spec,
                                        uint64_t needed_bytes);

}  // namespace ioreel
