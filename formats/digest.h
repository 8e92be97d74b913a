#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// Identity of a trace file: "xxh3-128:<32 hex digits>" over its bytes. Two results are of the
/// same trace when these are equal.
absl::StatusOr<std::string> FileDigest(const std::string& path);
/// The same over bytes in memory.
std::string StringDigest(absl::string_view bytes);

}  // namespace ioreel
