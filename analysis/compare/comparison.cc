#include "analysis/compare/comparison.h"

#include <string>

#include "analysis/compare/enough_runs.h"
#include "base/check.h"

namespace ioreel {
namespace {

std::vector<std::string> WarningsOf(const Comparison& comparison, const NamedResult& first,
                                    bool paired) {
  std::vector<std::string> warnings;
  const std::string too_few = TooFewRuns(comparison.a.runs, comparison.b.runs, paired);
  if (!too_few.empty()) warnings.push_back(too_few);
  if (comparison.varied.empty()) {
    warnings.push_back(
        "nothing that the results record differs between the sides: a difference comes of chance, "
        "or of what they do not record");
  }
  if (!first.result.target.direct) {
    warnings.push_back("buffered: both sides went through the page cache, so memory was measured");
  }
  return warnings;
}

}  // namespace

Comparison Compare(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                   const ComparisonOptions& options) {
  CHECK(!a.empty() && !b.empty());
  Comparison comparison;
  comparison.trace = TraceText(a.front().result.trace);
  comparison.a = DescribeSide(a);
  comparison.b = DescribeSide(b);
  Admission admission = Admit(a, b, options.vary, options.sampling.paired);
  comparison.outcome = admission.outcome;
  comparison.reasons = std::move(admission.reasons);
  comparison.varied = std::move(admission.varied);
  if (comparison.outcome != Outcome::kOk) return comparison;
  comparison.warnings = WarningsOf(comparison, a.front(), options.sampling.paired);
  for (const Metric& metric : ComparedMetrics()) {
    comparison.metrics.push_back(
        CompareMetric(metric, ValuesOf(a, metric), ValuesOf(b, metric), options.sampling));
  }
  return comparison;
}

}  // namespace ioreel
