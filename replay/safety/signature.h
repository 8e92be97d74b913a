#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace ioreel {

/// What is stored on a device or in a file, as libblkid tells from its signatures: "an ext4
/// filesystem (label 'data')", "a gpt partition table", "LVM2_member", … Empty = none known.
/// Errors: as reading gives.
absl::StatusOr<std::vector<std::string>> FindSignatures(int fd);

}  // namespace ioreel
