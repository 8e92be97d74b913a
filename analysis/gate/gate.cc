#include "analysis/gate/gate.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "analysis/gate/gate_test_maker.h"
#include "analysis/gate/gate_warnings.h"
#include "analysis/holm.h"
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

void AddTests(const std::vector<TraceRuns>& traces, const GateTestMaker& maker,
              GateReport* report) {
  for (const MetricPolicy& metric : report->policy.metrics) {
    report->tests.push_back(maker.Make(metric, metric.suite, "",
                                       SuiteValues(traces, &TraceRuns::a, *metric.metric),
                                       SuiteValues(traces, &TraceRuns::b, *metric.metric)));
    for (size_t i = 0; i < traces.size(); ++i) {
      const GateRule* named = metric.RuleNaming(traces[i].a.front().result.trace);
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
  AddWarnings(traces, &report);
  return report;
}

}  // namespace ioreel
