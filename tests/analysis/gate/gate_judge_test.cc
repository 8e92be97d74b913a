#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/gate/gate.h"
#include "tests/support/suite_runs.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Finding = GateTest::Finding;

/// Twelve runs of two traces, that differ little.
std::vector<NamedResult> Runs(double slowdown, uint64_t seed, int runs = 12, int traces = 2) {
  Noise noise(seed);
  return SuiteRuns({.traces = traces, .slowdown = slowdown, .deviation = 0.01},
                   std::vector<double>(static_cast<size_t>(runs), 1), &noise);
}

GateReport Judged(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                  const GatePolicy& policy = DefaultPolicy()) {
  return JudgeGate(a, b, policy, {.paired = true});
}

const GateTest& TestOf(const GateReport& report, absl::string_view metric,
                       absl::string_view trace = "") {
  const auto found = std::find_if(
      report.tests.begin(), report.tests.end(),
      [&](const GateTest& test) { return test.metric->key == metric && test.trace == trace; });
  static const GateTest& none = *new GateTest;
  EXPECT_NE(found, report.tests.end()) << metric << " of " << trace;
  return found == report.tests.end() ? none : *found;
}

TEST(GateTest, TheSuiteDecides) {
  const GateReport pass = Judged(Runs(1, 1), Runs(1, 2));
  EXPECT_EQ(pass.outcome, GateOutcome::kPass);
  EXPECT_THAT(pass.traces, ElementsAre("trace1.ioreel", "trace2.ioreel"));
  EXPECT_THAT(pass.tests, SizeIs(4 * 3)) << "the suite and two traces, of each metric";
  const GateReport worse = Judged(Runs(1, 1), Runs(1.2, 2));
  EXPECT_EQ(worse.outcome, GateOutcome::kRegression);
  const GateTest& test = TestOf(worse, "completion_ns");
  EXPECT_NEAR(test.slowdown->ratio, 1.2, 0.01);
  EXPECT_LT(test.slowdown->low, test.slowdown->ratio);
  EXPECT_GT(test.slowdown->low, 1.18);
  EXPECT_DOUBLE_EQ(test.slowdown->p_worse, std::ldexp(1, -12)) << "all pairs agree";
  EXPECT_EQ(test.slowdown->p_adjusted, test.slowdown->p_worse) << "the only one required";
}

TEST(GateTest, AnOldBaselineIsWarnedOf) {
  constexpr int64_t kDayNs = 86'400'000'000'000;
  const std::vector<NamedResult> pinned = Runs(1, 1);
  std::vector<NamedResult> candidate = Runs(1, 2);
  GatePolicy policy = DefaultPolicy();
  const auto warnings = [&](int64_t days) {
    for (NamedResult& result : candidate)
      result.result.created_wall_ns = pinned.front().result.created_wall_ns + days * kDayNs;
    return Judged(pinned, candidate, policy).warnings;
  };
  EXPECT_THAT(warnings(90), IsEmpty());
  EXPECT_THAT(warnings(-400), IsEmpty()) << "a baseline of today for a candidate of last year";
  EXPECT_THAT(warnings(91), ElementsAre(AllOf(HasSubstr("trace1.ioreel"), HasSubstr(" 91 days"),
                                              HasSubstr("old_after_days"))));
  policy.old_after_days = 100;
  EXPECT_THAT(warnings(91), IsEmpty());
  policy.old_after_days = 0;
  EXPECT_THAT(warnings(4000), IsEmpty());
}

TEST(GateTest, BetterIsAPass) {
  EXPECT_EQ(Judged(Runs(1.5, 1), Runs(1, 2)).outcome, GateOutcome::kPass);
}

TEST(GateTest, OfRatesMoreIsBetter) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].metric = FindMetric("bandwidth_bytes_per_s");
  policy.metrics[0].more_is_better = true;
  const GateReport less = Judged(Runs(1, 1), Runs(1.2, 2), policy);
  EXPECT_EQ(less.outcome, GateOutcome::kRegression);
  EXPECT_NEAR(TestOf(less, "bandwidth_bytes_per_s").slowdown->ratio, 1.2, 0.01);
  EXPECT_EQ(Judged(Runs(1.2, 1), Runs(1, 2), policy).outcome, GateOutcome::kPass);
}

/// The second trace alone is 1.4 times as slow.
std::vector<NamedResult> OneTraceSlower() {
  std::vector<NamedResult> runs = Runs(1, 2);
  runs[1].result.repeats = Runs(1.4, 3)[1].result.repeats;
  return runs;
}

TEST(GateTest, SingleTracesFailItOnlyIfThePolicySaysSo) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].suite.tolerance = 0.3;
  const GateReport reported = Judged(Runs(1, 1), OneTraceSlower(), policy);
  EXPECT_EQ(reported.outcome, GateOutcome::kPass);
  EXPECT_EQ(TestOf(reported, "completion_ns", "trace2.ioreel").finding, Finding::kWorse);
  EXPECT_EQ(TestOf(reported, "completion_ns", "trace1.ioreel").finding, Finding::kWithin);

  policy.metrics[0].each_trace = {.tolerance = 0.05, .required = true, .reason = ""};
  const GateReport required = Judged(Runs(1, 1), OneTraceSlower(), policy);
  EXPECT_EQ(required.outcome, GateOutcome::kRegression);
  const GateTest& slower = TestOf(required, "completion_ns", "trace2.ioreel");
  EXPECT_DOUBLE_EQ(slower.slowdown->p_adjusted, 3 * slower.slowdown->p_worse) << "of 3 required";
}

TEST(GateTest, ATraceIsNamedByFilePathOrDigest) {
  for (const char* name : {"trace2.ioreel", "suite/trace2.ioreel", "xxh3-128:2"}) {
    GatePolicy policy = DefaultPolicy();
    policy.metrics[0].suite.tolerance = 0.3;
    policy.metrics[0].named[name] = {.tolerance = 0.1};
    EXPECT_EQ(Judged(Runs(1, 1), OneTraceSlower(), policy).outcome, GateOutcome::kRegression);
    policy.metrics[0].named[name].tolerance = 0.6;
    const GateReport tolerated = Judged(Runs(1, 1), OneTraceSlower(), policy);
    EXPECT_EQ(tolerated.outcome, GateOutcome::kPass);
    EXPECT_THAT(tolerated.warnings, IsEmpty());
  }
}

TEST(GateTest, ANameOfNoTraceIsToldOf) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].named["trace3.ioreel"] = {.required = false, .reason = "on trial"};
  EXPECT_THAT(Judged(Runs(1, 1), Runs(1, 2), policy).warnings,
              ElementsAre("the policy names 1 trace for completion_ns, of which none is among "
                          "these"));
  policy.metrics[0].named["trace1.ioreel"] = {};
  EXPECT_THAT(
      Judged(Runs(1, 1), Runs(1, 2), policy).warnings,
      ElementsAre("the policy names 2 traces for completion_ns, of which 1 is among these"));
}

TEST(GateTest, ARequiredTraceThatIsNotThereIsIncomparable) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].named["trace3.ioreel"] = {};
  const GateReport report = Judged(Runs(1, 1), Runs(1, 2), policy);
  EXPECT_EQ(report.outcome, GateOutcome::kIncomparable);
  EXPECT_THAT(report.reasons, ElementsAre(HasSubstr("requires completion_ns of the trace "
                                                    "trace3.ioreel, of which there is no run")));
  EXPECT_THAT(report.tests, IsEmpty());
}

TEST(GateTest, OneTraceIsTheSuite) {
  EXPECT_THAT(Judged(Runs(1, 1, 12, 1), Runs(1, 2, 12, 1)).tests, SizeIs(4));
}

TEST(GateTest, OneTraceIsRequiredAlsoWhereTheSuiteIsOnlyReported) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].suite = {.tolerance = 0.05, .required = false, .reason = "single ones decide"};
  policy.metrics[0].each_trace = {.tolerance = 0.05, .required = true, .reason = ""};
  const GateReport worse = Judged(Runs(1, 1, 12, 1), Runs(1.5, 2, 12, 1), policy);
  EXPECT_EQ(worse.outcome, GateOutcome::kRegression);
  EXPECT_EQ(TestOf(worse, "completion_ns", "trace1.ioreel").finding, Finding::kWorse);
  EXPECT_THAT(worse.warnings, IsEmpty());
  EXPECT_EQ(Judged(Runs(1, 1, 12, 1), Runs(1, 2, 12, 1), policy).outcome, GateOutcome::kPass);
}

TEST(GateTest, G4ErrorsComeBeforeWhatCannotBeComparedAndThatBeforeSpeed) {
  std::vector<NamedResult> failed = Runs(2, 2);
  failed[0].result.repeats[3].errors = {{.error = 5, .op = Op::kRead, .count = 1}};
  failed[1].result.engine = "sync";
  const GateReport invalid = Judged(Runs(1, 1), failed);
  EXPECT_EQ(invalid.outcome, GateOutcome::kInvalid);
  EXPECT_THAT(invalid.reasons, ElementsAre(AllOf(HasSubstr("I/O errors"), HasSubstr("repeat 4"))));
  EXPECT_THAT(invalid.tests, IsEmpty());
  failed[0].result.repeats[3].errors.clear();
  const GateReport incomparable = Judged(Runs(1, 1), failed);
  EXPECT_EQ(incomparable.outcome, GateOutcome::kIncomparable);
  EXPECT_THAT(incomparable.reasons, ElementsAre(HasSubstr("engine: libaio / sync")));
  failed[1].result.engine = "libaio";
  EXPECT_EQ(Judged(Runs(1, 1), failed).outcome, GateOutcome::kRegression);
  failed[0].result.trace.tainted = true;
  EXPECT_EQ(Judged(Runs(1, 1), failed).outcome, GateOutcome::kInvalid);
}

TEST(GateTest, G4WhatIsReportedOnlyNeverFails) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].suite = {.tolerance = 0.05, .required = false, .reason = "on trial"};
  const GateReport report = Judged(Runs(1, 1), Runs(2, 2), policy);
  EXPECT_EQ(report.outcome, GateOutcome::kPass);
  EXPECT_EQ(TestOf(report, "completion_ns").finding, Finding::kWorse);
  EXPECT_THAT(report.warnings, ElementsAre("the policy requires nothing: it always passes"));
}

TEST(GateTest, G5AnotherTraceIsIncomparable) {
  std::vector<NamedResult> other = Runs(1, 2);
  other[1].result.trace.digest = "xxh3-128:7";
  const GateReport report = Judged(Runs(1, 1), other);
  EXPECT_EQ(report.outcome, GateOutcome::kIncomparable);
  EXPECT_THAT(report.reasons, ElementsAre(HasSubstr("the candidate has no run of it"),
                                          HasSubstr("the baseline has no run of it")));
}

TEST(GateTest, G5AnotherHostKernelModeOrClassOfTargetIsIncomparable) {
  const auto with = [](void (*change)(RunResult*)) {
    std::vector<NamedResult> runs = Runs(1, 2);
    for (NamedResult& run : runs) change(&run.result);
    return Judged(Runs(1, 1), runs).outcome;
  };
  EXPECT_EQ(with([](RunResult* run) { run->host.hostname = "elsewhere"; }),
            GateOutcome::kIncomparable);
  EXPECT_EQ(with([](RunResult* run) { run->host.kernel = "Linux 7"; }), GateOutcome::kIncomparable);
  EXPECT_EQ(with([](RunResult* run) { run->mode = "afap"; }), GateOutcome::kIncomparable);
  EXPECT_EQ(with([](RunResult* run) { run->options["speed"] = "2"; }), GateOutcome::kIncomparable);
  EXPECT_EQ(with([](RunResult* run) { run->target.kind = "device"; }), GateOutcome::kIncomparable);
  EXPECT_EQ(with([](RunResult* run) { run->target.direct = false; }), GateOutcome::kIncomparable);
  EXPECT_EQ(with([](RunResult* run) { run->target.spec = "/mnt/new"; }), GateOutcome::kPass);
  EXPECT_EQ(Judged(Runs(1, 1), Runs(1, 2, 11)).outcome, GateOutcome::kIncomparable) << "pairs";
}

TEST(GateTest, TooFewRunsDecideNothing) {
  const GateReport report = Judged(Runs(1, 1, 4), Runs(3, 2, 4));
  EXPECT_EQ(report.outcome, GateOutcome::kInconclusive);
  EXPECT_EQ(TestOf(report, "completion_ns").slowdown->low, 0);
  EXPECT_EQ(TestOf(report, "completion_ns").slowdown->high,
            std::numeric_limits<double>::infinity());
  EXPECT_THAT(report.warnings, ElementsAre(HasSubstr("make 5 pairs or more")));
  EXPECT_EQ(Judged(Runs(1, 1, 5), Runs(3, 2, 5)).outcome, GateOutcome::kRegression);
}

TEST(GateTest, TheNumberOfTestsTakesMoreRuns) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].each_trace = {.tolerance = 0.05, .required = true, .reason = ""};
  const GateReport six = Judged(Runs(1, 1, 6), Runs(3, 2, 6), policy);
  EXPECT_EQ(six.outcome, GateOutcome::kRegression) << "3 · 2⁻⁶ is below 0.05";
  EXPECT_THAT(six.warnings, IsEmpty());
  const GateReport five = Judged(Runs(1, 1, 5), Runs(3, 2, 5), policy);
  EXPECT_EQ(five.outcome, GateOutcome::kInconclusive);
  EXPECT_THAT(five.warnings,
              ElementsAre(AllOf(HasSubstr("5 and 5 runs can show no regression, whatever they are: "
                                          "p, adjusted for 3 required tests, is 0.094 at least"),
                                HasSubstr("make 6 pairs or more"))));
}

TEST(GateTest, UnequalNumbersOfRunsAreToldOf) {
  std::vector<NamedResult> baseline = Runs(1, 1);
  baseline[1].result.repeats.resize(9);
  const GateReport report = JudgeGate(baseline, Runs(1, 2), DefaultPolicy(), {});
  EXPECT_EQ(report.outcome, GateOutcome::kPass);
  EXPECT_THAT(report.warnings,
              ElementsAre(HasSubstr("the first 9 of the baseline and 12 of the candidate")));
}

TEST(GateTest, ARequiredFigureThatIsUnknownIsInconclusive) {
  std::vector<NamedResult> runs = Runs(1, 2);
  runs[0].result.repeats[0].completion_ns = kNoTime;
  const GateReport report = Judged(Runs(1, 1), runs);
  EXPECT_EQ(report.outcome, GateOutcome::kInconclusive);
  EXPECT_EQ(TestOf(report, "completion_ns").finding, Finding::kUnknown);
  EXPECT_EQ(TestOf(report, "write_p99_ns").finding, Finding::kUnknown) << "of no write";
}

TEST(GateTest, LooksShareAlpha) {
  const GateReport second =
      JudgeGate(Runs(1, 1), Runs(1, 2), DefaultPolicy(), {.paired = true, .look = 2, .looks = 3});
  EXPECT_DOUBLE_EQ(second.alpha, 0.05 / 3);
}

TEST(GateTest, NoiseOfTheBaselineCountsWhereRunsAreNoPairs) {
  Noise noise(4);
  const SuiteShape shape = {.deviation = 0.1};
  const std::vector<double> machine(12, 1);
  const auto a = SuiteRuns(shape, machine, &noise), b = SuiteRuns(shape, machine, &noise);
  const GateTest unpaired = JudgeGate(a, b, DefaultPolicy(), {}).tests[0];
  ASSERT_TRUE(unpaired.noise);
  EXPECT_DOUBLE_EQ(unpaired.alarm, std::expm1(2 * *unpaired.noise));
  GatePolicy strict = DefaultPolicy();
  strict.noise_factor = 0;
  EXPECT_EQ(JudgeGate(a, b, strict, {}).tests[0].alarm, 0.05);
  EXPECT_EQ(Judged(a, b).tests[0].alarm, 0.05);
  EXPECT_EQ(Judged(a, b).tests[0].noise, std::nullopt);
}

TEST(GateTest, NoiseOfTheBaselineLetsNothingPass) {
  std::vector<double> two_ways(10, 1);
  std::fill(two_ways.begin() + 5, two_ways.end(), 9);
  Noise noise(5);
  const auto baseline = SuiteRuns({.deviation = 0.01}, two_ways, &noise);
  const auto slow =
      SuiteRuns({.slowdown = 9, .deviation = 0.01}, std::vector<double>(10, 1), &noise);
  const GateReport report = JudgeGate(baseline, slow, DefaultPolicy(), {});
  EXPECT_GT(report.tests[0].alarm, 8) << "a baseline that is everywhere";
  EXPECT_EQ(report.outcome, GateOutcome::kInconclusive);
}

}  // namespace
}  // namespace ioreel
