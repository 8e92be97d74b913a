#pragma once

#include <string>

#include "analysis/score/score_report.h"

namespace ioreel {

/// For a terminal: a table with one column a result, units in every cell, then what stands against
/// the figures, one line each.
std::string ScoreReportText(const ScoreReport& report);

/// One JSON object; docs/scoring.md documents its keys.
std::string ScoreReportJson(const ScoreReport& report);

}  // namespace ioreel
