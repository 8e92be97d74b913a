#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "replay/target.h"

namespace ioreel {

/// Writes back what only the caches of a target hold, so that its members hold all data, and makes
/// the caches empty. `engine` as in engine_registry.h; "" = no I/O is done.
/// Errors: as RunPlainly.
absl::Status EmptyCaches(Target* target, const std::vector<int>& fds, const std::string& engine,
                         int64_t timeout_ns = kNoTime);

}  // namespace ioreel
