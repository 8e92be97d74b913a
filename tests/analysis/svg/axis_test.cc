#include "analysis/svg/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Labels(const Axis& axis) {
  std::vector<std::string> labels;
  for (const Tick& tick : axis.ticks) {
    if (!tick.label.empty()) labels.push_back(tick.label);
  }
  return labels;
}

TEST(AxisTest, LinearTicksAreRound) {
  EXPECT_THAT(Labels(LinearAxis("", 0, 37.2, 5)), ElementsAre("0", "10", "20", "30"));
  EXPECT_THAT(Labels(LinearAxis("", 0, 0.9, 5)), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8"));
  EXPECT_THAT(Labels(LinearAxis("", -1.5, 1, 5)),
              ElementsAre("-1.5", "-1.0", "-0.5", "0.0", "0.5", "1.0"));
  EXPECT_THAT(Labels(LinearAxis("", 0, 25'000, 5)),
              ElementsAre("0", "5,000", "10,000", "15,000", "20,000", "25,000"));
}

TEST(AxisTest, OneValueHasAnAxis) {
  const Axis zero = LinearAxis("", 0, 0, 5);
  EXPECT_LT(zero.low, zero.high);
  const Axis log = LogTimeAxis("", 0, 0);
  EXPECT_LT(log.low, log.high);
  EXPECT_GT(log.low, 0);
}

TEST(AxisTest, LogarithmicTicksAreDecades) {
  EXPECT_THAT(Labels(LogTimeAxis("", 800, 20e6)),
              ElementsAre("1 µs", "10 µs", "100 µs", "1 ms", "10 ms"));
}

TEST(AxisTest, LessThanTwoDecadesHaveLabelsBetweenThem) {
  EXPECT_THAT(Labels(LogTimeAxis("", 80e3, 350e3)), ElementsAre("100 µs", "200 µs"));
  EXPECT_THAT(Labels(LogTimeAxis("", 290e3, 580e3)), ElementsAre("300 µs", "400 µs", "500 µs"));
  EXPECT_THAT(Labels(LogTimeAxis("", 1.05e6, 2.1e6)), ElementsAre("1.5 ms", "2 ms"));
  for (double low = 1; low < 10; low += 0.01)
    EXPECT_GE(Labels(LogTimeAxis("", low * 1000, low * 2000)).size(), 2u) << low;
}

TEST(AxisTest, ManyDecadesHaveFewLabels) {
  EXPECT_LE(Labels(LogTimeAxis("", 1, 9e18)).size(), 11u);
  EXPECT_GE(Labels(LogTimeAxis("", 1, 9e18)).size(), 4u);
}

TEST(AxisTest, NinesStandAtEqualDistances) {
  const Axis axis = NinesAxis("", 1000);
  EXPECT_THAT(Labels(axis), ElementsAre("0", "50", "90", "99", "99.9"));
  EXPECT_NEAR(axis.Place(NinesOf(0.9)), 1 / 3.0, 1e-9);
  EXPECT_NEAR(axis.Place(NinesOf(0.99)), 2 / 3.0, 1e-9);
}

TEST(AxisTest, PlacesValuesAndKeepsThemInside) {
  const Axis linear = LinearAxis("", 10, 20, 5);
  EXPECT_DOUBLE_EQ(linear.Place(15), 0.5);
  EXPECT_DOUBLE_EQ(linear.Place(5), 0);
  EXPECT_DOUBLE_EQ(linear.Place(25), 1);
  const Axis log = LogTimeAxis("", 1, 10'000);
  EXPECT_DOUBLE_EQ(log.Place(100), 0.5);
  EXPECT_DOUBLE_EQ(log.Place(0), 0);
}

TEST(UnitTest, FitsTheSize) {
  EXPECT_EQ(TimeUnit(20e9).name, "s");
  EXPECT_EQ(TimeUnit(20e6).name, "ms");
  EXPECT_EQ(TimeUnit(0).name, "ns");
  EXPECT_EQ(TimeUnit(3600e9).name, "min");
  EXPECT_EQ(TimeUnit(4 * 86'400e9).name, "h");
  EXPECT_EQ(SizeUnit(3 << 20).name, "MiB");
  EXPECT_EQ(SizeUnit(1.8e19).name, "EiB");
  EXPECT_EQ(CountUnit(2e6).name, "M");
  EXPECT_EQ(CountUnit(999).name, "");
}

}  // namespace
}  // namespace ioreel
