#include "analysis/stats/steady_state.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(SteadyStateTest, NeedsFiveRounds) {
  EXPECT_FALSE(JudgeSteadyState({100, 100, 100, 100}).reached);
  EXPECT_TRUE(JudgeSteadyState({100, 100, 100, 100, 100}).reached);
}

TEST(SteadyStateTest, OnlyTheLastFiveCount) {
  const SteadyState state = JudgeSteadyState({900, 700, 100, 102, 98, 101, 99});
  EXPECT_TRUE(state.reached);
  EXPECT_DOUBLE_EQ(state.mean, 100);
  EXPECT_DOUBLE_EQ(state.range_share, 0.04);
}

TEST(SteadyStateTest, ARangeOfAFifthOfTheMeanIsTheMost) {
  EXPECT_TRUE(JudgeSteadyState({100, 110, 100, 90, 100}).reached);
  EXPECT_FALSE(JudgeSteadyState({100, 111, 100, 89, 100}).reached);
}

TEST(SteadyStateTest, ALineThatMovesByATenthIsTheMost) {
  // y = 100 + s·x over x = −2 … 2 moves by 4·s.
  EXPECT_TRUE(JudgeSteadyState({95, 97.5, 100, 102.5, 105}).reached);
  const SteadyState steep = JudgeSteadyState({94.8, 97.4, 100, 102.6, 105.2});
  EXPECT_FALSE(steep.reached);
  EXPECT_NEAR(steep.slope_share, 0.104, 1e-12);
  EXPECT_LT(steep.range_share, 0.2);
}

TEST(SteadyStateTest, NothingDoneIsNotSteady) {
  EXPECT_FALSE(JudgeSteadyState({0, 0, 0, 0, 0}).reached);
}

}  // namespace
}  // namespace ioreel
