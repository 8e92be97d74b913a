#include "analysis/compare/suite_comparison.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analysis/compare/enough_runs.h"
#include "analysis/compare/suite_runs.h"
#include "analysis/stats/holm.h"
#include "base/check.h"

namespace ioreel {
namespace {

void AdjustForTraces(std::vector<Comparison>* traces) {
  for (size_t metric = 0; metric < ComparedMetrics().size(); ++metric) {
    std::vector<MetricComparison*> tests;
    std::vector<double> p;
    for (Comparison& trace : *traces) {
      if (!trace.metrics[metric].shift) continue;
      tests.push_back(&trace.metrics[metric]);
      p.push_back(tests.back()->shift->p);
    }
    const std::vector<double> adjusted = HolmAdjusted(p);
    for (size_t i = 0; i < tests.size(); ++i) tests[i]->adjusted_p = adjusted[i];
  }
}

/// Of the suite, and of its traces where it is their number that makes their runs too few.
void WarnOfFewRuns(SuiteComparison* found) {
  const bool paired = found->sampling.paired;
  const std::string suite = TooFewRuns(found->suite_runs_a, found->suite_runs_b, paired);
  if (!suite.empty()) found->warnings.push_back(absl::StrCat("of the suite, ", suite));
  const auto traces = static_cast<int>(found->traces.size());
  for (const Comparison& trace : found->traces) {
    if (TooFewRuns(trace.a.runs, trace.b.runs, paired, traces).empty()) return;
  }
  const Comparison& first = found->traces.front();
  if (!TooFewRuns(first.a.runs, first.b.runs, paired).empty()) return;  // its own warning says so
  found->warnings.push_back(
      absl::StrCat("of single traces, whose p is multiplied by their number of ", traces, ", ",
                   TooFewRuns(first.a.runs, first.b.runs, paired, traces)));
}

/// REQUIRES: every trace has been compared.
void AddSuite(const std::vector<TraceRuns>& traces, SuiteComparison* found) {
  AdjustForTraces(&found->traces);
  for (const Metric& metric : ComparedMetrics()) {
    const std::vector<double> a = SuiteValues(traces, &TraceRuns::a, metric);
    const std::vector<double> b = SuiteValues(traces, &TraceRuns::b, metric);
    found->suite_runs_a = static_cast<int>(a.size());
    found->suite_runs_b = static_cast<int>(b.size());
    found->suite.push_back(CompareMetric(metric, a, b, found->sampling));
  }
  WarnOfFewRuns(found);
  const bool all_used =
      std::all_of(found->traces.begin(), found->traces.end(), [found](const Comparison& trace) {
        return trace.a.runs == found->suite_runs_a && trace.b.runs == found->suite_runs_b;
      });
  if (all_used) return;
  found->warnings.push_back(
      absl::StrCat("the traces have different numbers of runs: the suite is of the first ",
                   found->suite_runs_a, " of A and ", found->suite_runs_b, " of B of each trace"));
}

}  // namespace

SuiteComparison CompareSuites(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                              const ComparisonOptions& options) {
  CHECK(!a.empty() && !b.empty());
  SuiteComparison found;
  found.sampling = options.sampling;
  const std::vector<TraceRuns> traces = ByTrace(a, b);
  for (const TraceRuns& trace : traces) {
    if (trace.a.empty() || trace.b.empty()) {
      found.reasons.push_back(Lacking(trace, "side A", "side B"));
      found.outcome = WorseOf(found.outcome, Outcome::kIncomparable);
      continue;
    }
    found.traces.push_back(Compare(trace.a, trace.b, options));
    found.outcome = WorseOf(found.outcome, found.traces.back().outcome);
  }
  if (found.outcome == Outcome::kOk && traces.size() > 1) AddSuite(traces, &found);
  return found;
}

}  // namespace ioreel
