#include "analysis/stats/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ioreel {
namespace {

TEST(StatisticsTest, MedianOfOddAndEvenNumbers) {
  EXPECT_EQ(Median({}), std::nullopt);
  EXPECT_EQ(Median({7}), 7);
  EXPECT_EQ(Median({9, 1, 5}), 5);
  EXPECT_EQ(Median({4, 1, 3, 2}), 2.5);
}

TEST(StatisticsTest, RobustDeviationIsThatOfMostValues) {
  EXPECT_EQ(RobustDeviation({}), std::nullopt);
  EXPECT_EQ(RobustDeviation({5}), 0);
  EXPECT_DOUBLE_EQ(*RobustDeviation({1, 2, 3, 4, 1000}), 1.4826);
}

TEST(StatisticsTest, CoefficientOfVariationIsSampleDeviationOverMean) {
  EXPECT_EQ(CoefficientOfVariation({}), std::nullopt);
  EXPECT_EQ(CoefficientOfVariation({5}), std::nullopt);
  EXPECT_EQ(CoefficientOfVariation({-1, 1}), std::nullopt);
  EXPECT_DOUBLE_EQ(*CoefficientOfVariation({9, 11}), std::sqrt(2) / 10);
  EXPECT_NEAR(*CoefficientOfVariation({1.9, 2.0, 2.1}), 0.05, 1e-12);
}

}  // namespace
}  // namespace ioreel
