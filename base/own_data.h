#pragma once

#include <initializer_list>
#include <string>

#include "absl/status/statusor.h"

namespace ioreel {

/// The first of `places` that exists: files or folders that come with this program, seen from the
/// folder in which it lies. Errors: NotFound.
absl::StatusOr<std::string> FindOwnData(std::initializer_list<const char*> places);

}  // namespace ioreel
