#include "analysis/workload/workload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

constexpr int64_t kMs = 1'000'000;

Workload Analyze(const std::vector<TraceChunk>& chunks, WorkloadOptions options = {}) {
  TraceInfo info;
  info.devices.resize(2);
  info.tasks.resize(2);
  auto workload = AnalyzeTrace(MakeVectorReader(info, chunks), options);
  EXPECT_THAT(workload, IsOk());
  return workload.ok() ? *std::move(workload) : Workload();
}

/// Two reads that went on as one request, and a write that was not issued; on device 1 a flush that
/// never completed.
TraceChunk Chunk() {
  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = 0, .issue_ns = 2 * kMs, .complete_ns = 5 * kMs, .length = 4096, .task = 0},
      {.queue_ns = kMs,
       .issue_ns = 2 * kMs,
       .complete_ns = 5 * kMs,
       .offset = 4096,
       .length = 4096,
       .task = 0},
      {.queue_ns = 3 * kMs,
       .complete_ns = 4 * kMs,
       .offset = 4096,
       .length = 8192,
       .task = 1,
       .op = Op::kWrite,
       .priority = 3},
      {.queue_ns = 1500 * kMs, .device = 1, .op = Op::kFlush}};
  chunk.requests = {{.issue_ns = 2 * kMs, .complete_ns = 5 * kMs, .length = 8192}};
  chunk.links = {{0, 0}, {1, 0}};
  return chunk;
}

TEST(WorkloadTest, QueuedIosAndTheirStages) {
  const Workload workload = Analyze({Chunk()});
  EXPECT_EQ(workload.level, Level::kQueue);
  EXPECT_EQ(workload.stats.count, 4u);
  EXPECT_EQ(workload.other_level, 1u);
  const Distribution& q2d = workload.q2d.ops.at(Op::kRead);
  EXPECT_EQ(q2d.count, 2u);
  EXPECT_EQ(q2d.min, kMs);
  EXPECT_EQ(q2d.max, 2 * kMs);
  EXPECT_EQ(workload.d2c.ops.at(Op::kRead).count, 2u) << "of each I/O, as btt counts";
  EXPECT_EQ(workload.d2c.ops.count(Op::kWrite), 0u) << "its issue is not known";
  EXPECT_DOUBLE_EQ(workload.stats.latency.all.mean, (5 + 4 + 1) / 3.0 * kMs);
  EXPECT_EQ(workload.stats.ops.at(Op::kFlush).no_completion, 1u);
  EXPECT_EQ(workload.stats.latency.ops.count(Op::kFlush), 0u);
  EXPECT_EQ(workload.gap_ns.count, 2u);
  EXPECT_EQ(workload.gap_ns.max, 2 * kMs);
  EXPECT_EQ(workload.flushes.flushes, 1u);
  EXPECT_EQ(workload.stats.priorities.at(3).writes, 1u);
  EXPECT_EQ(workload.stats.priorities.at(0).count(), 3u);
  EXPECT_EQ(workload.block_sampling, 1u);
  EXPECT_EQ(workload.reuse.touches, 4u);
  EXPECT_EQ(workload.reuse.first, 3u);
}

TEST(WorkloadTest, RequestsWhenAskedForThem) {
  const Workload workload = Analyze({Chunk()}, {.level = Level::kIssue});
  EXPECT_EQ(workload.stats.count, 1u);
  EXPECT_EQ(workload.other_level, 4u);
  EXPECT_EQ(workload.stats.latency.all.max, 3 * kMs);
  EXPECT_EQ(workload.gap_ns.count, 0u);
}

TEST(WorkloadTest, RequestsWhereThereIsNothingElse) {
  TraceChunk chunk = Chunk();
  chunk.queued.clear();
  chunk.links.clear();
  chunk.requests.push_back({.complete_ns = 6 * kMs, .length = 512});  // its issue was not seen
  const Workload workload = Analyze({chunk});
  EXPECT_EQ(workload.level, Level::kIssue);
  EXPECT_EQ(workload.stats.count, 2u);
  EXPECT_EQ(workload.stats.untimed, 1u);
  EXPECT_EQ(workload.other_level, 0u);
}

TEST(WorkloadTest, StepsTellWhatHappenedInThem) {
  const Workload workload = Analyze({Chunk()});
  ASSERT_EQ(workload.steps.size(), 2u);
  EXPECT_EQ(workload.step_ns, 1000 * kMs);
  const WorkloadStep& first = workload.steps[0];
  ASSERT_EQ(first.streams.size(), 3u);  // reads of 4 KiB, random and sequential; a write
  EXPECT_FALSE(first.streams[0].writes);
  EXPECT_FALSE(first.streams[0].sequential);
  EXPECT_TRUE(first.streams[1].sequential);
  EXPECT_TRUE(first.streams[2].writes);
  EXPECT_EQ(first.depth.busy_ns, 5 * kMs);
  EXPECT_EQ(first.depth.max_depth, 3u);
  EXPECT_EQ(first.working_set_bytes, 3u * 4096);
  EXPECT_EQ(workload.steps[1].others, 1u);
  EXPECT_EQ(workload.steps[1].depth.max_depth, 0u) << "never completed";
}

TEST(WorkloadTest, AnEmptyTraceHasNothing) {
  const Workload workload = Analyze({});
  EXPECT_EQ(workload.level, Level::kQueue);
  EXPECT_EQ(workload.stats.count, 0u);
  EXPECT_EQ(workload.stats.idle_share, std::nullopt);
  EXPECT_EQ(workload.gap_ns.count, 0u);
  EXPECT_TRUE(workload.steps.empty());
  EXPECT_TRUE(workload.hot.ranges.empty());
}

TEST(WorkloadTest, OneIo) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 5, .issue_ns = 6, .complete_ns = 9, .length = 512}};
  const Workload workload = Analyze({chunk});
  EXPECT_EQ(workload.stats.latency.all.p999, 4);
  EXPECT_EQ(workload.stats.by_device.run_ios.max, 1);
  EXPECT_DOUBLE_EQ(*workload.stats.by_device.share(), 0);
  EXPECT_DOUBLE_EQ(*workload.stats.idle_share, 0);
  EXPECT_EQ(workload.stats.idle_ns.count, 0u);
  EXPECT_EQ(workload.seek_bytes.count, 0u);
  EXPECT_EQ(workload.steps.size(), 1u);
}

/// Whatever values of 64 bits a trace may hold.
TEST(WorkloadTest, ExtremeValuesAreSummedWithoutWrapping) {
  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = -INT64_MAX, .complete_ns = INT64_MAX, .offset = UINT64_MAX - 511, .length = 511},
      {.queue_ns = 0, .complete_ns = INT64_MAX, .length = uint64_t{1} << 40},
      {.queue_ns = INT64_MAX, .complete_ns = INT64_MAX, .length = 512, .op = Op::kWrite}};
  const Workload workload = Analyze({chunk});
  EXPECT_EQ(workload.stats.depth.max, 2u) << "those that end as the last one starts are over";
  EXPECT_EQ(workload.stats.latency.all.max, INT64_MAX);
  EXPECT_EQ(workload.stats.bytes, (uint64_t{1} << 40) + 1023);
  uint64_t ios = 0;
  for (const WorkloadStep& step : workload.steps)
    for (const StepTable::Stream& stream : step.streams) ios += stream.ios;
  EXPECT_EQ(ios, 3u);
  EXPECT_EQ(workload.steps.front().start_ns, INT64_MIN) << "as far as 64 bits go";
}

TEST(WorkloadTest, AnyTraceIsCountedInFull) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed});
    for (const Level level : {Level::kQueue, Level::kIssue}) {
      const auto workload =
          AnalyzeTrace(MakeVectorReader(trace.info, trace.chunks), {.level = level});
      ASSERT_THAT(workload, IsOk());
      uint64_t rows = 0;
      for (const TraceChunk& chunk : trace.chunks)
        rows += level == Level::kQueue ? chunk.queued.size() : chunk.requests.size();
      EXPECT_EQ(workload->stats.count, rows) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace ioreel
