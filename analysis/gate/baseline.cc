#include "analysis/gate/baseline.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/comparability.h"
#include "analysis/gate/policy.h"
#include "analysis/statistics.h"
#include "analysis/verdict.h"

namespace ioreel {
namespace {

constexpr int kFewestToJudgeBy = 5;
constexpr double kMostDeviations = 3.5;
constexpr double kLeastDistance = 0.05;

constexpr const char* kJudgedMetrics[] = {"completion_ns", "busy_ns"};

std::string WhyOutlyingIn(const Metric& metric, const NamedResult& result,
                          const std::vector<NamedResult>& others) {
  const std::optional<RobustCentre> centre = CentreOf(others, metric);
  const std::optional<RobustCentre> own = CentreOf({result}, metric);
  if (!centre || !own || centre->runs < kFewestToJudgeBy) return "";
  const double most = std::max(kMostDeviations * centre->deviation, std::log1p(kLeastDistance));
  const double ratio = own->median / centre->median;
  if (std::abs(std::log(ratio)) <= most) return "";
  return absl::StrFormat(
      "its %s is %.3f times the median of %d others, where %.3f to %.3f is usual", metric.name,
      ratio, centre->runs, std::exp(-most), std::exp(most));
}

std::vector<NamedResult> OfTrace(const std::vector<NamedResult>& results,
                                 const std::string& digest) {
  std::vector<NamedResult> of_trace;
  for (const NamedResult& result : results) {
    if (result.result.trace.digest == digest) of_trace.push_back(result);
  }
  return of_trace;
}

std::vector<NamedResult> AllBut(std::vector<NamedResult> results, size_t index) {
  results.erase(results.begin() + static_cast<std::ptrdiff_t>(index));
  return results;
}

int RunsOf(const std::vector<NamedResult>& results) {
  size_t runs = 0;
  for (const NamedResult& result : results) runs += result.result.repeats.size();
  return static_cast<int>(runs);
}

/// In what `result`, one of them, differs from the first of `all`, and from the first of its trace.
std::vector<std::string> MixedWith(const std::vector<NamedResult>& all, const NamedResult& result) {
  std::vector<std::string> mixed;
  const NamedResult of_trace = OfTrace(all, result.result.trace.digest).front();
  for (const NamedResult* first : {&all.front(), &of_trace}) {
    if (first == &of_trace && of_trace.name == all.front().name) continue;
    for (const std::string& difference : FingerprintDifferences(first->result, result.result)) {
      mixed.push_back(absl::StrCat(first->name, " and ", result.name, " differ: ", difference));
    }
  }
  return mixed;
}

PinnedTrace MakeTrace(std::vector<NamedResult> results) {
  std::stable_sort(results.begin(), results.end(), [](const NamedResult& a, const NamedResult& b) {
    return a.result.created_wall_ns < b.result.created_wall_ns;
  });
  PinnedTrace trace;
  trace.trace = TraceText(results.front().result.trace);
  trace.digest = results.front().result.trace.digest;
  std::vector<NamedResult> usual;
  for (size_t i = 0; i < results.size(); ++i) {
    trace.results.push_back({results[i], WhyOutlying(results[i], AllBut(results, i))});
    if (trace.results.back().outlying.empty()) usual.push_back(results[i]);
  }
  trace.completion = CentreOf(usual, *FindMetric("completion_ns"));
  trace.busy = CentreOf(usual, *FindMetric("busy_ns"));
  return trace;
}

}  // namespace

std::optional<RobustCentre> CentreOf(const std::vector<NamedResult>& results,
                                     const Metric& metric) {
  const std::vector<double> values = ValuesOf(results, metric);
  if (values.empty() || !AllKnown(values)) return std::nullopt;
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return RobustCentre{.median = *Median(values),
                      .deviation = *RobustDeviation(logarithms),
                      .runs = static_cast<int>(values.size())};
}

std::string WhyOutlying(const NamedResult& result, const std::vector<NamedResult>& others) {
  for (const char* key : kJudgedMetrics) {
    const std::string why = WhyOutlyingIn(*FindMetric(key), result, others);
    if (!why.empty()) return why;
  }
  return "";
}

BaselineSet MakeBaseline(const std::vector<NamedResult>& results) {
  BaselineSet baseline;
  std::set<std::string> seen;
  for (const NamedResult& result : results) {
    const std::vector<std::string> mixed = MixedWith(results, result);
    baseline.mixed.insert(baseline.mixed.end(), mixed.begin(), mixed.end());
    const std::string& digest = result.result.trace.digest;
    if (seen.insert(digest).second) baseline.traces.push_back(MakeTrace(OfTrace(results, digest)));
  }
  return baseline;
}

PinRefusal JudgePin(const NamedResult& result, const std::vector<NamedResult>& pinned,
                    const std::vector<NamedResult>& added) {
  PinRefusal refusal;
  const Verdict verdict = Judge(result.result);
  for (const auto* list : {&verdict.invalid, &verdict.tainted}) {
    refusal.invalid.insert(refusal.invalid.end(), list->begin(), list->end());
  }
  std::vector<NamedResult> all = pinned;
  all.insert(all.end(), added.begin(), added.end());
  refusal.mixing = MixedWith(all, result);
  for (const std::string& reason : WhyNotTheTrace(result.result)) {
    refusal.mixing.push_back(absl::StrCat(result.name, ": ", reason));
  }
  if (!refusal.invalid.empty() || !refusal.mixing.empty()) return refusal;
  std::vector<NamedResult> others = OfTrace(pinned, result.result.trace.digest);
  if (RunsOf(others) < kFewestToJudgeBy) others = OfTrace(all, result.result.trace.digest);
  std::erase_if(others, [&](const NamedResult& other) { return other.name == result.name; });
  const std::string why = WhyOutlying(result, others);
  if (!why.empty()) refusal.invalid.push_back(absl::StrCat("an outlier: ", why));
  return refusal;
}

}  // namespace ioreel
