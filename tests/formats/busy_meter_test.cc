#include "formats/busy_meter.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(BusyMeterTest, UnionAndDepthOfOverlappingIos) {
  BusyMeter meter;  // 0..10, 5..15 and 8..9 overlap; 20..25 stands alone
  meter.Add(0, 10);
  meter.Add(5, 15);
  meter.Add(8, 9);
  meter.Add(20, 25);
  EXPECT_EQ(meter.busy_ns(), 20);
  EXPECT_EQ(meter.max_depth(), 3);
  EXPECT_DOUBLE_EQ(meter.mean_depth(), (10 + 10 + 1 + 5) / 20.0);
}

TEST(BusyMeterTest, OneAfterTheOtherIsDepthOne) {
  BusyMeter meter;
  meter.Add(-10, 0);
  meter.Add(0, 10);
  meter.Add(10, 10);
  EXPECT_EQ(meter.busy_ns(), 20);
  EXPECT_EQ(meter.max_depth(), 1);
  EXPECT_DOUBLE_EQ(meter.mean_depth(), 1);
}

TEST(BusyMeterTest, AnIoInsideALongerOneAddsNoBusyTime) {
  BusyMeter meter;
  meter.Add(100, 200);
  meter.Add(110, 120);
  meter.Add(110, 130);
  EXPECT_EQ(meter.busy_ns(), 100);
  EXPECT_EQ(meter.max_depth(), 3);
}

TEST(BusyMeterTest, NothingIsZero) {
  EXPECT_EQ(BusyMeter().busy_ns(), 0);
  EXPECT_EQ(BusyMeter().mean_depth(), 0);
  EXPECT_EQ(BusyMeter().max_depth(), 0);
}

}  // namespace
}  // namespace ioreel
