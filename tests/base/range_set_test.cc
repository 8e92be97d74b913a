#include "base/range_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(RangeSetTest, MergesWhatOverlapsOrTouches) {
  RangeSet set;
  set.Add(0, 100);
  set.Add(50, 100);    // overlaps
  set.Add(150, 50);    // touches
  set.Add(1000, 10);   // apart
  set.Add(1002, 5);    // inside
  set.Add(20'000, 0);  // nothing
  EXPECT_THAT(set.ranges(), ElementsAre(Pair(0, 200), Pair(1000, 1010)));
  EXPECT_EQ(set.bytes(), 210u);
}

TEST(RangeSetTest, OneRangeMayJoinSeveral) {
  RangeSet set;
  for (const uint64_t begin : {50, 10, 90, 30, 70}) set.Add(begin, 10);
  set.Add(15, 70);
  EXPECT_THAT(set.ranges(), ElementsAre(Pair(10, 85), Pair(90, 100)));
  set.Add(0, 200);
  EXPECT_THAT(set.ranges(), ElementsAre(Pair(0, 200)));
}

TEST(RangeSetTest, GrowsToItsGranule) {
  RangeSet set(4096);
  set.Add(5000, 10);
  set.Add(4096 * 4 - 1, 2);
  EXPECT_THAT(set.ranges(), ElementsAre(Pair(4096, 8192), Pair(4096 * 3, 4096 * 5)));
  EXPECT_EQ(set.bytes(), 3u * 4096);
}

TEST(RangeSetTest, TooManyRangesDoubleTheGranuleUntilTheyFit) {
  RangeSet set(512, /*most_ranges=*/4);
  for (uint64_t i = 0; i < 5; ++i) set.Add(i * 2048, 512);  // gaps of 1536 bytes
  EXPECT_EQ(set.granule(), 2048u);
  EXPECT_THAT(set.ranges(), ElementsAre(Pair(0, 5 * 2048)));
}

TEST(RangeBatchTest, GivesTheSetAllInTheEnd) {
  RangeSet set, plain;
  {
    RangeBatch batch(&set);
    for (uint64_t i = 0; i < 100'000; ++i) {
      const uint64_t begin = i * 7919 % 100'000 * 16;
      batch.Add(begin, 1 + i % 24);
      plain.Add(begin, 1 + i % 24);
    }
  }
  EXPECT_EQ(set.ranges(), plain.ranges());
  EXPECT_EQ(set.bytes(), plain.bytes());
}

}  // namespace
}  // namespace ioreel
