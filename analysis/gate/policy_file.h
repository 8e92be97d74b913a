#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "analysis/gate/policy.h"

/// A policy as a TOML file, whose keys docs/ci.md describes.

namespace ioreel {

/// Errors: InvalidArgument "NAME:LINE:COLUMN: …" for what is no TOML, unknown keys, values of a
/// wrong type or that cannot be, and what does not fit together.
absl::StatusOr<GatePolicy> ParsePolicy(const std::string& text, const std::string& name);

/// Errors: those of reading, and of ParsePolicy.
absl::StatusOr<GatePolicy> ReadPolicy(const std::string& path);

/// A text that ParsePolicy understands as `policy`.
std::string PolicyText(const GatePolicy& policy);

}  // namespace ioreel
