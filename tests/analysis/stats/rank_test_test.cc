#include "analysis/stats/rank_test.h"

#include <gtest/gtest.h>

#include "tests/support/noise.h"

namespace ioreel {
namespace {

using Values = std::vector<double>;

/// Hollander and Wolfe, Nonparametric Statistical Methods: permeability of membranes, depression.
const Values kAtTerm = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
const Values kEarly = {1.15, 0.88, 0.90, 0.74, 1.21};
const Values kImprovement = {0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01};

Values Repeated(int ones, int twos) {
  Values values(static_cast<size_t>(ones), 1);
  values.insert(values.end(), static_cast<size_t>(twos), 2);
  return values;
}

TEST(MannWhitneyTest, EqualsPublishedExamples) {
  EXPECT_NEAR(MannWhitneyP(kAtTerm, kEarly), 0.2544, 0.00005);
  EXPECT_NEAR(MannWhitneyP({10, 11, 12, 20, 21}, {1, 2, 3, 15}), 14.0 / 126, 1e-12) << "U = 17";
}

TEST(MannWhitneyTest, OneSidedItAsksForHigherRanks) {
  EXPECT_NEAR(MannWhitneyUpperP(kEarly, kAtTerm), 0.1272, 0.00005) << "published";
  EXPECT_GT(MannWhitneyUpperP(kAtTerm, kEarly), 0.85);
  EXPECT_DOUBLE_EQ(MannWhitneyUpperP({1, 2, 3}, {4, 5, 6}), 0.05);
  EXPECT_DOUBLE_EQ(MannWhitneyUpperP({4, 5, 6}, {1, 2, 3}), 1);
  EXPECT_DOUBLE_EQ(MannWhitneyUpperP({}, {1}), 1);
  const Values low = Repeated(25, 5), high = Repeated(5, 25);
  EXPECT_LT(MannWhitneyUpperP(low, high), 1e-5) << "by the normal approximation";
  EXPECT_GT(MannWhitneyUpperP(high, low), 0.9999);
}

TEST(WilcoxonTest, OneSidedItAsksForMoreAboveZero) {
  EXPECT_NEAR(WilcoxonUpperP(kImprovement), 0.0195, 0.00005) << "published";
  EXPECT_DOUBLE_EQ(WilcoxonUpperP({1, 2, 3}), 0.125);
  EXPECT_DOUBLE_EQ(WilcoxonUpperP({-1, -2, -3}), 1);
  EXPECT_DOUBLE_EQ(WilcoxonUpperP({0, 0}), 1);
  EXPECT_LT(WilcoxonUpperP(Values(25, 1)), 1e-4) << "by the normal approximation";
}

TEST(MannWhitneyTest, SeparateSidesGiveTheSmallestP) {
  EXPECT_DOUBLE_EQ(MannWhitneyP({1, 2, 3}, {4, 5, 6}), 0.1);
  EXPECT_DOUBLE_EQ(MannWhitneyP({5, 6, 7, 8}, {1, 2, 3, 4}), 2.0 / 70);
  EXPECT_DOUBLE_EQ(SmallestMannWhitneyP(3, 3), 0.1);
  EXPECT_NEAR(SmallestMannWhitneyP(4, 4), 0.0286, 0.00005);
  EXPECT_NEAR(SmallestMannWhitneyP(5, 5), 0.0079, 0.00005);
  EXPECT_NEAR(SmallestMannWhitneyP(6, 6), 0.0022, 0.00005);
  EXPECT_DOUBLE_EQ(SmallestMannWhitneyP(1, 1), 1);
}

TEST(MannWhitneyTest, TiesOfFewValuesAreExact) {
  EXPECT_DOUBLE_EQ(MannWhitneyP({1, 1, 1}, {2, 2, 2}), 0.1) << "the normal one would say 0.047";
  EXPECT_DOUBLE_EQ(MannWhitneyP({1, 1}, {1, 2}), 1);
  EXPECT_DOUBLE_EQ(MannWhitneyP({7, 7, 7, 7}, {7, 7, 7, 7}), 1);
  EXPECT_DOUBLE_EQ(MannWhitneyP({}, {1}), 1);
}

TEST(MannWhitneyTest, ManyValuesTakeTheNormalApproximation) {
  EXPECT_NEAR(MannWhitneyP(Repeated(15, 6), Repeated(6, 15)), 0.00633965, 1e-8)
      << "R_A = 357, mean 451.5, variance 1185.86";
  EXPECT_DOUBLE_EQ(MannWhitneyP(Repeated(30, 0), Repeated(30, 0)), 1);
}

TEST(MannWhitneyTest, ApproximationJoinsTheExactOne) {
  // Every other one of 2 n numbers: U = n (n − 1) / 2, n / 2 below the mean.
  const auto alternating = [](int n) {
    Values a, b;
    for (int i = 0; i < n; ++i) {
      a.push_back(2 * i);
      b.push_back(2 * i + 1);
    }
    return MannWhitneyP(a, b);
  };
  EXPECT_NEAR(alternating(20), alternating(21), 0.01);
}

TEST(MannWhitneyTest, FalseAlarmsAreAtMostFivePercent) {
  Noise noise(1);
  int alarms = 0;
  for (int i = 0; i < 2000; ++i) {
    alarms += MannWhitneyP(noise.Draw(8, 0, 0.1), noise.Draw(8, 0, 0.1)) < 0.05;
  }
  EXPECT_LE(alarms, 110) << "expected 2000 x 0.0499 or fewer, standard deviation 10";
  EXPECT_GE(alarms, 60) << "it does find some";
}

TEST(WilcoxonTest, EqualsAPublishedExample) {
  EXPECT_NEAR(WilcoxonP(kImprovement), 0.03906, 0.000005) << "V = 40";
}

TEST(WilcoxonTest, OneSignGivesTheSmallestP) {
  EXPECT_DOUBLE_EQ(WilcoxonP({1, 2, 3, 4, 5}), 0.0625);
  EXPECT_DOUBLE_EQ(WilcoxonP({-1, -2, -3, -4, -5, -6}), 0.03125);
  EXPECT_DOUBLE_EQ(SmallestWilcoxonP(5), 0.0625);
  EXPECT_DOUBLE_EQ(SmallestWilcoxonP(8), 0.0078125);
  EXPECT_DOUBLE_EQ(SmallestWilcoxonP(0), 1);
}

TEST(WilcoxonTest, ZerosAreLeftOutAndTiesExact) {
  EXPECT_DOUBLE_EQ(WilcoxonP({0, 1, 2, 0, 3, 4, 5, 6}), 0.03125);
  EXPECT_DOUBLE_EQ(WilcoxonP({2, 2, 2, 2, 2, 2}), 0.03125);
  EXPECT_DOUBLE_EQ(WilcoxonP({1, -1, 1, -1}), 1);
  EXPECT_DOUBLE_EQ(WilcoxonP({0, 0}), 1);
}

TEST(WilcoxonTest, ManyValuesTakeTheNormalApproximation) {
  Values differences(15, 1.0);
  differences.insert(differences.end(), 10, -1.0);
  EXPECT_NEAR(WilcoxonP(differences), 0.324813, 1e-6) << "W = 195, mean 162.5, variance 1056.25";
}

}  // namespace
}  // namespace ioreel
