#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/compare/metric_comparison.h"
#include "analysis/compare/sides.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// B held against A, on one trace.
struct Comparison {
  Outcome outcome = Outcome::kOk;
  std::vector<std::string> reasons;  ///< why there are no metrics, if not kOk
  std::string trace;                 ///< of the first run, with the recorded command
  SideFacts a, b;
  std::vector<std::string> varied;  ///< what is under test and does differ
  std::vector<std::string> warnings;
  std::vector<MetricComparison> metrics;
};

struct ComparisonOptions {
  std::set<Vary> vary = {Vary::kTarget};
  SamplingOptions sampling;
};

/// Every repeat of every result is a run. An outcome other than kOk comes without metrics: invalid
/// or tainted runs before sides that cannot be compared. Pairs need as many runs on both sides.
/// REQUIRES: neither is empty.
Comparison Compare(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                   const ComparisonOptions& options);

}  // namespace ioreel
