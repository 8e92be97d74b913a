#include "analysis/stats/mean_interval.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ioreel {
namespace {

TEST(GeometricMeanIntervalTest, IsStudentsOfTheLogarithms) {
  // Logarithms −0.1, 0, 0.1: deviation 0.1, t of 2 degrees 4.303.
  const auto interval = GeometricMeanInterval({std::exp(-0.1), 1, std::exp(0.1)});
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(std::log(interval->low), -4.303 * 0.1 / std::sqrt(3), 1e-4);
  EXPECT_NEAR(std::log(interval->high), 4.303 * 0.1 / std::sqrt(3), 1e-4);
}

TEST(GeometricMeanIntervalTest, EqualValuesHaveNoWidth) {
  const auto interval = GeometricMeanInterval({5, 5, 5, 5});
  ASSERT_TRUE(interval.has_value());
  EXPECT_DOUBLE_EQ(interval->low, 5);
  EXPECT_DOUBLE_EQ(interval->high, 5);
}

TEST(GeometricMeanIntervalTest, TooFewOrUnknownValuesHaveNone) {
  EXPECT_FALSE(GeometricMeanInterval({}).has_value());
  EXPECT_FALSE(GeometricMeanInterval({1, 2}).has_value());
  EXPECT_FALSE(GeometricMeanInterval({1, 2, 0}).has_value());
  EXPECT_FALSE(GeometricMeanInterval({1, 2, NAN}).has_value());
}

}  // namespace
}  // namespace ioreel
