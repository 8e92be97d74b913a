#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

/// What OpenTemporaryFile gives.

namespace ioreel {

/// $TMPDIR, or /tmp.
std::string TemporaryFolder();

/// As PwriteAll; errors name the folder, and say that another may be set.
absl::Status WriteTemporary(int fd, absl::string_view bytes, uint64_t offset);

/// An error of a file there, saying that another folder may be set.
absl::Status WithAnotherFolder(const absl::Status& status);

}  // namespace ioreel
