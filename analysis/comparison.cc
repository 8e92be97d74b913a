#include "analysis/comparison.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"

namespace ioreel {
namespace {

int RunsOf(const std::vector<NamedResult>& side) {
  size_t runs = 0;
  for (const NamedResult& result : side) runs += result.result.repeats.size();
  return static_cast<int>(runs);
}

Comparison::Side Describe(const std::vector<NamedResult>& side) {
  Comparison::Side described{
      .files = {}, .how = HowReplayed(side.front().result), .runs = RunsOf(side)};
  for (const NamedResult& result : side) described.files.push_back(result.name);
  return described;
}

/// Why runs of the side must not be trusted.
void JudgeRuns(const std::vector<NamedResult>& side, std::vector<std::string>* reasons) {
  for (const NamedResult& result : side) {
    const Verdict verdict = Judge(result.result);
    for (const auto* list : {&verdict.invalid, &verdict.tainted}) {
      for (const std::string& why : *list) reasons->push_back(result.name + ": " + why);
    }
  }
}

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
  comparison.a = Describe(a);
  comparison.b = Describe(b);
  JudgeRuns(a, &comparison.reasons);
  JudgeRuns(b, &comparison.reasons);
  if (!comparison.reasons.empty()) {
    comparison.outcome = Outcome::kInvalid;
    return comparison;
  }
  Comparability found = CompareSides(a, b, options.vary);
  comparison.reasons = std::move(found.obstacles);
  if (options.sampling.paired && comparison.a.runs != comparison.b.runs) {
    comparison.reasons.push_back(absl::StrCat("pairs need as many runs on both sides, not ",
                                              comparison.a.runs, " and ", comparison.b.runs));
  }
  if (!comparison.reasons.empty()) {
    comparison.outcome = Outcome::kIncomparable;
    return comparison;
  }
  comparison.varied = std::move(found.varied);
  comparison.warnings = WarningsOf(comparison, a.front(), options.sampling.paired);
  for (const Metric& metric : ComparedMetrics()) {
    comparison.metrics.push_back(
        CompareMetric(metric, ValuesOf(a, metric), ValuesOf(b, metric), options.sampling));
  }
  return comparison;
}

}  // namespace ioreel
