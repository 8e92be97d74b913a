#include "analysis/stats/shift_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/noise.h"

namespace ioreel {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ShiftBoundsTest, TheTestsOfPairsCountSigns) {
  const TwoSamples pairs = {.a = {0, 0, 0}, .b = {1, 2, 4}, .paired = true};
  EXPECT_EQ(Shift(pairs), 2.25) << "of 1, 1.5, 2, 2.5, 3, 4";
  EXPECT_EQ(PAtMost(pairs, 0), 1.0 / 8) << "all above";
  EXPECT_EQ(PAtLeast(pairs, 5), 1.0 / 8) << "all below";
  EXPECT_EQ(PAtMost(pairs, 1.25), 2.0 / 8) << "the smallest is below";
  EXPECT_EQ(PAtMost(pairs, 5), 1);
}

TEST(ShiftBoundsTest, TheTestsOfIndependentSamplesShareOutRanks) {
  const TwoSamples apart = {.a = {1, 2, 3}, .b = {11, 12, 13}, .paired = false};
  EXPECT_EQ(Shift(apart), 10);
  EXPECT_EQ(PAtMost(apart, 5), 1.0 / 20);
  EXPECT_EQ(PAtLeast(apart, 15), 1.0 / 20);
  EXPECT_EQ(PAtMost(apart, 15), 1);
}

TEST(ShiftBoundsTest, TheBoundsAreWhereTheTestsBeginToReject) {
  const TwoSamples pairs = {.a = {0, 0, 0, 0, 0}, .b = {1, 2, 3, 4, 5}, .paired = true};
  const Interval outermost = ShiftBounds(pairs, 1.0 / 31);
  EXPECT_EQ(outermost, (Interval{1, 5})) << "p of 1/32 only where all differences are on one side";
  EXPECT_EQ(ShiftBounds(pairs, 1.0 / 32), (Interval{-kInfinity, kInfinity})) << "not below alpha";
  EXPECT_EQ(ShiftBounds(pairs, 3.0 / 32), (Interval{1.5, 4.5}));
}

TEST(ShiftBoundsTest, BoundsAgreeWithTheTests) {
  Noise noise(7);
  for (const bool paired : {true, false}) {
    for (int i = 0; i < 20; ++i) {
      const TwoSamples samples = {
          .a = noise.Draw(9, 0, 1), .b = noise.Draw(9, 1, 1), .paired = paired};
      const Interval bounds = ShiftBounds(samples, 0.05);
      EXPECT_LT(PAtMost(samples, bounds.low - 1e-9), 0.05);
      EXPECT_GE(PAtMost(samples, bounds.low + 1e-9), 0.05);
      EXPECT_LT(PAtLeast(samples, bounds.high + 1e-9), 0.05);
      EXPECT_GE(PAtLeast(samples, bounds.high - 1e-9), 0.05);
    }
  }
}

TEST(ShiftBoundsTest, EqualDifferencesAreBoundedByThemselves) {
  const std::vector<double> zeros(8, 0), ones(8, 1);
  EXPECT_EQ(ShiftBounds({.a = zeros, .b = ones, .paired = true}, 0.05), (Interval{1, 1}));
  EXPECT_EQ(ShiftBounds({.a = zeros, .b = ones, .paired = false}, 0.05), (Interval{1, 1}));
}

TEST(ShiftBoundsTest, ManyValuesAreTakenAsNormal) {
  Noise noise(1);
  const TwoSamples samples = {.a = noise.Draw(60, 0, 1), .b = noise.Draw(60, 0.5, 1)};
  const Interval bounds = ShiftBounds(samples, 0.05);
  EXPECT_LT(bounds.low, Shift(samples));
  EXPECT_GT(bounds.high, Shift(samples));
  EXPECT_NEAR(bounds.high - bounds.low, 2 * 1.645 * std::sqrt(2.0 / 60), 0.1);
  EXPECT_NEAR(PAtMost(samples, 0) + PAtLeast(samples, 0), 1, 0.01);
}

}  // namespace
}  // namespace ioreel
