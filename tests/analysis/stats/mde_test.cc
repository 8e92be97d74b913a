#include "analysis/stats/mde.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/stats/rank_test.h"
#include "tests/support/noise.h"

namespace ioreel {
namespace {

TEST(MdeTest, ManyRunsNeedTwoPointEightStandardErrors) {
  EXPECT_NEAR(DetectableShift(0.1, 5000, 5000), 2.8016 * 0.1 / 50 / std::sqrt(0.955), 1e-6);
  EXPECT_NEAR(DetectablePairedShift(0.1, 10'000), 2.8016 * 0.001 / std::sqrt(0.955), 1e-6);
}

TEST(MdeTest, FewRunsNeedMore) {
  const double t18 = 2.1009 + 0.8620, t9 = 2.2622 + 0.8834;
  EXPECT_NEAR(DetectableShift(0.1, 10, 10), t18 * 0.1 * std::sqrt(0.2 / 0.955), 0.0001);
  EXPECT_NEAR(DetectableShift(0.1, 4, 16), t18 * 0.1 * std::sqrt(0.3125 / 0.955), 0.0001);
  EXPECT_NEAR(DetectablePairedShift(0.1, 10), t9 * 0.1 / std::sqrt(10 * 0.955), 0.0003);
}

TEST(MdeTest, DeviationsAreOfSamples) {
  EXPECT_DOUBLE_EQ(Deviation({1, 3}), std::sqrt(2));
  EXPECT_DOUBLE_EQ(PooledDeviation({1, 3}, {10, 10, 10}), std::sqrt(2.0 / 3));
  EXPECT_DOUBLE_EQ(PooledDeviation({1, 3}, {101, 103}), std::sqrt(2)) << "not of the shift";
}

/// Share of 1000 comparisons in which a shift of the detectable size is significant.
double Power(int runs) {
  Noise noise(11);
  const double shift = DetectableShift(0.05, runs, runs);
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    found += MannWhitneyP(noise.Draw(runs, 0, 0.05), noise.Draw(runs, shift, 0.05)) < 0.05;
  }
  return found / 1000.0;
}

TEST(MdeTest, WhatIsDetectableIsFoundInAboutFourOfFive) {
  for (const int runs : {6, 8, 10, 20}) {
    EXPECT_GT(Power(runs), 0.74) << runs;
    EXPECT_LT(Power(runs), 0.84) << runs;
  }
  EXPECT_GT(Power(4), 0.58) << "so few ranks are coarse";
}

}  // namespace
}  // namespace ioreel
