#include "analysis/compare/suite_runs.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace ioreel {
namespace {

TraceRuns& RunsOf(const NamedResult& result, std::vector<TraceRuns>* traces) {
  const std::string& digest = result.result.trace.digest;
  const auto known = std::find_if(traces->begin(), traces->end(),
                                  [&](const TraceRuns& trace) { return trace.digest == digest; });
  if (known != traces->end()) return *known;
  traces->push_back({.digest = digest, .a = {}, .b = {}});
  return traces->back();
}

}  // namespace

std::vector<TraceRuns> ByTrace(const std::vector<NamedResult>& a,
                               const std::vector<NamedResult>& b) {
  std::vector<TraceRuns> traces;
  for (const NamedResult& result : a) RunsOf(result, &traces).a.push_back(result);
  for (const NamedResult& result : b) RunsOf(result, &traces).b.push_back(result);
  return traces;
}

std::string Lacking(const TraceRuns& trace, absl::string_view a_name, absl::string_view b_name) {
  CHECK(trace.a.empty() != trace.b.empty());
  const NamedResult& present = trace.a.empty() ? trace.b.front() : trace.a.front();
  return absl::StrCat(TraceText(present.result.trace), " (", trace.digest, ", ", present.name,
                      "): ", trace.a.empty() ? a_name : b_name, " has no run of it");
}

std::vector<double> SuiteValues(const std::vector<TraceRuns>& traces, TraceRuns::Side side,
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

}  // namespace ioreel
