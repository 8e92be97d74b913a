#include "analysis/workload/hot_ranges.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

constexpr uint64_t kRange = HotRanges::kFinestBytes;

TEST(HotRangesTest, TheMostIosFirst) {
  HotRanges ranges;
  ranges.Add({.offset = 0, .length = 100});
  ranges.Add({.offset = 5 * kRange + 1, .length = 100, .op = Op::kWrite});
  ranges.Add({.offset = 6 * kRange - 1, .length = 5 * kRange});  // begins in range 5
  ranges.Add({.offset = 0, .length = 7, .device = 1});
  const HotRanges::Result result = ranges.result();
  EXPECT_EQ(result.ios, 4u);
  EXPECT_EQ(result.range_bytes, kRange);
  ASSERT_EQ(result.ranges.size(), 3u);
  EXPECT_EQ(result.ranges[0], (HotRanges::Range{0, 5 * kRange, 1, 1, 100 + 5 * kRange}));
  EXPECT_EQ(result.ranges[1], (HotRanges::Range{0, 0, 1, 0, 100}));
  EXPECT_EQ(result.ranges[2], (HotRanges::Range{1, 0, 1, 0, 7}));
  EXPECT_DOUBLE_EQ(result.Concentration(0.01), 0.5);
  EXPECT_DOUBLE_EQ(result.Concentration(0.5), 0.75);
  EXPECT_DOUBLE_EQ(result.Concentration(1), 1);
}

TEST(HotRangesTest, TooManyBecomeLargerAndStayExact) {
  HotRanges ranges(/*most_ranges=*/4);
  for (uint64_t i = 0; i < 8; ++i) ranges.Add({.offset = i * kRange, .length = 1});
  ranges.Add({.offset = UINT64_MAX, .length = 1});
  const HotRanges::Result result = ranges.result();
  EXPECT_LE(result.ranges.size(), 4u);
  EXPECT_EQ(result.ios, 9u);
  EXPECT_EQ(result.ranges.back().begin, UINT64_MAX / result.range_bytes * result.range_bytes);
}

TEST(HotRangesTest, NothingIsConcentratedNowhere) {
  EXPECT_TRUE(HotRanges().result().ranges.empty());
  EXPECT_EQ(HotRanges().result().Concentration(0.5), 0);
}

}  // namespace
}  // namespace ioreel
