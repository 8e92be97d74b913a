#include "analysis/stats/bootstrap.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/noise.h"

namespace ioreel {
namespace {

double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double MeanOfFirst(const Samples& samples) { return Mean(samples[0]); }
double DifferenceOfMeans(const Samples& samples) { return Mean(samples[1]) - Mean(samples[0]); }

std::vector<double> OneTo(int count) {
  std::vector<double> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(BootstrapTest, TheSeedDecides) {
  const auto interval = [](uint64_t seed) {
    return BootstrapInterval({Noise(1).Draw(10, 0, 1)}, MeanOfFirst, BootstrapKind::kPercentile,
                             seed);
  };
  EXPECT_EQ(interval(1), interval(1));
  EXPECT_NE(interval(1), interval(2));
}

TEST(BootstrapTest, PercentilesOfAMeanAreThoseOfTheory) {
  const Interval interval =
      BootstrapInterval({OneTo(20)}, MeanOfFirst, BootstrapKind::kPercentile, 1);
  EXPECT_NEAR(interval.low, 10.5 - 1.96 * 1.2894, 0.1) << "standard error √(33.25 / 20)";
  EXPECT_NEAR(interval.high, 10.5 + 1.96 * 1.2894, 0.1);
}

TEST(BootstrapTest, SamplesAreDrawnIndependently) {
  const Interval interval =
      BootstrapInterval({OneTo(20), OneTo(20)}, DifferenceOfMeans, BootstrapKind::kPercentile, 1);
  EXPECT_NEAR(interval.low, -1.96 * 1.8235, 0.15);
  EXPECT_NEAR(interval.high, 1.96 * 1.8235, 0.15);
}

TEST(BootstrapTest, BcaCorrectsForSkewOnly) {
  const std::vector<double> symmetric = OneTo(15);
  const Interval plain = BootstrapInterval({symmetric}, MeanOfFirst, BootstrapKind::kPercentile, 3);
  const Interval same = BootstrapInterval({symmetric}, MeanOfFirst, BootstrapKind::kBca, 3);
  EXPECT_NEAR(same.low, plain.low, 0.1);
  EXPECT_NEAR(same.high, plain.high, 0.1);
  const std::vector<double> skewed = {1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 8, 20};
  const Interval percentile =
      BootstrapInterval({skewed}, MeanOfFirst, BootstrapKind::kPercentile, 3);
  const Interval bca = BootstrapInterval({skewed}, MeanOfFirst, BootstrapKind::kBca, 3);
  EXPECT_GT(bca.low, percentile.low + 0.1);
  EXPECT_GT(bca.high, percentile.high + 0.3);
}

TEST(BootstrapTest, EqualValuesGiveAPoint) {
  const std::vector<double> constant(10, 4.0);
  EXPECT_EQ(BootstrapInterval({constant}, MeanOfFirst, BootstrapKind::kBca, 1), (Interval{4, 4}));
}

TEST(BootstrapTest, IntervalsCoverTheTruth) {
  Noise noise(5);
  int covered = 0;
  constexpr int kTrials = 150;
  for (int i = 0; i < kTrials; ++i) {
    const Interval interval = BootstrapInterval({noise.Draw(20, 0, 1)}, MeanOfFirst,
                                                BootstrapKind::kBca, static_cast<uint64_t>(i));
    covered += interval.low <= 0 && interval.high >= 0;
  }
  EXPECT_GE(covered, kTrials * 87 / 100);
  EXPECT_LT(covered, kTrials);
}

}  // namespace
}  // namespace ioreel
