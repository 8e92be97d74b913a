#include "analysis/suite_comparison.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analysis/holm.h"
#include "base/check.h"

namespace ioreel {
namespace {

/// The runs of one trace.
struct TraceRuns {
  std::string digest;
  std::vector<NamedResult> a, b;
};

TraceRuns& RunsOf(const NamedResult& result, std::vector<TraceRuns>* traces) {
  const std::string& digest = result.result.trace.digest;
  const auto known = std::find_if(traces->begin(), traces->end(),
                                  [&](const TraceRuns& trace) { return trace.digest == digest; });
  if (known != traces->end()) return *known;
  traces->push_back({.digest = digest, .a = {}, .b = {}});
  return traces->back();
}

std::vector<TraceRuns> ByTrace(const std::vector<NamedResult>& a,
                               const std::vector<NamedResult>& b) {
  std::vector<TraceRuns> traces;
  for (const NamedResult& result : a) RunsOf(result, &traces).a.push_back(result);
  for (const NamedResult& result : b) RunsOf(result, &traces).b.push_back(result);
  return traces;
}

std::string Lacking(const TraceRuns& trace) {
  const NamedResult& present = trace.a.empty() ? trace.b.front() : trace.a.front();
  return absl::StrCat(TraceText(present.result.trace), " (", trace.digest, ", ", present.name,
                      "): side ", trace.a.empty() ? "A" : "B", " has no run of it");
}

Outcome Worse(Outcome a, Outcome b) {
  for (const Outcome bad : {Outcome::kInvalid, Outcome::kIncomparable}) {
    if (a == bad || b == bad) return bad;
  }
  return Outcome::kOk;
}

using Side = std::vector<NamedResult> TraceRuns::*;

/// Geometric mean over the traces of their nth values, for as many n as all traces have. A figure
/// that a run does not know makes the mean unknown: 0.
std::vector<double> SuiteValues(const std::vector<TraceRuns>& traces, Side side,
                                const Metric& metric) {
  std::vector<double> logarithms;
  for (const TraceRuns& trace : traces) {
    const std::vector<double> values = ValuesOf(trace.*side, metric);
    const size_t runs =
        &trace == &traces.front() ? values.size() : std::min(values.size(), logarithms.size());
    logarithms.resize(runs);
    for (size_t i = 0; i < runs; ++i) logarithms[i] += std::log(values[i]);
  }
  for (double& value : logarithms) value = std::exp(value / static_cast<double>(traces.size()));
  return logarithms;
}

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
      found.reasons.push_back(Lacking(trace));
      found.outcome = Worse(found.outcome, Outcome::kIncomparable);
      continue;
    }
    found.traces.push_back(Compare(trace.a, trace.b, options));
    found.outcome = Worse(found.outcome, found.traces.back().outcome);
  }
  if (found.outcome == Outcome::kOk && traces.size() > 1) AddSuite(traces, &found);
  return found;
}

}  // namespace ioreel
