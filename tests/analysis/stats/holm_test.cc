#include "analysis/stats/holm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(HolmTest, EachIsTakenAsOftenAsThereAreTestsNotYetDecided) {
  EXPECT_THAT(HolmAdjusted({0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleEq(0.03), DoubleEq(0.06), DoubleEq(0.06), DoubleEq(0.02)));
}

TEST(HolmTest, NoneIsAboveOneAndEqualOnesStayEqual) {
  EXPECT_THAT(HolmAdjusted({0.5, 0.5, 0.9}), ElementsAre(1, 1, 1));
  EXPECT_THAT(HolmAdjusted({0.02, 0.02}), ElementsAre(DoubleEq(0.04), DoubleEq(0.04)));
}

TEST(HolmTest, OneTestIsLeftAsItIs) {
  EXPECT_THAT(HolmAdjusted({0.04}), ElementsAre(0.04));
  EXPECT_THAT(HolmAdjusted({}), IsEmpty());
}

}  // namespace
}  // namespace ioreel
