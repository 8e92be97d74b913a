#pragma once

#include <cstdint>
#include <string>

#include "analysis/gate/baseline.h"

namespace ioreel {

/// For a terminal: for each trace its fingerprint, its centre, and a line for each result with its
/// age at `now_ns` (wall clock) and whether it lies out.
std::string BaselineText(const BaselineSet& baseline, int64_t now_ns);

/// One JSON object; docs/ci.md documents its keys.
std::string BaselineJson(const BaselineSet& baseline, int64_t now_ns);

}  // namespace ioreel
