#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analysis/compare/metric_comparison.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// The runs of one trace of a suite, on both sides.
struct TraceRuns {
  using Side = std::vector<NamedResult> TraceRuns::*;

  std::string digest;
  std::vector<NamedResult> a, b;
};

/// In the order in which A, then B, have the traces, told by their digests.
std::vector<TraceRuns> ByTrace(const std::vector<NamedResult>& a,
                               const std::vector<NamedResult>& b);

/// For the user: that the side without runs has none; "side A has no run of it" with its name.
/// REQUIRES: one of them is empty.
std::string Lacking(const TraceRuns& trace, absl::string_view a_name, absl::string_view b_name);

/// Geometric mean over the traces of their nth values, for as many n as all traces have. A figure
/// that a run does not know makes the mean unknown: 0.
std::vector<double> SuiteValues(const std::vector<TraceRuns>& traces, TraceRuns::Side side,
                                const Metric& metric);

}  // namespace ioreel
