#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/summary/trace_summary.h"

/// A TraceSummary as the JSON of an info frame of its own, docs/trace_format.md:
///
///     {"summary": {"rules": 1, "queue": {…}, "issue": {…}}}

namespace ioreel {

std::string PackSummary(const TraceSummary& summary);

/// nullopt where `json` has none, or one by other rules of what is replayed.
/// Errors: DataLoss when it is not what PackSummary makes.
absl::StatusOr<std::optional<TraceSummary>> ParseSummary(absl::string_view json);

}  // namespace ioreel
