#include "analysis/footprint.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(FootprintTest, CountsEachByteOnce) {
  Footprint footprint;
  footprint.Add(0, 100);
  footprint.Add(50, 100);    // overlaps
  footprint.Add(150, 50);    // touches
  footprint.Add(1000, 10);   // apart
  footprint.Add(1002, 5);    // inside
  footprint.Add(20'000, 0);  // nothing
  EXPECT_EQ(footprint.bytes(), 210u);
  EXPECT_EQ(footprint.granularity_bytes(), 1u);
}

TEST(FootprintTest, ARangeMayJoinSeveralOthers) {
  Footprint footprint;
  for (const uint64_t offset : {50, 10, 90, 30, 70}) footprint.Add(offset, 10);
  EXPECT_EQ(footprint.bytes(), 50u);
  footprint.Add(15, 70);  // 15..85: joins the ranges at 10, 30, 50 and 70, not the one at 90
  EXPECT_EQ(footprint.bytes(), 85u - 10 + 10);
  footprint.Add(0, 200);
  EXPECT_EQ(footprint.bytes(), 200u);
}

TEST(FootprintTest, ManyRangesAreWidenedAndTheGranularitySaysHowFar) {
  Footprint footprint(/*max_ranges=*/4);
  for (uint64_t i = 0; i < 4; ++i) footprint.Add(i * 16384, 512);
  EXPECT_EQ(footprint.bytes(), 4u * 512);
  footprint.Add(4 * 16384, 512);  // the fifth: 4 and 8 KiB units keep five ranges, 16 KiB joins all
  EXPECT_EQ(footprint.granularity_bytes(), 16384u);
  EXPECT_EQ(footprint.bytes(), 5u * 16384);
}

TEST(FootprintTest, EndsWithTheAddressSpace) {
  Footprint footprint(/*max_ranges=*/2);
  footprint.Add(UINT64_MAX - 10, 100);
  EXPECT_EQ(footprint.bytes(), 10u);
  footprint.Add(0, 1);
  EXPECT_GE(footprint.bytes(), 11u);
}

}  // namespace
}  // namespace ioreel
