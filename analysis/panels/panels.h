#pragma once

#include <optional>

#include "analysis/document/document.h"
#include "analysis/panels/report_data.h"

/// The parts of a report, one file each; make_document.cc puts them in order. nullopt = the data
/// has nothing for it.

namespace ioreel {

/// Scores of whole suites.
std::optional<Panel> SuitesPanel(const ReportData& data);
/// Scores and verdicts.
std::optional<Panel> SummaryPanel(const ReportData& data);
/// B held against A.
std::optional<Panel> ComparisonPanel(const ReportData& data);
/// Each figure of each run, with its repeats.
std::optional<Panel> RunsPanel(const ReportData& data);
/// Percentiles of the results, by operation.
std::optional<Panel> LatencyPanel(const ReportData& data);
/// What the results did in each second.
std::optional<Panel> SecondsPanel(const ReportData& data);
/// A trace, or the samples of a replay; `number` counts them.
Panel WorkloadPanel(const ReportedTrace& trace, int number);
/// Whether the replays kept time.
std::optional<Panel> FidelityPanel(const ReportData& data);
/// Members and caches of arrays.
std::optional<Panel> MembersPanel(const ReportData& data);
/// Where, with what and how the figures came about.
std::optional<Panel> ContextPanel(const ReportData& data);

/// All of them.
Document MakeDocument(const ReportData& data);

}  // namespace ioreel
