#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "replay/target_registry.h"
#include "replay/targets/spec_options.h"

namespace ioreel {

/// The option chunk= of a striped array; mdadm's 512 KiB where it is not given. Errors:
/// InvalidArgument.
absl::StatusOr<uint64_t> ReadChunk(const SpecOptions& options);

/// The same, and every member that is there holds at least one. Errors: InvalidArgument that points
/// at the member that does not.
absl::StatusOr<uint64_t> ChunkThatFits(const TargetKind::Parts& parts);

}  // namespace ioreel
