#include "analysis/gate/gate.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/gate/gate_test_maker.h"
#include "analysis/holm.h"
#include "analysis/shift_estimate.h"
#include "analysis/suite_runs.h"
#include "base/check.h"

namespace ioreel {
namespace {

using Finding = GateTest::Finding;

/// What the user calls a trace: its file's name where that is enough.
std::string NameOf(const TraceRuns& trace, const std::vector<TraceRuns>& traces) {
  const auto file_name = [](const TraceRuns& runs) {
    return std::filesystem::path(runs.a.front().result.trace.path).filename().string();
  };
  const std::string name = file_name(trace);
  const auto alike = std::count_if(traces.begin(), traces.end(), [&](const TraceRuns& other) {
    return file_name(other) == name;
  });
  if (!name.empty() && alike == 1) return name;
  return absl::StrCat(trace.a.front().result.trace.path, " (", trace.digest, ")");
}

/// Why the sides are not to be judged, into the report.
void AdmitAll(const std::vector<TraceRuns>& traces, const GateOptions& options,
              GateReport* report) {
  std::vector<std::string> invalid, incomparable;
  for (const TraceRuns& trace : traces) {
    if (trace.a.empty() || trace.b.empty()) {
      incomparable.push_back(Lacking(trace, "the baseline", "the candidate"));
      continue;
    }
    const Admission admission = Admit(trace.a, trace.b, options.vary, options.paired);
    auto& reasons = admission.outcome == Outcome::kInvalid ? invalid : incomparable;
    for (const std::string& reason : admission.reasons) {
      reasons.push_back(traces.size() == 1
                            ? reason
                            : absl::StrCat(trace.a.front().result.trace.path, ": ", reason));
    }
    if (report->varied.empty()) report->varied = admission.varied;
  }
  if (!invalid.empty()) {
    report->outcome = GateOutcome::kInvalid;
    report->reasons = std::move(invalid);
  } else if (!incomparable.empty()) {
    report->outcome = GateOutcome::kIncomparable;
    report->reasons = std::move(incomparable);
  }
}

/// The rule for a trace: that which names it, or else the one of all.
const GateRule* NamedRule(const MetricPolicy& policy, const TraceRuns& trace) {
  const std::string& path = trace.a.front().result.trace.path;
  for (const std::string& name :
       {trace.digest, path, std::filesystem::path(path).filename().string()}) {
    const auto found = policy.named.find(name);
    if (found != policy.named.end()) return &found->second;
  }
  return nullptr;
}

void AddTests(const std::vector<TraceRuns>& traces, const GateTestMaker& maker,
              GateReport* report) {
  for (const MetricPolicy& metric : report->policy.metrics) {
    report->tests.push_back(maker.Make(metric, metric.suite, "",
                                       SuiteValues(traces, &TraceRuns::a, *metric.metric),
                                       SuiteValues(traces, &TraceRuns::b, *metric.metric)));
    for (size_t i = 0; i < traces.size(); ++i) {
      const GateRule* named = NamedRule(metric, traces[i]);
      if (traces.size() == 1 && named == nullptr) continue;  // the suite is this trace
      report->tests.push_back(maker.Make(metric, named ? *named : metric.each_trace,
                                         report->traces[i], ValuesOf(traces[i].a, *metric.metric),
                                         ValuesOf(traces[i].b, *metric.metric)));
    }
  }
}

void Adjust(const std::vector<GateTest*>& family) {
  std::vector<double> p;
  for (const GateTest* test : family) p.push_back(test->slowdown->p_worse);
  const std::vector<double> adjusted = HolmAdjusted(p);
  for (size_t i = 0; i < family.size(); ++i) family[i]->slowdown->p_adjusted = adjusted[i];
}

void AdjustForNumber(std::vector<GateTest>* tests) {
  std::vector<GateTest*> required;
  std::map<const Metric*, std::vector<GateTest*>> reported;
  for (GateTest& test : *tests) {
    if (!test.slowdown) continue;
    if (test.rule.required) {
      required.push_back(&test);
    } else if (!test.trace.empty()) {
      reported[test.metric].push_back(&test);
    }
  }
  Adjust(required);
  for (const auto& [metric, family] : reported) Adjust(family);
}

Finding Find(const GateTest& test, double alpha) {
  if (!test.slowdown) return Finding::kUnknown;
  if (test.slowdown->p_adjusted < alpha) return Finding::kWorse;
  return test.slowdown->p_within < alpha ? Finding::kWithin : Finding::kUndecided;
}

GateOutcome Conclude(const std::vector<GateTest>& tests) {
  GateOutcome outcome = GateOutcome::kPass;
  for (const GateTest& test : tests) {
    if (!test.rule.required || test.finding == Finding::kWithin) continue;
    if (test.finding == Finding::kWorse) return GateOutcome::kRegression;
    outcome = GateOutcome::kInconclusive;
  }
  return outcome;
}

void WarnOfFewRuns(int a, int b, GateReport* report) {
  const auto least_p = [&](int x, int y) { return SmallestP(x, y, report->paired) / 2; };
  if (least_p(a, b) < report->alpha) return;
  int enough = 1;
  while (least_p(enough, enough) >= report->alpha) ++enough;
  report->warnings.push_back(absl::StrFormat(
      "%d and %d runs can decide nothing, whatever they are: p is %.2g at least, and must be below "
      "%.2g; make %d %s or more",
      a, b, least_p(a, b), report->alpha, enough, report->paired ? "pairs" : "a side"));
}

void WarnOfNames(const std::vector<TraceRuns>& traces, GateReport* report) {
  for (const MetricPolicy& metric : report->policy.metrics) {
    size_t used = 0;
    for (const TraceRuns& trace : traces) used += NamedRule(metric, trace) != nullptr;
    if (used == metric.named.size()) continue;
    report->warnings.push_back(absl::StrCat("the policy names ", metric.named.size(),
                                            " traces for ", metric.metric->key, ", of which ", used,
                                            " are among these"));
  }
}

void Warn(const std::vector<TraceRuns>& traces, GateReport* report) {
  size_t a = SIZE_MAX, b = SIZE_MAX, a_most = 0;
  const Metric& any = ComparedMetrics().front();
  for (const TraceRuns& trace : traces) {
    const size_t of_a = ValuesOf(trace.a, any).size(), of_b = ValuesOf(trace.b, any).size();
    a = std::min(a, of_a);
    b = std::min(b, of_b);
    a_most = std::max({a_most, of_a - a, of_b - b});
  }
  WarnOfFewRuns(static_cast<int>(a), static_cast<int>(b), report);
  if (a_most > 0) {
    report->warnings.push_back(
        absl::StrCat("the traces have different numbers of runs: the suite is of the first ", a,
                     " of the baseline and ", b, " of the candidate of each trace"));
  }
  WarnOfNames(traces, report);
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
  const bool any_required = std::any_of(report->tests.begin(), report->tests.end(),
                                        [](const GateTest& test) { return test.rule.required; });
  if (!any_required) report->warnings.push_back("the policy requires nothing: it always passes");
}

}  // namespace

absl::string_view GateOutcomeName(GateOutcome outcome) {
  constexpr absl::string_view kNames[] = {"invalid", "incomparable", "regression", "inconclusive",
                                          "pass"};
  return kNames[static_cast<size_t>(outcome)];
}

absl::string_view FindingName(Finding finding) {
  constexpr absl::string_view kNames[] = {"worse", "undecided", "within", "unknown"};
  return kNames[static_cast<size_t>(finding)];
}

GateReport JudgeGate(const std::vector<NamedResult>& baseline,
                     const std::vector<NamedResult>& candidate, const GatePolicy& policy,
                     const GateOptions& options) {
  CHECK(options.look >= 1 && options.look <= options.looks);
  GateReport report;
  report.policy = policy;
  report.baseline = DescribeSide(baseline);
  report.candidate = DescribeSide(candidate);
  report.paired = options.paired;
  report.alpha = policy.alpha / options.looks;
  report.look = options.look;
  report.looks = options.looks;
  report.warnings = options.warnings;
  const std::vector<TraceRuns> traces = ByTrace(baseline, candidate);
  AdmitAll(traces, options, &report);
  if (report.outcome != GateOutcome::kPass) return report;
  for (const TraceRuns& trace : traces) report.traces.push_back(NameOf(trace, traces));
  AddTests(traces, GateTestMaker(report.alpha, policy.noise_factor, options.paired), &report);
  AdjustForNumber(&report.tests);
  for (GateTest& test : report.tests) test.finding = Find(test, report.alpha);
  report.outcome = Conclude(report.tests);
  Warn(traces, &report);
  return report;
}

}  // namespace ioreel
