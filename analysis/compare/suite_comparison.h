#pragma once

#include <string>
#include <vector>

#include "analysis/compare/comparison.h"

namespace ioreel {

/// B held against A on one trace or several, told by their digests.
struct SuiteComparison {
  Outcome outcome = Outcome::kOk;    ///< the worst of the traces'
  std::vector<std::string> reasons;  ///< why it is not ok, beyond the traces' own reasons
  std::vector<Comparison> traces;    ///< in the order in which A, then B, have them
  SamplingOptions sampling;
  /// Geometric means over the traces: the nth value of a side is that of the nth runs of all
  /// traces. Empty where there is one trace, or the outcome is not ok.
  std::vector<MetricComparison> suite;
  int suite_runs_a = 0, suite_runs_b = 0;
  std::vector<std::string> warnings;  ///< of the suite
};

/// Compares each trace, and the suite of all. With several traces the p values of each metric are
/// adjusted for their number (holm.h). A trace that one side lacks makes the sides incomparable.
/// REQUIRES: neither is empty.
SuiteComparison CompareSuites(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                              const ComparisonOptions& options);

}  // namespace ioreel
