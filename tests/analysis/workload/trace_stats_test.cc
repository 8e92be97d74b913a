#include "analysis/workload/trace_stats.h"

#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/matchers.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr int64_t kMs = 1'000'000;

/// Two devices, three tasks. On device 0 task 0 reads 8 KiB in two runs, task 1 writes between
/// them; on device 1 task 2 discards. The requests: the two reads merged, the write, a flush that
/// nobody queued.
std::vector<TraceChunk> Chunks() {
  TraceChunk first, second;
  first.queued = {
      {.queue_ns = 0,
       .issue_ns = kMs,
       .complete_ns = 3 * kMs,
       .offset = 0,
       .length = 4096,
       .task = 0,
       .op = Op::kRead,
       .flags = kSync},
      {.queue_ns = kMs,
       .issue_ns = kMs,
       .complete_ns = 3 * kMs,
       .offset = 4096,
       .length = 4096,
       .task = 0,
       .op = Op::kRead,
       .flags = kSync},
      {.queue_ns = 2 * kMs,
       .issue_ns = 2 * kMs,
       .complete_ns = 4 * kMs,
       .offset = 4096,
       .length = 1000,
       .task = 1,
       .op = Op::kWrite,
       .flags = kSync | kMeta,
       .error = EIO},
  };
  first.requests = {
      {.issue_ns = kMs, .complete_ns = 3 * kMs, .offset = 0, .length = 8192, .task = 0},
      {.issue_ns = 2 * kMs,
       .complete_ns = 4 * kMs,
       .offset = 4096,
       .length = 1000,
       .task = 1,
       .op = Op::kWrite,
       .error = EIO},
  };
  first.links = {{0, 0}, {1, 0}, {2, 1}};
  second.queued = {
      {.queue_ns = 8 * kMs, .complete_ns = 10 * kMs, .offset = 8192, .length = 512, .task = 0},
      {.queue_ns = 9 * kMs,
       .offset = 1 << 20,
       .length = 65536,
       .task = 2,
       .device = 1,
       .op = Op::kDiscard},
  };
  second.requests = {{.issue_ns = 9 * kMs, .complete_ns = 20 * kMs, .op = Op::kFlush}};
  second.events = {{.request = 2, .kind = RequestEvent::Kind::kRequeue}};
  return {first, second};
}

TraceInfo Info() {
  TraceInfo info;
  info.devices.resize(2);
  info.tasks.resize(3);
  info.tasks[0].task_class = TaskClass::kTree;
  info.tasks[1].task_class = TaskClass::kWriteback;
  info.tasks[2].task_class = TaskClass::kTree;
  return info;
}

TraceStats Stats() {
  absl::StatusOr<TraceStats> stats = ComputeTraceStats(MakeVectorReader(Info(), Chunks()));
  EXPECT_THAT(stats, IsOk());
  return *stats;
}

TEST(TraceStatsTest, CountsAndBytesByOpAtBothLevels) {
  const TraceStats stats = Stats();
  EXPECT_EQ(stats.queue.count, 5u);
  EXPECT_EQ(stats.queue.bytes, 4096u + 4096 + 1000 + 512);  // a discard carries no bytes
  EXPECT_EQ(stats.queue.ops.at(Op::kRead).total.ios, 3u);
  EXPECT_EQ(stats.queue.ops.at(Op::kRead).total.bytes, 8704u);
  EXPECT_EQ(stats.queue.ops.at(Op::kWrite).errors, 1u);
  EXPECT_EQ(stats.queue.ops.at(Op::kDiscard).total.bytes, 65536u);
  EXPECT_EQ(stats.queue.ops.at(Op::kDiscard).no_completion, 1u);
  EXPECT_EQ(stats.queue.ops.count(Op::kFlush), 0u);
  EXPECT_EQ(stats.issue.count, 3u);
  EXPECT_EQ(stats.issue.bytes, 9192u);
  EXPECT_EQ(stats.issue.ops.at(Op::kFlush).total.ios, 1u);
  EXPECT_EQ(stats.requeues, 1u);
  EXPECT_EQ(stats.partial_completions, 0u);
}

TEST(TraceStatsTest, FlagsAndSizes) {
  const TraceStats stats = Stats();
  EXPECT_THAT(stats.queue.flags, ElementsAre(Pair("meta", 1), Pair("sync", 3)));
  ASSERT_EQ(stats.queue.SizeMix().size(), 3u);
  EXPECT_EQ(stats.queue.SizeMix().at(512).reads, 1u);
  EXPECT_EQ(stats.queue.SizeMix().at(1024).writes, 1u);  // 1000 bytes
  EXPECT_EQ(stats.queue.SizeMix().at(4096).reads, 2u);
}

TEST(TraceStatsTest, SequentialIsGoingOnInTheSameDirection) {
  // Of 3 reads and 1 write: the second read follows the first, the third the second.
  EXPECT_DOUBLE_EQ(*Stats().queue.by_device.share(), 0.5);
  EXPECT_DOUBLE_EQ(*Stats().queue.by_task.share(), 0.5);
  EXPECT_DOUBLE_EQ(*Stats().issue.by_device.share(), 0);
  std::vector<TraceChunk> chunks = Chunks();
  chunks[0].queued[1].task = 2;  // another task reads the second block
  const auto stats = ComputeTraceStats(MakeVectorReader(Info(), chunks));
  EXPECT_DOUBLE_EQ(*stats->queue.by_device.share(), 0.5);
  EXPECT_DOUBLE_EQ(*stats->queue.by_task.share(), 0);
}

TEST(TraceStatsTest, TimesOfTheQueueLevel) {
  const LevelStats queue = Stats().queue;
  EXPECT_EQ(queue.span_ns(), 10 * kMs);
  EXPECT_EQ(queue.depth.busy_ns, 6 * kMs);  // 0..4 and 8..10 ms
  EXPECT_EQ(queue.depth.in_flight_ns, 6 * kMs);
  EXPECT_DOUBLE_EQ(*queue.idle_share, 0.4);
  EXPECT_DOUBLE_EQ(queue.depth.mean, (3 + 2 + 2 + 2) / 6.0);
  EXPECT_EQ(queue.depth.max, 3);
  const Distribution& reads = queue.latency.ops.at(Op::kRead);
  EXPECT_EQ(reads.count, 3u);
  EXPECT_DOUBLE_EQ(reads.mean, (3 + 2 + 2) / 3.0 * kMs);
  EXPECT_EQ(reads.max, 3 * kMs);
}

TEST(TraceStatsTest, TimesOfTheIssueLevelAndTheWhole) {
  const TraceStats stats = Stats();
  EXPECT_EQ(stats.issue.depth.busy_ns, 3 * kMs);        // 1..4 ms
  EXPECT_EQ(stats.issue.depth.in_flight_ns, 14 * kMs);  // and the flush 9..20 ms
  EXPECT_EQ(stats.issue.span_ns(), 19 * kMs);
  EXPECT_EQ(stats.span_ns(), 20 * kMs);
  EXPECT_EQ(stats.issue.latency.ops.at(Op::kRead).max, 2 * kMs);
}

TEST(TraceStatsTest, WhatEachDeviceAndTaskDid) {
  const TraceStats stats = Stats();
  ASSERT_EQ(stats.queue.devices.size(), 2u);
  EXPECT_EQ(stats.queue.devices[0].activity.reads, 3u);
  EXPECT_EQ(stats.queue.devices[0].footprint_bytes, 8704u);
  EXPECT_EQ(stats.queue.devices[0].end_bytes, 8704u);
  EXPECT_EQ(stats.queue.devices[1].activity.others, 1u);
  EXPECT_EQ(stats.queue.devices[1].footprint_bytes, 0u);
  EXPECT_EQ(stats.queue.devices[1].end_bytes, (1u << 20) + 65536);
  EXPECT_EQ(stats.queue.tasks[0].read_bytes, 8704u);
  EXPECT_EQ(stats.queue.tasks[1].written_bytes, 1000u);
  const auto classes = stats.main().ByClass(stats.info);
  EXPECT_EQ(classes[static_cast<size_t>(TaskClass::kTree)].count(), 4u);
  EXPECT_EQ(classes[static_cast<size_t>(TaskClass::kWriteback)].count(), 1u);
}

TEST(TraceStatsTest, RequestsAloneAreEnough) {
  std::vector<TraceChunk> chunks = Chunks();
  for (TraceChunk& chunk : chunks) chunk.queued.clear(), chunk.links.clear();
  const auto stats = ComputeTraceStats(MakeVectorReader(Info(), chunks));
  ASSERT_THAT(stats, IsOk());
  EXPECT_EQ(stats->queue.count, 0u);
  EXPECT_EQ(stats->main().count, 3u);
  EXPECT_EQ(stats->span_ns(), 19 * kMs);
}

TEST(TraceStatsTest, UnknownTimesAreCountedNotInvented) {
  TraceChunk chunk;  // completions only: a recording that began later
  chunk.requests = {{.complete_ns = 5 * kMs, .length = 512},
                    {.complete_ns = 7 * kMs, .length = 512}};
  const auto stats = ComputeTraceStats(MakeVectorReader(Info(), {chunk}));
  ASSERT_THAT(stats, IsOk());
  EXPECT_EQ(stats->issue.count, 2u);
  EXPECT_EQ(stats->issue.untimed, 2u);
  EXPECT_EQ(stats->issue.latency.ops.count(Op::kRead), 0u);
  EXPECT_EQ(stats->issue.unknown_task.reads, 2u);
  EXPECT_EQ(stats->issue.idle_share, std::nullopt);
  EXPECT_EQ(stats->span_ns(), 2 * kMs);
}

/// A trace may have any time that it can write down, and convert keeps them all.
TEST(TraceStatsTest, FarTimesAreTimes) {
  constexpr int64_t kLast = std::numeric_limits<int64_t>::max();
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = -kLast, .complete_ns = -kLast + 5, .length = 512},
                  {.queue_ns = 5, .complete_ns = int64_t{1} << 62, .length = 512},
                  {.queue_ns = 6, .complete_ns = kLast, .length = 512}};
  const auto stats = ComputeTraceStats(MakeVectorReader(Info(), {chunk}));
  ASSERT_THAT(stats, IsOk());
  EXPECT_EQ(stats->queue.untimed, 0u);
  EXPECT_EQ(stats->queue.ops.at(Op::kRead).no_completion, 0u);
  EXPECT_EQ(stats->queue.latency.ops.at(Op::kRead).max, kLast - 6);
  EXPECT_EQ(stats->queue.depth.busy_ns, kLast);
  EXPECT_EQ(stats->span_ns(), kLast) << "as far as 64 bits go";
}

/// Time at each depth, 0 among them, is the span: also where it begins and ends with I/Os whose
/// completion is not known.
TEST(TraceStatsTest, DepthsAddUpToTheSpan) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .length = 512},
                  {.queue_ns = 400, .complete_ns = 500, .length = 512},
                  {.queue_ns = 1000, .length = 512}};
  const auto stats = ComputeTraceStats(MakeVectorReader(Info(), {chunk}));
  ASSERT_THAT(stats, IsOk());
  EXPECT_EQ(stats->queue.span_ns(), 1000);
  EXPECT_EQ(stats->queue.depth.ns, (std::map<uint32_t, int64_t>{{0, 900}, {1, 100}}));
  EXPECT_DOUBLE_EQ(*stats->queue.idle_share, 0.9);
  EXPECT_EQ(stats->queue.idle_ns.count, 2u);
}

TEST(TraceStatsTest, AnEmptyTraceHasNothing) {
  const auto stats = ComputeTraceStats(MakeVectorReader({}, {}));
  ASSERT_THAT(stats, IsOk());
  EXPECT_EQ(stats->main().count, 0u);
  EXPECT_EQ(stats->span_ns(), 0);
  EXPECT_EQ(stats->main().by_device.share(), std::nullopt);
}

}  // namespace
}  // namespace ioreel
