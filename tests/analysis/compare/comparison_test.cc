#include "analysis/compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/report/comparison_output.h"
#include "tests/support/noisy_runs.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

RunResult OnAnotherDrive(RunResult result) {
  result.target.spec = "/mnt/new/scratch.img";
  return result;
}

/// `a_times` and `b_times` are completion times in seconds.
Comparison CompareTimes(const std::vector<double>& a_times, const std::vector<double>& b_times,
                        const ComparisonOptions& options = {}) {
  return Compare({{"a.json", TimedRuns(a_times)}}, {{"b.json", OnAnotherDrive(TimedRuns(b_times))}},
                 options);
}

TEST(ComparisonTest, ACleanSlowdownIsSignificantWithItsRatio) {
  const Comparison comparison =
      CompareTimes({1.0, 1.01, 1.02, 1.03, 1.04}, {2.0, 2.02, 2.04, 2.06, 2.08});
  ASSERT_EQ(comparison.outcome, Outcome::kOk);
  EXPECT_THAT(comparison.warnings, IsEmpty());
  EXPECT_THAT(comparison.varied, ElementsAre(HasSubstr("/mnt/new/scratch.img")));
  const MetricComparison& completion = comparison.metrics[0];
  EXPECT_EQ(completion.a_median, 1.02e9);
  EXPECT_EQ(completion.b_median, 2.04e9);
  EXPECT_NEAR(std::exp(completion.shift->shift), 2, 1e-9);
  EXPECT_NEAR(std::exp(completion.shift->interval.low), 2.02 / 1.03, 0.02);
  EXPECT_DOUBLE_EQ(completion.shift->p, 2.0 / 252);
  EXPECT_NEAR(*completion.noise, 0.0155, 0.0001) << "√0.00025 ÷ 1.02";
  EXPECT_EQ(Conclusion(completion), "B is worse, 100.0 % more");
}

TEST(ComparisonTest, MoreBandwidthIsBetter) {
  Noise noise(1);
  const Comparison comparison =
      Compare({{"a", NoisyRuns(6, 1, 0.001, &noise)}},
              {{"b", OnAnotherDrive(NoisyRuns(6, 0.5, 0.001, &noise))}}, {});
  EXPECT_THAT(Conclusion(comparison.metrics[0]), HasSubstr("B is better, 50.0 % less"));
  EXPECT_EQ(comparison.metrics[2].metric->key, "bandwidth_bytes_per_s");
  EXPECT_THAT(Conclusion(comparison.metrics[2]),
              testing::MatchesRegex("B is better, (99.9|100.[0-2]) % more"));
}

TEST(ComparisonTest, NoDifferenceIsNeverSaidWithoutWhatWouldBeSeen) {
  const Comparison comparison =
      CompareTimes({1, 1.1, 1.2, 1.3, 1.4}, {1.05, 1.15, 1.25, 1.35, 1.36});
  EXPECT_THAT(
      Conclusion(comparison.metrics[0]),
      testing::MatchesRegex("no difference is shown; one of [0-9.]+ % or more would show in most "
                            "such comparisons"));
}

TEST(ComparisonTest, TooFewRunsAreWarnedOf) {
  const Comparison three = CompareTimes({1, 1.1, 1.2}, {2, 2.1, 2.2});
  EXPECT_THAT(
      three.warnings,
      ElementsAre("3 and 3 runs cannot show a difference, however large: p is 0.1 at least, "
                  "and must be below 0.05; run 4 a side or more"));
  EXPECT_EQ(Conclusion(three.metrics[0]), "nothing can be said: too few runs");
  const Comparison pairs =
      CompareTimes({1, 1.1, 1.2, 1, 1}, {2, 2.1, 2.2, 2, 2}, {.sampling = {.paired = true}});
  EXPECT_THAT(pairs.warnings, ElementsAre(AllOf(HasSubstr("p is 0.062"), HasSubstr("6 pairs"))));
}

TEST(ComparisonTest, EqualSidesAreNoise) {
  const Comparison comparison = Compare({{"a", SoundResult()}, {"b", SoundResult()}},
                                        {{"c", SoundResult()}, {"d", SoundResult()}}, {});
  EXPECT_EQ(comparison.a.runs, 6) << "every repeat of every result is one";
  EXPECT_THAT(comparison.warnings,
              ElementsAre(HasSubstr("nothing that the results record differs between the sides")));
  EXPECT_DOUBLE_EQ(comparison.metrics[1].shift->p, 1) << "all busy times are equal";
}

TEST(ComparisonTest, WhatARunDoesNotKnowIsUnknown) {
  const Comparison comparison = Compare({{"a", SoundResult()}}, {{"b", SoundResult()}}, {});
  EXPECT_EQ(comparison.metrics[4].metric->key, "read_p99_ns");
  EXPECT_EQ(comparison.metrics[4].shift, std::nullopt);
  EXPECT_THAT(Conclusion(comparison.metrics[4]), HasSubstr("unknown"));
}

TEST(ComparisonTest, AnInvalidRunComesBeforeAnIncomparableOne) {
  RunResult other = SoundResult();
  other.trace.digest = "xxh3-128:2";
  const Comparison incomparable = Compare({{"a", SoundResult()}}, {{"b", other}}, {});
  EXPECT_EQ(incomparable.outcome, Outcome::kIncomparable);
  EXPECT_THAT(incomparable.reasons, ElementsAre("trace: xxh3-128:1 / xxh3-128:2"));
  EXPECT_THAT(incomparable.metrics, IsEmpty());
  other.repeats[0].complete = false;
  other.trace.lost_events = 2;
  const Comparison invalid = Compare({{"a", SoundResult()}}, {{"b", other}}, {});
  EXPECT_EQ(invalid.outcome, Outcome::kInvalid);
  EXPECT_THAT(invalid.reasons, ElementsAre(HasSubstr("b: repeat 1: incomplete"),
                                           HasSubstr("b: the recorder lost 2 events")));
  EXPECT_THAT(ComparisonText({.outcome = Outcome::kInvalid, .traces = {invalid}}),
              AllOf(HasSubstr("INVALID b: "), Not(HasSubstr("B / A"))));
}

TEST(ComparisonTest, BufferedSidesCompareWithAWarning) {
  RunResult buffered = SoundResult();
  buffered.target.direct = false;
  const Comparison comparison = Compare({{"a", buffered}}, {{"b", OnAnotherDrive(buffered)}}, {});
  EXPECT_EQ(comparison.outcome, Outcome::kOk);
  EXPECT_THAT(comparison.warnings, testing::Contains(HasSubstr("memory was measured")));
}

TEST(ComparisonTest, PairsNeedAsManyRunsOnBothSides) {
  const Comparison comparison =
      CompareTimes({1, 1.1, 1.2}, {2, 2.1}, {.sampling = {.paired = true}});
  EXPECT_EQ(comparison.outcome, Outcome::kIncomparable);
  EXPECT_THAT(comparison.reasons,
              ElementsAre("pairs need as many runs on both sides, not 3 and 2"));
}

/// How many of 200 comparisons of seven noisy runs a side find `factor`.
int Found(double factor) {
  Noise noise(21);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    // 1.26 is a slower machine, which both sides have in common.
    const Comparison comparison =
        Compare({{"a", NoisyRuns(7, 1.26, 0.05, &noise)}},
                {{"b", OnAnotherDrive(NoisyRuns(7, 1.26 * factor, 0.05, &noise))}}, {});
    found += comparison.metrics[0].shift->p < kSignificance;
  }
  return found;
}

TEST(ComparisonTest, SimulatedNoiseRaisesFewAlarmsAndHidesNoRealSlowdown) {
  EXPECT_LE(Found(1), 18) << "expected 200 x 0.038, standard deviation 2.7";
  EXPECT_GE(Found(1.15), 180);
}

}  // namespace
}  // namespace ioreel
