#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pairing/request_pairer.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;

constexpr uint64_t kZone = 1 << 20;

/// `op` as capture tells it of the queue event; the tracer calls the others writes.
StageEvent At(int64_t time_ns, Stage stage, uint64_t offset, uint64_t length, Op op = Op::kWrite) {
  return {.time_ns = time_ns, .offset = offset, .length = length, .stage = stage, .op = op};
}

TraceChunk Pair(const std::vector<StageEvent>& events) {
  RequestPairer pairer({});
  for (const StageEvent& event : events) pairer.Add(event);
  TraceChunk rows;
  pairer.Take(1000, true, &rows);
  return rows;
}

std::vector<int64_t> Completions(const TraceChunk& rows) {
  std::vector<int64_t> times;
  for (const QueuedIo& io : rows.queued) times.push_back(io.complete_ns);
  return times;
}

TEST(ZoneAppendTest, CompletesWhereTheDevicePutIt) {
  const TraceChunk rows =
      Pair({At(0, Stage::kQueued, kZone, 8192, Op::kZoneAppend), At(1, Stage::kIssued, kZone, 8192),
            At(2, Stage::kQueued, kZone, 4096, Op::kZoneAppend), At(3, Stage::kIssued, kZone, 4096),
            At(4, Stage::kCompleted, kZone + 65536, 4096),
            At(5, Stage::kCompleted, kZone + 4096, 8192)});
  EXPECT_THAT(Completions(rows), ElementsAre(5, 4));
  ASSERT_EQ(rows.requests.size(), 2u);
  EXPECT_EQ(rows.requests[0].op, Op::kZoneAppend);
  EXPECT_EQ(rows.requests[0].offset, kZone);
  EXPECT_EQ(rows.requests[0].complete_ns, 5);
  EXPECT_TRUE(rows.events.empty()) << "never in parts";
}

TEST(ZoneAppendTest, WritesOfOtherPlacesKeepTheirCompletions) {
  const TraceChunk rows = Pair(
      {At(0, Stage::kQueued, kZone, 4096, Op::kZoneAppend), At(1, Stage::kIssued, kZone, 4096),
       At(2, Stage::kQueued, 3 * kZone, 4096), At(3, Stage::kIssued, 3 * kZone, 4096),
       At(4, Stage::kCompleted, 3 * kZone, 4096), At(5, Stage::kCompleted, kZone + 512, 4096)});
  EXPECT_THAT(Completions(rows), ElementsAre(5, 4));
}

TEST(ZoneAppendTest, OfSeveralZonesTheNearestBelowIsMeant) {
  const TraceChunk rows = Pair(
      {At(0, Stage::kQueued, kZone, 4096, Op::kZoneAppend), At(1, Stage::kIssued, kZone, 4096),
       At(2, Stage::kQueued, 2 * kZone, 4096, Op::kZoneAppend),
       At(3, Stage::kIssued, 2 * kZone, 4096), At(4, Stage::kCompleted, 2 * kZone + 4096, 4096),
       At(5, Stage::kCompleted, kZone + 4096, 4096)});
  EXPECT_THAT(Completions(rows), ElementsAre(5, 4));
}

}  // namespace
}  // namespace ioreel
