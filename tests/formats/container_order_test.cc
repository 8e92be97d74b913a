#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "formats/container/block_order.h"
#include "formats/container/salvage.h"
#include "formats/level_reader.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// One chunk for each of these queue times, with a request for each I/O, issued as it is queued.
TraceInMemory TraceOf(const std::vector<std::vector<int64_t>>& queue_ns) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  trace.info.tasks.resize(1);
  uint64_t rows = 0;
  for (const std::vector<int64_t>& times : queue_ns) {
    TraceChunk& chunk = trace.chunks.emplace_back();
    chunk.first_queued = chunk.first_request = rows;
    for (const int64_t time_ns : times) {
      chunk.queued.push_back({.queue_ns = time_ns, .length = 512, .task = 0});
      chunk.requests.push_back({.issue_ns = time_ns, .length = 512, .task = 0});
      chunk.links.push_back({rows, rows});
      ++rows;
    }
  }
  return trace;
}

void ExpectRefused(const TraceInMemory& trace, const std::string& words) {
  const std::string path = WriteContainer(trace);
  EXPECT_THAT(ReadContainer(path),
              FailsWith(absl::StatusCode::kDataLoss,
                        AllOf(HasSubstr(path + ": block "), HasSubstr("(rows) at byte "),
                              HasSubstr("is out of order: " + words), HasSubstr("salvage"))));
}

TEST(ContainerOrderTest, ABlockThatGoesBackInTimeIsRefusedByName) {
  ExpectRefused(TraceOf({{10, 20}, {19, 30}}), "request 2 is of 19 ns, behind rows of 20 ns");
  ExpectRefused(TraceOf({{10, 20, 15}}), "queued I/O 2 is of 15 ns, behind rows of 20 ns");
  EXPECT_THAT(ReadContainer(WriteContainer(TraceOf({{10, 20}, {20, 30}}))), IsOk());
  EXPECT_THAT(ReadContainer(WriteContainer(TraceOf({{10, kNoTime, 20}, {kNoTime, 20}}))), IsOk());
}

BlockRows BlockOf(const TraceChunk& chunk) {
  BlockRows block;
  block.Append(chunk);
  return block;
}

TEST(BlockOrderTest, NumbersOfRowsFollowOn) {
  const TraceInMemory trace = TraceOf({{10}, {10}, {10}});
  const BlockRows first = BlockOf(trace.chunks[0]), second = BlockOf(trace.chunks[1]),
                  third = BlockOf(trace.chunks[2]);
  BlockOrder whole(BlockOrder::Gaps::kRefuse), salvaged(BlockOrder::Gaps::kAllow);
  for (BlockOrder* order : {&whole, &salvaged}) {
    EXPECT_THAT(order->Take(first), IsOk());
    EXPECT_THAT(order->Take(first),
                FailsWith(absl::StatusCode::kDataLoss,
                          HasSubstr("its first queued I/O is 0, but 1 comes next")));
  }
  EXPECT_THAT(whole.Take(third), FailsWith(absl::StatusCode::kDataLoss,
                                           HasSubstr("first queued I/O is 2, but 1 comes next")));
  EXPECT_THAT(whole.Take(second), IsOk()) << "what was refused counts as not there";
  EXPECT_THAT(salvaged.Take(third), IsOk());
  EXPECT_FALSE(salvaged.Take(second).ok());
}

TEST(ContainerOrderTest, AnUnfinishedFileEndsBeforeSuchABlock) {
  const std::string path = WriteContainer(TraceOf({{10, 20}, {5}, {30}}), /*finish=*/false);
  const auto read = ReadContainer(path, Unfinished::kRead);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(read->chunks.size(), 1u);
}

TEST(ContainerOrderTest, OneMayBeginAnywhere) {
  const std::string path = WriteContainer(TraceOf({{10, 20}, {30, 40}, {50}}));
  auto reader = OpenContainer(path, Unfinished::kRefuse);
  ASSERT_THAT(reader, IsOk());
  for (const int64_t from_ns : {45, 15, 35}) {
    (*reader)->SeekToTime(from_ns);
    EXPECT_THAT(ReadAll(reader->get()), IsOk()) << from_ns;
  }
}

TEST(ContainerOrderTest, SalvageKeepsWhatIsInOrderAndCountsTheRest) {
  const std::string out = FreshPath("out.ioreel");
  const auto report = SalvageContainer(WriteContainer(TraceOf({{10, 20}, {5, 15}, {30}})), out);
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->blocks, 2u);
  EXPECT_EQ(report->queued, 3u);
  ASSERT_EQ(report->lost.size(), 1u);
  EXPECT_EQ(report->lost[0].rows.queued, 2u);
  EXPECT_THAT(report->lost[0].why, HasSubstr("out of order"));
  const auto read = ReadContainer(out);
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(read->info.tainted);
}

/// As a writer asks for them; links and events are gone.
void NumberAnew(std::vector<TraceChunk>* chunks) {
  uint64_t queued = 0, requests = 0;
  for (TraceChunk& chunk : *chunks) {
    chunk.first_queued = std::exchange(queued, queued + chunk.queued.size());
    chunk.first_request = std::exchange(requests, requests + chunk.requests.size());
    chunk.links.clear();
    chunk.events.clear();
  }
}

TEST(ContainerOrderTest, WhateverTheOrderOfBlocksIsNoRowComesOutOfOrder) {
  int refused = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    TraceInMemory trace = RandomTrace({.seed = seed, .chunks = 5, .rows_per_chunk = 8});
    std::mt19937 random(seed);
    if (seed % 3 == 0) std::shuffle(trace.chunks.begin(), trace.chunks.end(), random);
    if (seed % 3 == 1) trace.chunks.push_back(trace.chunks[random() % 5]);
    if (seed % 3 == 2) {
      std::vector<QueuedIo>& rows = trace.chunks[random() % 5].queued;
      if (!rows.empty()) std::swap(rows.front().queue_ns, rows.back().queue_ns);
    }
    NumberAnew(&trace.chunks);
    const std::string path = WriteContainer(trace), out = FreshPath("out.ioreel");
    refused += !ReadContainer(path).ok();
    ASSERT_THAT(SalvageContainer(path, out), IsOk());
    for (const Level level : {Level::kQueue, Level::kIssue}) {
      auto reader = OpenContainer(out, Unfinished::kRefuse);
      ASSERT_THAT(reader, IsOk());
      LevelReader ios_of(*std::move(reader), level);
      std::vector<Io> ios;
      for (;;) {
        const auto more = ios_of.Read(1000, &ios);
        ASSERT_THAT(more, IsOk());
        if (!*more) break;
      }
      EXPECT_TRUE(std::is_sorted(ios.begin(), ios.end(),
                                 [](const Io& a, const Io& b) { return a.start_ns < b.start_ns; }));
    }
  }
  EXPECT_GT(refused, 40);
}

/// Whatever the reader is: nothing behind it may see time go backwards.
TEST(LevelOrderTest, RowsOutOfOrderAreDataLoss) {
  for (const std::vector<std::vector<int64_t>>& times :
       {std::vector<std::vector<int64_t>>{{10, 5}}, {{10}, {5}}, {{kNoTime, -5}}}) {
    TraceInMemory trace = TraceOf(times);
    for (TraceChunk& chunk : trace.chunks) {
      chunk.requests.clear();
      chunk.links.clear();
    }
    LevelReader reader(MakeVectorReader(trace.info, trace.chunks), Level::kQueue);
    std::vector<Io> ios;
    absl::Status status;
    for (bool more = true; more && status.ok();) {
      const auto read = reader.Read(1000, &ios);
      status = read.status();
      more = read.ok() && *read;
    }
    EXPECT_THAT(status, FailsWith(absl::StatusCode::kDataLoss, HasSubstr("out of order")));
  }
}

}  // namespace
}  // namespace ioreel
