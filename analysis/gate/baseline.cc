#include "analysis/gate/baseline.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/compare/comparability.h"
#include "analysis/gate/policy.h"
#include "analysis/score/verdict.h"
#include "analysis/stats/statistics.h"

namespace ioreel {
namespace {

constexpr int kFewestToJudgeBy = 5;
constexpr double kMostDeviations = 3.5, kMostDeviationsOfRun = 5;
constexpr double kLeastDistance = 0.05;

constexpr const char* kJudgedMetrics[] = {"completion_ns", "busy_ns"};

std::optional<RobustCentre> CentreOfValues(const std::vector<double>& values) {
  if (values.empty() || !AllKnown(values)) return std::nullopt;
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  return RobustCentre{.median = *Median(values),
                      .deviation = *RobustDeviation(logarithms),
                      .runs = static_cast<int>(values.size())};
}

/// "" for a value that is within so many deviations of the centre.
std::string WhyFar(absl::string_view what, double value, const std::vector<double>& others,
                   double deviations) {
  const std::optional<RobustCentre> centre = CentreOfValues(others);
  if (!centre || centre->runs < kFewestToJudgeBy) return "";
  const double most = std::max(deviations * centre->deviation, std::log1p(kLeastDistance));
  const double ratio = value / centre->median;
  if (std::abs(std::log(ratio)) <= most) return "";
  return absl::StrFormat("%s is %.3f times the median of %d others, where %.3f to %.3f is usual",
                         what, ratio, centre->runs, std::exp(-most), std::exp(most));
}

/// Its median, and each of its runs: held against those of the others, or, where these are too few,
/// also against the rest of its own.
std::string WhyOutlyingIn(const Metric& metric, const NamedResult& result,
                          const std::vector<NamedResult>& others) {
  const std::vector<double> of_others = ValuesOf(others, metric);
  const std::vector<double> own = ValuesOf({result}, metric);
  if (own.empty() || !AllKnown(own)) return "";
  const std::string far =
      WhyFar(absl::StrCat("its ", metric.name), *Median(own), of_others, kMostDeviations);
  if (!far.empty() || own.size() == 1) return far;
  for (size_t run = 0; run < own.size(); ++run) {
    std::vector<double> rest = of_others;
    if (rest.size() < kFewestToJudgeBy) {
      rest.insert(rest.end(), own.begin(), own.end());
      rest.erase(rest.end() - static_cast<std::ptrdiff_t>(own.size() - run));
    }
    const std::string why = WhyFar(absl::StrCat("the ", metric.name, " of its repeat ", run + 1),
                                   own[run], rest, kMostDeviationsOfRun);
    if (!why.empty()) return why;
  }
  return "";
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

/// Where the runs that lie out are no minority, none of them can be told to be wrong.
void KeepWhereMostLieOut(PinnedTrace* trace) {
  size_t runs = 0, out = 0;
  std::string first;
  for (const PinnedResult& result : trace->results) {
    runs += result.named.result.repeats.size();
    if (result.outlying.empty()) continue;
    out += result.named.result.repeats.size();
    if (first.empty()) first = absl::StrCat(result.named.name, ": ", result.outlying);
  }
  if (out == 0 || 2 * out < runs) return;
  trace->scattered =
      absl::StrCat("the results of ", trace->trace, " do not agree: ", out, " of ", runs,
                   " runs are of results that would lie out, so that none is left out. ", first,
                   ". Find out what changed on the machine, remove the files that are not of it "
                   "now, or pin anew");
  for (PinnedResult& result : trace->results) result.outlying.clear();
}

PinnedTrace MakeTrace(std::vector<NamedResult> results) {
  std::stable_sort(results.begin(), results.end(), [](const NamedResult& a, const NamedResult& b) {
    return a.result.created_wall_ns < b.result.created_wall_ns;
  });
  PinnedTrace trace;
  trace.trace = TraceText(results.front().result.trace);
  trace.digest = results.front().result.trace.digest;
  for (size_t i = 0; i < results.size(); ++i) {
    trace.results.push_back({results[i], WhyOutlying(results[i], AllBut(results, i))});
  }
  KeepWhereMostLieOut(&trace);
  std::vector<NamedResult> usual;
  for (const PinnedResult& result : trace.results) {
    if (result.outlying.empty()) usual.push_back(result.named);
  }
  trace.completion = CentreOf(usual, *FindMetric("completion_ns"));
  trace.busy = CentreOf(usual, *FindMetric("busy_ns"));
  return trace;
}

}  // namespace

std::optional<RobustCentre> CentreOf(const std::vector<NamedResult>& results,
                                     const Metric& metric) {
  return CentreOfValues(ValuesOf(results, metric));
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
