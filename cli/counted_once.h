#pragma once

#include <vector>

#include "absl/status/status.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// Each result of either side is evidence once, and on one side only: by what it holds, not by its
/// name. Errors: UsageError that names two that are the same, and says what to do.
absl::Status CheckCountedOnce(const std::vector<NamedResult>& baseline,
                              const std::vector<NamedResult>& candidate);

}  // namespace ioreel
