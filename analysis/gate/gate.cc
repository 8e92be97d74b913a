#include "analysis/gate/gate.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "analysis/compare/suite_runs.h"
#include "analysis/gate/gate_test_maker.h"
#include "analysis/gate/gate_warnings.h"
#include "analysis/stats/holm.h"
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

/// A trace that the policy requires by name, and that neither side has.
std::vector<std::string> MissingTraces(const std::vector<TraceRuns>& traces,
                                       const GatePolicy& policy) {
  std::vector<std::string> missing;
  for (const MetricPolicy& metric : policy.metrics) {
    for (const auto& [name, rule] : metric.named) {
      const auto is_named = [&, &named = name](const TraceRuns& trace) {
        return Names(named, (trace.a.empty() ? trace.b : trace.a).front().result.trace);
      };
      if (!rule.required || std::any_of(traces.begin(), traces.end(), is_named)) continue;
      missing.push_back(absl::StrCat("the policy requires ", metric.metric->key, " of the trace ",
                                     name,
                                     ", of which there is no run; add it, or take its table "
                                     "out of ",
                                     policy.name));
    }
  }
  return missing;
}

/// Of several traces each reason names its own.
void AddReasons(const std::vector<std::string>& more, const TraceRuns& trace,
                const std::vector<TraceRuns>& traces, std::vector<std::string>* reasons) {
  for (const std::string& reason : more) {
    reasons->push_back(traces.size() == 1
                           ? reason
                           : absl::StrCat(trace.a.front().result.trace.path, ": ", reason));
  }
}

/// All of a report that is known before the runs are looked at.
GateReport Begin(const std::vector<NamedResult>& baseline,
                 const std::vector<NamedResult>& candidate, const GatePolicy& policy,
                 const GateOptions& options) {
  GateReport report;
  report.policy = policy;
  report.baseline = DescribeSide(baseline);
  report.candidate = DescribeSide(candidate);
  report.paired = options.paired;
  report.alpha = policy.alpha / options.looks;
  report.look = options.look;
  report.looks = options.looks;
  report.warnings = options.warnings;
  return report;
}

/// Why the sides are not to be judged, into the report.
void AdmitAll(const std::vector<TraceRuns>& traces, const GateOptions& options,
              GateReport* report) {
  std::vector<std::string> invalid;
  std::vector<std::string> incomparable = MissingTraces(traces, report->policy);
  for (const TraceRuns& trace : traces) {
    if (trace.a.empty() || trace.b.empty()) {
      incomparable.push_back(Lacking(trace, "the baseline", "the candidate"));
      continue;
    }
    const Admission admission = Admit(trace.a, trace.b, options.vary, options.paired);
    auto& reasons = admission.outcome == Outcome::kInvalid ? invalid : incomparable;
    AddReasons(admission.reasons, trace, traces, &reasons);
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

/// Of a single trace; null where it is alone, and what is asked of the suite is all there is to
/// ask.
const GateRule* RuleOf(const MetricPolicy& metric, const TraceRuns& trace, bool is_alone) {
  const GateRule* named = metric.RuleNaming(trace.a.front().result.trace);
  if (named != nullptr) return named;
  const bool suite_says_it = metric.suite.required || !metric.each_trace.required;
  return is_alone && suite_says_it ? nullptr : &metric.each_trace;
}

void AddTests(const std::vector<TraceRuns>& traces, const GateTestMaker& maker,
              GateReport* report) {
  for (const MetricPolicy& metric : report->policy.metrics) {
    report->tests.push_back(maker.Make(metric, metric.suite, "",
                                       SuiteValues(traces, &TraceRuns::a, *metric.metric),
                                       SuiteValues(traces, &TraceRuns::b, *metric.metric)));
    for (size_t i = 0; i < traces.size(); ++i) {
      const GateRule* rule = RuleOf(metric, traces[i], traces.size() == 1);
      if (rule == nullptr) continue;
      report->tests.push_back(maker.Make(metric, *rule, report->traces[i],
                                         ValuesOf(traces[i].a, *metric.metric),
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

GateReport JudgePlans(const std::vector<NamedResult>& baseline,
                      const std::vector<NamedResult>& candidate, const GatePolicy& policy,
                      const GateOptions& options) {
  GateReport report = Begin(baseline, candidate, policy, options);
  const std::vector<TraceRuns> traces = ByTrace(baseline, candidate);
  report.reasons = MissingTraces(traces, policy);
  for (const TraceRuns& trace : traces) {
    const Comparability found = CompareSides(trace.a, trace.b, options.vary);
    AddReasons(found.obstacles, trace, traces, &report.reasons);
  }
  if (!report.reasons.empty()) {
    report.outcome = GateOutcome::kIncomparable;
    return report;
  }
  for (const MetricPolicy& metric : policy.metrics) {
    report.required += metric.suite.required;
    for (const TraceRuns& trace : traces) {
      const GateRule* rule = RuleOf(metric, trace, traces.size() == 1);
      report.required += rule != nullptr && rule->required;
    }
  }
  return report;
}

GateReport JudgeGate(const std::vector<NamedResult>& baseline,
                     const std::vector<NamedResult>& candidate, const GatePolicy& policy,
                     const GateOptions& options) {
  CHECK(options.look >= 1 && options.look <= options.looks);
  GateReport report = Begin(baseline, candidate, policy, options);
  const std::vector<TraceRuns> traces = ByTrace(baseline, candidate);
  AdmitAll(traces, options, &report);
  if (report.outcome != GateOutcome::kPass) return report;
  for (const TraceRuns& trace : traces) report.traces.push_back(NameOf(trace, traces));
  AddTests(traces, GateTestMaker(report.alpha, policy.noise_factor, options.paired), &report);
  AdjustForNumber(&report.tests);
  report.required =
      static_cast<int>(std::count_if(report.tests.begin(), report.tests.end(),
                                     [](const GateTest& test) { return test.rule.required; }));
  for (GateTest& test : report.tests) test.finding = Find(test, report.alpha);
  report.outcome = Conclude(report.tests);
  AddWarnings(traces, &report);
  return report;
}

}  // namespace ioreel
