#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analysis/panels/report_data.h"

namespace ioreel {

/// What a report is to be made of, in the order given.
struct ReportFiles {
  std::vector<std::string> results, traces;
};

/// Tells results from traces by what they hold. Errors: those of opening a file.
absl::StatusOr<ReportFiles> SortReportFiles(const std::vector<std::string>& paths);

/// Reads a trace of any format. Errors: as OpenTrace and reading have them.
absl::StatusOr<ReportedTrace> ReadReportedTrace(const std::string& path);

/// Writes a trace's issued requests or, where it has none, its queued I/Os for Perfetto and
/// chrome://tracing. Errors: those of reading and writing.
absl::Status WriteChromeTrace(const std::string& trace, const std::string& output);

}  // namespace ioreel
