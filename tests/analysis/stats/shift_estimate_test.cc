#include "analysis/stats/shift_estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/noise.h"

namespace ioreel {
namespace {

using Method = ShiftEstimate::Method;

ShiftEstimate Independent(int a_count, int b_count) {
  Noise noise(3);
  return EstimateShift(noise.Draw(a_count, 0, 0.1), noise.Draw(b_count, 0, 0.1), false, 1);
}

TEST(ShiftEstimateTest, TheNumberOfRunsChoosesTheInterval) {
  EXPECT_EQ(Independent(7, 20).method, Method::kRanks) << "the smaller side decides";
  EXPECT_EQ(Independent(8, 9).method, Method::kPercentile);
  EXPECT_EQ(Independent(10, 50).method, Method::kBca);
  EXPECT_EQ(Independent(10, 51).method, Method::kRanks) << "or one that costs much";
}

TEST(ShiftEstimateTest, NothingIsDetectableWhereNothingCanBeSignificant) {
  EXPECT_EQ(Independent(3, 3).detectable, std::nullopt);
  EXPECT_TRUE(std::isinf(Independent(3, 3).interval.high));
  EXPECT_TRUE(Independent(4, 4).detectable.has_value());
  EXPECT_EQ(Independent(1, 30).detectable, std::nullopt);
  EXPECT_EQ(EstimateShift({1, 2, 3, 4, 5}, {1, 2, 3, 4, 6}, true, 1).detectable, std::nullopt);
}

TEST(ShiftEstimateTest, AShiftIsFoundWithEveryMethod) {
  for (const int runs : {6, 8, 12}) {
    Noise noise(9);
    const std::vector<double> a = noise.Draw(runs, 5, 0.01), b = noise.Draw(runs, 5.2, 0.01);
    for (const bool paired : {false, true}) {
      const ShiftEstimate estimate = EstimateShift(a, b, paired, 1);
      EXPECT_NEAR(estimate.shift, 0.2, 0.02);
      EXPECT_GT(estimate.interval.low, 0.15);
      EXPECT_LT(estimate.interval.high, 0.25);
      EXPECT_LT(estimate.p, 0.05);
    }
  }
}

TEST(ShiftEstimateTest, PairsCancelWhatBothHaveInCommon) {
  Noise noise(4);
  const std::vector<double> machine = noise.Draw(8, 0, 0.3), own = noise.Draw(8, 0, 0.01);
  std::vector<double> b;
  for (size_t i = 0; i < machine.size(); ++i) b.push_back(machine[i] + 0.14 + own[i]);
  EXPECT_LT(EstimateShift(machine, b, true, 1).p, 0.01);
  EXPECT_GT(EstimateShift(machine, b, false, 1).p, 0.05);
}

}  // namespace
}  // namespace ioreel
