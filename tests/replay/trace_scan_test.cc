#include "replay/plan/trace_scan.h"

#include <gmock/gmock.h>

#include "tests/support/matchers.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

QueuedIo Row(int64_t queue_ns, int64_t complete_ns, uint64_t offset, uint64_t length,
             Op op = Op::kRead) {
  return {.queue_ns = queue_ns,
          .complete_ns = complete_ns,
          .offset = offset,
          .length = length,
          .op = op};
}

absl::StatusOr<TraceScan> Scan(std::vector<QueuedIo> rows, ScanOptions options = {},
                               const std::atomic<bool>* stop = nullptr) {
  TraceChunk chunk;
  chunk.queued = std::move(rows);
  TraceInfo info;
  info.devices.resize(1);
  LevelReader reader(MakeVectorReader(info, {chunk}), Level::kQueue);
  return ScanTrace(&reader, {}, options, stop);
}

TEST(TraceScanTest, SumsUpWhatTheReplayNeedsToKnow) {
  const auto scan =
      Scan({Row(100, 200, 4096, 512), Row(150, 400, 8192, 65536, Op::kWrite),
            Row(300, kNoTime, 1 << 20, 4096), Row(1'000, 1'100, UINT64_MAX, 0, Op::kFlush)});
  ASSERT_THAT(scan, IsOk());
  EXPECT_EQ(scan->all.ios, 4u);
  ASSERT_EQ(scan->devices.size(), 1u);
  EXPECT_EQ(scan->devices.at(0).ios, 4u);
  EXPECT_EQ(scan->all.of(Op::kRead).count, 2u);
  EXPECT_EQ(scan->all.of(Op::kRead).longest, 4096u);
  EXPECT_EQ(scan->all.of(Op::kWrite).bytes, 65536u);
  EXPECT_EQ(scan->all.end_bytes, (1u << 20) + 4096);
  EXPECT_EQ(scan->all.furthest_ordinal, 2u);
  EXPECT_EQ(scan->first_ns, 100);
  EXPECT_EQ(scan->last_ns, 1'000);
  EXPECT_EQ(scan->last_complete_ns, 1'100);
  EXPECT_EQ(scan->without_completion, 1u);
  EXPECT_EQ(scan->without_thread, 4u);
  EXPECT_EQ(scan->busy_ns, 300) << "of reads and writes";
}

TEST(TraceScanTest, CountsWhatABlockSizeCannotDo) {
  const auto scan =
      Scan({Row(1, 2, 0, 4096), Row(2, 3, 512, 4096), Row(3, 4, 4096, 1024), Row(4, 5, 1, 1)});
  ASSERT_THAT(scan, IsOk());
  EXPECT_EQ(scan->all.Unaligned(1).count, 0u);
  EXPECT_EQ(scan->all.Unaligned(512).count, 1u);
  EXPECT_EQ(scan->all.Unaligned(512).first, 3u);
  EXPECT_EQ(scan->all.Unaligned(4096).count, 3u);
  EXPECT_EQ(scan->all.Unaligned(4096).first, 1u);
}

TEST(TraceScanTest, IdleIsTimeWithNothingInFlight) {
  const std::vector<QueuedIo> rows = {Row(0, 900, 0, 512), Row(1'000, 1'100, 0, 512),
                                      Row(5'000, 5'100, 0, 512)};
  EXPECT_EQ(Scan(rows)->idle_cut_ns, 0);
  EXPECT_EQ(Scan(rows, {.idle_cap_ns = 1'000})->idle_cut_ns, 5'000 - 1'100 - 1'000);
  EXPECT_EQ(Scan(rows, {.idle_cap_ns = 50})->idle_cut_ns, (100 - 50) + (3'900 - 50));
}

TEST(TraceScanTest, AnOffsetBeyondTheEndOfNumbersIsNoSmallOne) {
  EXPECT_EQ(Scan({Row(1, 2, UINT64_MAX - 511, 4096)})->all.end_bytes, UINT64_MAX);
}

TEST(TraceScanTest, CanBeInterrupted) {
  const std::atomic<bool> stop{true};
  EXPECT_THAT(Scan({Row(1, 2, 0, 512)}, {}, &stop),
              FailsWith(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
}

}  // namespace
}  // namespace ioreel
