#include "analysis/stats/normal.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(NormalTest, HasTheTabulatedShares) {
  EXPECT_DOUBLE_EQ(NormalCdf(0), 0.5);
  EXPECT_NEAR(NormalCdf(1), 0.841344746, 1e-9);
  EXPECT_NEAR(NormalCdf(-1.96), 0.024997895, 1e-9);
  EXPECT_NEAR(NormalQuantile(0.975), 1.959963985, 1e-9);
  EXPECT_NEAR(NormalQuantile(0.8), 0.841621234, 1e-9);
}

TEST(NormalTest, StudentQuantilesAreThoseOfTheTable) {
  EXPECT_NEAR(StudentQuantile(0.975, 1), 12.706205, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 2), 4.302653, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.8, 2), 1.060660, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 3), 3.182446, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 5), 2.570582, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 8), 2.306004, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 18), 2.100922, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.8, 8), 0.888890, 1e-6);
  EXPECT_NEAR(StudentQuantile(0.975, 1e6), 1.959966, 1e-6);
}

TEST(NormalTest, QuantileUndoesCdfFarOutToo) {
  for (const double z : {-6.0, -1.0, 0.0, 0.3, 4.0}) {
    EXPECT_NEAR(NormalQuantile(NormalCdf(z)), z, 1e-9) << z;
  }
}

}  // namespace
}  // namespace ioreel
