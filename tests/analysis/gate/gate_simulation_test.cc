// The rows G of the cases: how often the gate is right about made-up runs. All seeds are fixed.

#include <gtest/gtest.h>

#include "analysis/gate/gate.h"
#include "tests/support/suite_runs.h"

namespace ioreel {
namespace {

constexpr int kSimulations = 200;
constexpr int kPairs = 12;

struct Counts {
  int regressions = 0, passes = 0, inconclusive = 0;
};

void Count(GateOutcome outcome, Counts* counts) {
  counts->regressions += outcome == GateOutcome::kRegression;
  counts->passes += outcome == GateOutcome::kPass;
  counts->inconclusive += outcome == GateOutcome::kInconclusive;
}

GateOptions Pairs() { return {.paired = true}; }

/// DefaultPolicy() of completion time alone.
GatePolicy CompletionPolicy(double tolerance) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics.resize(1);
  policy.metrics[0].suite.tolerance = policy.metrics[0].each_trace.tolerance = tolerance;
  return policy;
}

/// Ten traces, whose runs differ by 10 %; `machine` is of both sides.
Counts Simulate(double slowdown, const GatePolicy& policy, const std::vector<double>& machine,
                int simulations = kSimulations) {
  const SuiteShape base = {.traces = 10, .deviation = 0.10};
  SuiteShape candidate = base;
  candidate.slowdown = slowdown;
  Counts counts;
  for (int i = 0; i < simulations; ++i) {
    Noise noise(1000 + static_cast<uint64_t>(i));
    const auto a = SuiteRuns(base, machine, &noise), b = SuiteRuns(candidate, machine, &noise);
    Count(JudgeGate(a, b, policy, Pairs()).outcome, &counts);
  }
  return counts;
}

const std::vector<double> kSteadyMachine(kPairs, 1);

/// The second half of the session is 1.26 times as slow.
std::vector<double> SlowingMachine() {
  std::vector<double> factors(kPairs, 1);
  std::fill(factors.begin() + kPairs / 2, factors.end(), 1.26);
  return factors;
}

TEST(GateSimulationTest, G1TheSameTwiceFailsInAtMostFiveOfAHundred) {
  const Counts counts = Simulate(1, DefaultPolicy(), kSteadyMachine);
  EXPECT_LE(counts.regressions, kSimulations * 5 / 100);
  EXPECT_GE(counts.passes, kSimulations * 80 / 100) << "noise of 10 % does not hide a pass";
}

/// Without tolerance "the same twice" is the worst case that must not fail: alarms come in 5 of a
/// hundred, give or take what chance does in a thousand simulations.
constexpr int kManySimulations = 1000, kMostAlarms = 50 + 3 * 7;

TEST(GateSimulationTest, G1SoItDoesWithoutTolerance) {
  const Counts counts = Simulate(1, CompletionPolicy(0), kSteadyMachine, kManySimulations);
  EXPECT_LE(counts.regressions, kMostAlarms);
  EXPECT_GT(counts.regressions, 0) << "it is not blind";
}

TEST(GateSimulationTest, G1SoItDoesWhereEachTraceIsRequired) {
  GatePolicy policy = CompletionPolicy(0);
  policy.metrics[0].each_trace.required = true;
  EXPECT_LE(Simulate(1, policy, kSteadyMachine, kManySimulations).regressions, kMostAlarms);
}

TEST(GateSimulationTest, G1SeveralLooksShareTheChanceOfAFalseAlarm) {
  const GatePolicy policy = CompletionPolicy(0);
  int alarms = 0;
  for (int i = 0; i < kSimulations; ++i) {
    Noise noise(5000 + static_cast<uint64_t>(i));
    const std::vector<double> a = noise.Draw(20, 0, 0.1), b = noise.Draw(20, 0, 0.1);
    const auto first = [](const std::vector<double>& logs, int runs) {
      std::vector<double> times;
      for (int run = 0; run < runs; ++run) times.push_back(std::exp(logs[run]));
      return std::vector<NamedResult>{{.name = "runs", .result = TimedRuns(times)}};
    };
    bool alarm = false;
    for (int look = 1; look <= 3; ++look) {
      const int runs = policy.looks[look - 1];
      const GateOptions options = {.paired = true, .look = look, .looks = 3};
      alarm |= JudgeGate(first(a, runs), first(b, runs), policy, options).outcome ==
               GateOutcome::kRegression;
    }
    alarms += alarm;
  }
  EXPECT_LE(alarms, kSimulations * 5 / 100);
  EXPECT_GT(alarms, 0);
}

TEST(GateSimulationTest, G3AMachineThatGetsSlowerForBothSidesHidesNothing) {
  const Counts slower = Simulate(1.15, DefaultPolicy(), SlowingMachine());
  EXPECT_GE(slower.regressions, kSimulations * 90 / 100);
  const Counts same = Simulate(1, DefaultPolicy(), SlowingMachine());
  EXPECT_LE(same.regressions, kSimulations * 5 / 100);
  EXPECT_GE(same.passes, kSimulations * 80 / 100);
}

/// One trace against a history of 30 runs that differ as those of the candidate do.
Counts AgainstNoisyHistory(double deviation, double slowdown) {
  const SuiteShape base = {.deviation = deviation};
  SuiteShape candidate = base;
  candidate.slowdown = slowdown;
  Counts counts;
  for (int i = 0; i < kSimulations; ++i) {
    Noise noise(9000 + static_cast<uint64_t>(i));
    const auto history = SuiteRuns(base, std::vector<double>(30, 1), &noise);
    const auto runs = SuiteRuns(candidate, kSteadyMachine, &noise);
    Count(JudgeGate(history, runs, CompletionPolicy(0.05), {}).outcome, &counts);
  }
  return counts;
}

TEST(GateSimulationTest, G6WhatTheBaselineVariesByIsTolerated) {
  const Counts little = AgainstNoisyHistory(0.13, 1.10);
  EXPECT_EQ(little.regressions, 0);
  EXPECT_GE(little.passes, kSimulations * 75 / 100);
  const Counts much = AgainstNoisyHistory(0.13, 1.55);
  EXPECT_GE(much.regressions, kSimulations * 90 / 100);
  EXPECT_EQ(much.passes, 0);
}

TEST(GateSimulationTest, G6ABaselineThatVariesWildlyLetsNothingPass) {
  const Counts slower = AgainstNoisyHistory(0.5, 1.5);
  EXPECT_EQ(slower.regressions, 0);
  EXPECT_LE(slower.passes, kSimulations * 5 / 100);
}

TEST(GateSimulationTest, G6BothTheSizeAndTheSignificanceOfAnEffectAreNeeded) {
  Noise noise(3);
  const SuiteShape steady = {.deviation = 0.002};
  SuiteShape bit_slower = steady;
  bit_slower.slowdown = 1.03;
  const auto base = SuiteRuns(steady, kSteadyMachine, &noise);
  const GateReport report = JudgeGate(base, SuiteRuns(bit_slower, kSteadyMachine, &noise),
                                      CompletionPolicy(0.05), Pairs());
  EXPECT_GT(report.tests[0].slowdown->low, 1.02) << "surely slower";
  EXPECT_EQ(report.outcome, GateOutcome::kPass) << "by less than is tolerated";
  const SuiteShape few = {.slowdown = 2, .deviation = 0.002};
  const std::vector<double> three(3, 1);
  EXPECT_EQ(JudgeGate(SuiteRuns(steady, three, &noise), SuiteRuns(few, three, &noise),
                      CompletionPolicy(0.05), Pairs())
                .outcome,
            GateOutcome::kInconclusive)
      << "large, but of three pairs";
}

}  // namespace
}  // namespace ioreel
