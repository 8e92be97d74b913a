#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/charts/trace_charts.h"
#include "analysis/compare/suite_comparison.h"
#include "analysis/report/trace_output.h"
#include "analysis/score/score_report.h"
#include "analysis/score/suite_score.h"
#include "analysis/workload/trace_stats.h"

namespace ioreel {

/// A trace, or the samples of a replay, as a report shows it.
struct ReportedTrace {
  TraceFile file;
  TraceStats stats;
  /// Of the issued requests where there are any with a time, else of the queued I/Os.
  std::unique_ptr<TraceCharts> charts;
  Level level = Level::kQueue;  ///< that one
};

/// Reads a trace to its end, in one pass and in memory that does not grow with it.
/// Errors: the reader's.
absl::StatusOr<ReportedTrace> ReadForReport(std::unique_ptr<TraceReader> reader);

/// A result under the name and in the colour that all charts give it.
struct Run {
  const NamedResult* named = nullptr;
  std::string label;
  int colour = 0;

  const RunResult& result() const { return named->result; }
};

/// The results of one trace, scored.
struct RunGroup {
  std::string trace;  ///< with the recorded command
  std::vector<Run> runs;
  ScoreReport scores;  ///< its cards are in the order of `runs`
};

/// Everything that a report is made of.
struct ReportData {
  std::vector<SuiteScore> suites;
  std::vector<RunGroup> groups;
  std::optional<SuiteComparison> comparison;
  std::vector<ReportedTrace> traces;
};

/// What the user named.
struct ReportInput {
  std::vector<NamedResult> a, b;   ///< b: compared with a; else empty
  std::vector<NamedSuite> suites;  ///< whose traces are among them
  std::optional<NamedResult> reference;
  std::optional<NamedSuite> suite_reference;
  ComparisonOptions comparison;
  bool allow_invalid = false;
  std::vector<ReportedTrace> traces;
};

/// Scores and compares. `input` must outlive what is returned, but for its traces, which are moved.
ReportData MakeReportData(ReportInput* input);

}  // namespace ioreel
