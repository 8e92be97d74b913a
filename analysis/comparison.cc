#include "analysis/comparison.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"

namespace ioreel {
namespace {

std::string TooFewRuns(const Comparison& comparison, bool paired) {
  const int a = comparison.a.runs, b = comparison.b.runs;
  int enough = 1;
  while (SmallestP(enough, enough, paired) >= kSignificance) ++enough;
  return absl::StrFormat(
      "%d and %d runs cannot show a difference, however large: p is %.2g at least, and must be "
      "below %.2g; run %d %s or more",
      a, b, SmallestP(a, b, paired), kSignificance, enough, paired ? "pairs" : "a side");
}

std::vector<std::string> WarningsOf(const Comparison& comparison, const NamedResult& first,
                                    bool paired) {
  std::vector<std::string> warnings;
  if (SmallestP(comparison.a.runs, comparison.b.runs, paired) >= kSignificance) {
    warnings.push_back(TooFewRuns(comparison, paired));
  }
  if (comparison.varied.empty()) {
    warnings.push_back("nothing differs between the sides: what is seen is noise");
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
