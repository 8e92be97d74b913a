#pragma once

#include <string>
#include <vector>

#include "analysis/score/score_report.h"

namespace ioreel {

/// Every figure of every repeat as comma-separated text, one a row: file, trace, repeat (from 1),
/// key, value. The key is the path of the figure in result.json, with its unit:
/// "ops.read.completion.p99_ns", "fidelity.late". What a repeat does not know has no row.
std::string RunsCsv(const std::vector<NamedResult>& results);

}  // namespace ioreel
