#pragma once

#include <cstddef>
#include <string>

#include "analysis/report/trace_output.h"
#include "analysis/workload/workload.h"

/// What `ioreel analyze` prints; docs/analysis.md documents the keys and columns.

namespace ioreel {

/// For a terminal; `top` rows of the tables that rank: tasks, hot ranges, streams.
std::string WorkloadText(const TraceFile& file, const Workload& workload, size_t top);

/// One JSON object, with the `top` hottest ranges; everything else is whole.
std::string WorkloadJson(const TraceFile& file, const Workload& workload, size_t top);

/// The step table: a line for each stream of each step, and one for all of it.
std::string WorkloadCsv(const Workload& workload);

}  // namespace ioreel
