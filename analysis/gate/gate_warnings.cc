#include "analysis/gate/gate_warnings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/stats/shift_estimate.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// Holm's least p of a regression is that of all tests of the family; a pass needs no such factor.
void WarnOfFewRuns(int a, int b, GateReport* report) {
  const auto least_p = [&](int x, int y) { return SmallestP(x, y, report->paired) / 2; };
  const int family = std::max(1, report->required);
  if (family * least_p(a, b) < report->alpha) return;
  int enough = 1;
  while (family * least_p(enough, enough) >= report->alpha) ++enough;
  const bool decides_nothing = least_p(a, b) >= report->alpha;
  report->warnings.push_back(absl::StrFormat(
      "%d and %d runs can %s, whatever they are: p%s is %.2g at least, and must be below %.2g; "
      "make "
      "%d %s or more",
      a, b, decides_nothing ? "decide nothing" : "show no regression",
      family > 1 ? absl::StrCat(", adjusted for ", family, " required tests,") : "",
      family * least_p(a, b), report->alpha, enough, report->paired ? "pairs" : "a side"));
}

void WarnOfNames(const std::vector<TraceRuns>& traces, GateReport* report) {
  for (const MetricPolicy& metric : report->policy.metrics) {
    size_t used = 0;
    for (const TraceRuns& trace : traces) {
      used += metric.RuleNaming(trace.a.front().result.trace) != nullptr;
    }
    if (used == metric.named.size()) continue;
    const std::string named = FormatCount(metric.named.size(), "trace");
    report->warnings.push_back(absl::StrCat("the policy names ", named, " for ", metric.metric->key,
                                            ", of which ", used == 0 ? "none" : absl::StrCat(used),
                                            used > 1 ? " are" : " is", " among these"));
  }
}

/// The least and the most runs of a trace on a side.
std::pair<int, int> RunsOfTraces(const std::vector<TraceRuns>& traces, TraceRuns::Side side) {
  std::vector<int> runs;
  for (const TraceRuns& trace : traces) runs.push_back(DescribeSide(trace.*side).runs);
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end());
  return {*least, *most};
}

void WarnOfNumbers(const std::vector<TraceRuns>& traces, GateReport* report) {
  const auto [a, a_most] = RunsOfTraces(traces, &TraceRuns::a);
  const auto [b, b_most] = RunsOfTraces(traces, &TraceRuns::b);
  WarnOfFewRuns(a, b, report);
  if (a == a_most && b == b_most) return;
  report->warnings.push_back(
      absl::StrCat("the traces have different numbers of runs: the suite is of the first ", a,
                   " of the baseline and ", b, " of the candidate of each trace"));
}

/// Days from the newest result of the baseline to that of the candidate.
double DaysBetween(const TraceRuns& trace) {
  constexpr double kDayNs = 86'400e9;
  const auto newest_ns = [](const std::vector<NamedResult>& side) {
    int64_t newest = INT64_MIN;
    for (const NamedResult& named : side) newest = std::max(newest, named.result.created_wall_ns);
    return static_cast<double>(newest);
  };
  return (newest_ns(trace.b) - newest_ns(trace.a)) / kDayNs;
}

/// What is compared is the machine of then with that of now.
void WarnOfAge(const std::vector<TraceRuns>& traces, GateReport* report) {
  const double most = report->policy.old_after_days;
  if (most == 0) return;
  const auto oldest = std::max_element(
      traces.begin(), traces.end(),
      [](const TraceRuns& a, const TraceRuns& b) { return DaysBetween(a) < DaysBetween(b); });
  if (DaysBetween(*oldest) <= most) return;
  report->warnings.push_back(absl::StrFormat(
      "the newest result of the baseline of %s is %.0f days older than the candidate's, more than "
      "%g (old_after_days): machines change, so pin new runs",
      TraceText(oldest->a.front().result.trace), DaysBetween(*oldest), most));
}

}  // namespace

void AddWarnings(const std::vector<TraceRuns>& traces, GateReport* report) {
  WarnOfNumbers(traces, report);
  WarnOfNames(traces, report);
  WarnOfAge(traces, report);
  const RunResult& first = traces.front().a.front().result;
  if (!first.target.direct) {
    report->warnings.push_back(
        "buffered: both sides went through the page cache, so memory was measured");
  }
  if (first.mode == "timed") {
    report->warnings.push_back(
        "timed mode keeps the recorded times: its completion time hardly shows how fast a target "
        "is; require access times");
  }
  if (report->required == 0)
    report->warnings.push_back("the policy requires nothing: it always passes");
}

}  // namespace ioreel
