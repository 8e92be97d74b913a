#include "analysis/stats/hodges_lehmann.h"

#include <gtest/gtest.h>

#include <limits>

namespace ioreel {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(HodgesLehmannTest, ShiftIsTheMedianOfAllDifferences) {
  EXPECT_DOUBLE_EQ(MedianShift({1, 2, 3}, {11, 12, 13}), 10);
  EXPECT_DOUBLE_EQ(MedianShift({1, 2, 3}, {11, 12, 1000}), 10) << "a wild run moves it little";
  EXPECT_DOUBLE_EQ(MedianShift({0, 1}, {4, 9}), 6) << "of 4, 9, 3 and 8";
  EXPECT_NEAR(MedianShift({1.15, 0.88, 0.90, 0.74, 1.21},
                          {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}),
              0.305, 1e-9)
      << "Hollander and Wolfe";
}

TEST(HodgesLehmannTest, PseudoMedianIsTheMedianOfWalshAverages) {
  EXPECT_DOUBLE_EQ(PseudoMedian({3}), 3);
  EXPECT_DOUBLE_EQ(PseudoMedian({0, 1, 8}), 2.5) << "of 0, 0.5, 1, 4, 4.5, 8";
  EXPECT_NEAR(PseudoMedian({0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01}), 0.46, 1e-9)
      << "Hollander and Wolfe";
}

TEST(HodgesLehmannTest, TooFewValuesBoundNothing) {
  EXPECT_EQ(MedianShiftInterval({1, 2, 3}, {4, 5, 6}), (Interval{-kInfinity, kInfinity}));
  EXPECT_EQ(PseudoMedianInterval({1, 2, 3, 4, 5}), (Interval{-kInfinity, kInfinity}));
}

TEST(HodgesLehmannTest, IntervalIsTheKthFromEitherEnd) {
  EXPECT_EQ(MedianShiftInterval({0, 0, 0, 0}, {10, 20, 30, 40}), (Interval{10, 40})) << "k = 1";
  EXPECT_EQ(MedianShiftInterval({0, 1, 2, 3, 4}, {100, 110, 120, 130, 140}), (Interval{98, 138}))
      << "k = 3 of 96, 97, 98, … 138, 139, 140";
  EXPECT_EQ(PseudoMedianInterval({1, 2, 3, 4, 5, 6}), (Interval{1, 6})) << "k = 1";
  EXPECT_EQ(PseudoMedianInterval({0, 10, 20, 30, 40, 50, 60, 70}), (Interval{10, 60}))
      << "k = 4 of 0, 5, 10, 10, …";
}

}  // namespace
}  // namespace ioreel
