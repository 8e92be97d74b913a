#pragma once

#include <string>

#include "analysis/panels/report_data.h"

namespace ioreel {

/// For a terminal: what `ioreel score`, `compare` and `info` print, one below the other.
std::string ReportText(const ReportData& data);

/// One JSON object of what these print with --json: "scores" (one for each trace of a suite),
/// "comparison" (null where nothing is compared), "traces".
std::string ReportJson(const ReportData& data);

}  // namespace ioreel
