#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analysis/panels/report_data.h"
#include "formats/edit/trace_filter.h"

namespace ioreel {

/// What a report is to be made of, in the order given.
struct ReportFiles {
  std::vector<std::string> results, traces;
};

/// Tells results from traces by what they hold. Errors: those of opening a file.
absl::StatusOr<ReportFiles> SortReportFiles(const std::vector<std::string>& paths);

/// Reads what `filter` wants of a trace of any format. Errors: as OpenTrace and reading have them.
absl::StatusOr<ReportedTrace> ReadReportedTrace(const std::string& path, const TraceFilter& filter);

/// Writes of what `filter` wants of a trace the issued requests or, where it has none, the queued
/// I/Os for Perfetto and chrome://tracing. Errors: those of reading and writing.
absl::Status WriteChromeTrace(const std::string& trace, const TraceFilter& filter,
                              const std::string& output);

}  // namespace ioreel
