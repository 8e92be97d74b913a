#include <gtest/gtest.h>

#include "analysis/workload/arrival_gaps.h"
#include "analysis/workload/seek_distances.h"

namespace ioreel {
namespace {

TEST(ArrivalGapsTest, FromStartToStart) {
  ArrivalGaps gaps;
  gaps.Add({.start_ns = -5, .length = 1});
  gaps.Add({.start_ns = 10, .length = 1, .device = 1});  // any device
  gaps.Add({.start_ns = kNoTime, .length = 1});
  gaps.Add({.start_ns = 11, .op = Op::kFlush});  // no bytes
  gaps.Add({.start_ns = 15, .length = 1});
  gaps.Add({.start_ns = 15, .length = 1});
  const Distribution result = gaps.result();
  EXPECT_EQ(result.count, 3u);
  EXPECT_EQ(result.min, 0);
  EXPECT_EQ(result.p50, 5);
  EXPECT_EQ(result.max, 15);
  EXPECT_DOUBLE_EQ(result.mean, 20 / 3.0);
}

TEST(ArrivalGapsTest, OneIoHasNone) {
  ArrivalGaps gaps;
  EXPECT_EQ(gaps.result().count, 0u);
  gaps.Add({.start_ns = 1, .length = 1});
  EXPECT_EQ(gaps.result().count, 0u);
}

TEST(SeekDistancesTest, FromTheNearerEndOnTheSameDevice) {
  SeekDistances seeks;
  seeks.Add({.offset = 1000, .length = 100});
  seeks.Add({.offset = 50, .length = 10, .device = 1});
  seeks.Add({.offset = 1100, .length = 100});  // touches: 0
  seeks.Add({.offset = 1150, .length = 10});   // overlaps: 0
  seeks.Add({.op = Op::kFlush});               // no place
  seeks.Add({.offset = 2000, .length = 10});   // 2000 − 1160
  seeks.Add({.offset = 100, .length = 10});    // back: 2000 − 100
  const Distribution result = seeks.result();
  EXPECT_EQ(result.count, 4u);
  EXPECT_EQ(result.max, 1900);
  EXPECT_DOUBLE_EQ(result.mean, (840 + 1900) / 4.0);
}

TEST(SeekDistancesTest, FarOffsetsDoNotWrap) {
  SeekDistances seeks;
  seeks.Add({.offset = UINT64_MAX - 1, .length = 100});
  seeks.Add({.offset = 0, .length = 1});
  EXPECT_EQ(seeks.result().max, INT64_MAX);
}

}  // namespace
}  // namespace ioreel
