#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "analysis/score/suite_score.h"

namespace ioreel {

/// For a terminal: of each run of a suite its score and a table with a line a trace, units in the
/// head, then what stands against the figures, one line each.
std::string SuiteScoresText(absl::Span<const SuiteScore> scores);

/// One JSON object; docs/scoring.md documents its keys.
std::string SuiteScoresJson(absl::Span<const SuiteScore> scores);

}  // namespace ioreel
