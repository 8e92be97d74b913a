#include "capture/op_marker.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

constexpr int64_t kUs = 1000;

Op Marked(OpMarker* marker, int64_t time_ns, uint64_t offset, uint64_t length, int tid = 1,
          Stage stage = Stage::kQueued) {
  StageEvent event;
  event.stage = stage;
  event.time_ns = time_ns;
  event.offset = offset;
  event.length = length;
  event.op = Op::kWrite;
  marker->Mark(tid, &event);
  return event.op;
}

TEST(OpMarkerTest, FindsTheQueuedIoOfTheSameThreadAndRange) {
  OpMarker marker;
  marker.AddSpecial({1000 * kUs, 4096, 8192, 1, 0, Op::kWriteZeroes});
  EXPECT_EQ(Marked(&marker, 999 * kUs, 0, 8192), Op::kWrite);
  EXPECT_EQ(Marked(&marker, 1000 * kUs, 4096, 8192, /*tid=*/2), Op::kWrite);
  EXPECT_EQ(Marked(&marker, 1000 * kUs, 4096, 8192, 1, Stage::kIssued), Op::kWrite);
  EXPECT_EQ(Marked(&marker, 1001 * kUs, 4096, 8192), Op::kWriteZeroes);
  EXPECT_EQ(Marked(&marker, 1002 * kUs, 4096, 8192), Op::kWrite);  // once
  EXPECT_EQ(marker.unmatched(), 0u);
}

TEST(OpMarkerTest, AWriteOfTheSameRangeJustBeforeIsNotTaken) {
  OpMarker marker;
  marker.AddSpecial({1000 * kUs, 0, 4096, 1, 0, Op::kSecureErase});
  EXPECT_EQ(Marked(&marker, 900 * kUs, 0, 4096), Op::kWrite);
  EXPECT_EQ(Marked(&marker, 1000 * kUs, 0, 4096), Op::kSecureErase);
}

TEST(OpMarkerTest, OneWhoseQueueEventWasLostIsCounted) {
  OpMarker marker;
  marker.AddSpecial({1000 * kUs, 0, 4096, 1, 0, Op::kWriteZeroes});
  EXPECT_EQ(Marked(&marker, 5000 * kUs, 0, 4096), Op::kWrite);
  EXPECT_EQ(marker.unmatched(), 1u);
}

}  // namespace
}  // namespace ioreel
