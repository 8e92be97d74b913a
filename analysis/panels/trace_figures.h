#pragma once

#include <string>

#include "analysis/document/document.h"
#include "analysis/panels/report_data.h"

namespace ioreel {

/// What happened over time: rates, depth, places and latencies. `group` is unique to the trace.
Charts TimeFigures(const ReportedTrace& trace, const std::string& group);

/// How latencies are distributed: percentiles, histogram. Empty where no completion is known.
Charts LatencyFigures(const ReportedTrace& trace);

}  // namespace ioreel
