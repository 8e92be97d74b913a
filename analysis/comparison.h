#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/comparability.h"
#include "analysis/metric_comparison.h"
#include "analysis/outcome.h"
#include "analysis/score_report.h"

namespace ioreel {

/// B held against A, on one trace.
struct Comparison {
  struct Side {
    std::vector<std::string> files;
    std::string how;  ///< of its first run
    int runs = 0;     ///< repeats of all its results
  };

  Outcome outcome = Outcome::kOk;
  std::vector<std::string> reasons;  ///< why there are no metrics, if not kOk
  std::string trace;                 ///< of the first run, with the recorded command
  Side a, b;
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
