#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/container/chunk_splitter.h"
#include "formats/container/container_reader.h"
#include "formats/container/container_writer.h"
#include "formats/container/info_reader.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"

namespace ioreel {
namespace {

void ExpectRoundTrip(const TraceInMemory& trace) {
  const auto got = ReadContainer(WriteContainer(trace));
  ASSERT_THAT(got, IsOk());
  ExpectSameTrace(*got, trace);
}

TEST(ContainerRoundTripTest, PlainRowsComeBack) {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    ExpectRoundTrip(RandomTrace({.seed = seed}));
  }
}

TEST(ContainerRoundTripTest, ExtremeRowsComeBack) {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    ExpectRoundTrip(RandomTrace({.seed = seed, .extreme = true}));
  }
}

TEST(ContainerRoundTripTest, MoreDistinctValuesThanABlockRemembers) {
  TraceInMemory trace;
  trace.info.devices.resize(600);
  trace.info.tasks.resize(600);
  TraceChunk& chunk = trace.chunks.emplace_back();
  for (uint32_t i = 0; i < 5000; ++i) {
    const uint32_t any = i * 2654435761u;
    chunk.queued.push_back({.queue_ns = i,
                            .offset = any,
                            .length = any % 600 * 512,
                            .task = any % 601 == 600 ? kNoTask : any % 601,
                            .device = static_cast<uint16_t>(any / 7 % 600),
                            .cpu = static_cast<uint16_t>(any / 3 % 600)});
  }
  ExpectRoundTrip(trace);
}

TEST(ContainerRoundTripTest, TimesOfEveryKnownClockComeBack) {
  for (const double period_ns : {1e9, 1e6, 1e3, 100.0, 1e9 / 14'318'180, 1e9 / 24'000'000, 1.0}) {
    TraceInMemory trace;
    trace.info.devices.resize(1);
    TraceChunk& chunk = trace.chunks.emplace_back();
    for (int i = 0; i < 3000; ++i) {
      const auto tick = static_cast<double>(i * i % 1000 + i * 1000);
      const auto time_ns = static_cast<int64_t>(tick * period_ns) + (i % 500 == 0 ? 1 : 0);
      chunk.queued.push_back({.queue_ns = time_ns, .complete_ns = time_ns + i});
      if (i % 700 == 0) chunk.queued.back().queue_ns = kNoTime;
    }
    SCOPED_TRACE(period_ns);
    ExpectRoundTrip(trace);
  }
}

TEST(ContainerRoundTripTest, EmptyTraceKeepsItsInfo) {
  TraceInMemory trace;
  ExpectRoundTrip(trace);
  trace.info = FullTraceInfo();
  ExpectRoundTrip(trace);
}

TEST(ContainerRoundTripTest, InfoGrowsBlockByBlockAndEndsAsTold) {
  const TraceInMemory trace = RandomTrace({.seed = 3});
  TraceInfo begin = trace.info;
  begin.losses.clear();
  begin.command.reset();
  begin.tasks[0].name = "before exec";
  const std::string path = FreshPath("t.ioreel");
  auto writer = ContainerWriter::Create(path);
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Write(begin, trace.chunks[0]), IsOk());
  ASSERT_THAT((*writer)->Flush(begin), IsOk());
  begin.tasks.push_back({.pid = 77, .name = "late"});
  ASSERT_THAT((*writer)->Write(begin, trace.chunks[1]), IsOk());
  ASSERT_THAT((*writer)->Flush(begin), IsOk());

  const auto half = ReadContainer(path + ".partial", Unfinished::kRead);
  ASSERT_THAT(half, IsOk());
  EXPECT_TRUE(half->info == begin);

  ASSERT_THAT((*writer)->Finish(trace.info), IsOk());
  const auto whole = ReadContainer(path);
  ASSERT_THAT(whole, IsOk());
  EXPECT_TRUE(whole->info == trace.info);
}

TEST(ContainerRoundTripTest, ManyTasksAreToldInSeveralFrames) {
  TraceInMemory trace = RandomTrace({.seed = 4});
  constexpr int kTasks = 40'000;
  while (trace.info.tasks.size() < kTasks) {
    trace.info.tasks.push_back({.tid = static_cast<int32_t>(trace.info.tasks.size())});
    trace.info.tasks.back().name = absl::StrCat("t", trace.info.tasks.size());
  }
  ExpectRoundTrip(trace);

  TraceInfo begin = trace.info;
  begin.tasks[1].name = "before exec";
  const std::string path = FreshPath("t.ioreel");
  auto writer = ContainerWriter::Create(path);
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Write(begin, trace.chunks[0]), IsOk());
  ASSERT_THAT((*writer)->Finish(trace.info), IsOk());
  const auto whole = ReadContainer(path);
  ASSERT_THAT(whole, IsOk());
  EXPECT_TRUE(whole->info == trace.info);
}

TEST(ContainerRoundTripTest, RowsBehindThoseSaidAgainStayUntilTheyAreSaidToo) {
  TraceInfo info;
  ASSERT_THAT(ApplyInfo(R"({"tasks":{"from":0,"rows":[{"tid":1},{"tid":2},{"tid":3}]}})", &info),
              IsOk());
  ASSERT_THAT(ApplyInfo(R"({"tasks":{"from":0,"total":3,"rows":[{"tid":7}]}})", &info), IsOk());
  ASSERT_EQ(info.tasks.size(), 3u);
  EXPECT_EQ(info.tasks[0].tid, 7);
  EXPECT_EQ(info.tasks[2].tid, 3);
  ASSERT_THAT(ApplyInfo(R"({"tasks":{"from":1,"total":2,"rows":[{"pid":5}]}})", &info), IsOk());
  ASSERT_EQ(info.tasks.size(), 2u);
  EXPECT_TRUE(info.tasks[1] == TaskInfo{.pid = 5});
}

TEST(ContainerRoundTripTest, OneRowChunksStayChunksInsideOneBlock) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  const std::string path = FreshPath("t.ioreel");
  auto writer = ContainerWriter::Create(path);
  ASSERT_THAT(writer, IsOk());
  for (uint64_t i = 0; i < 1000; ++i) {
    TraceChunk& chunk = trace.chunks.emplace_back();
    chunk.first_queued = chunk.first_request = i;
    chunk.queued.push_back({.queue_ns = static_cast<int64_t>(i) * 1000, .length = 4096});
    chunk.requests.push_back({.issue_ns = static_cast<int64_t>(i) * 1000 + 7, .length = 4096});
    chunk.links.push_back({i, i});
    ASSERT_THAT((*writer)->Write(trace.info, chunk), IsOk());
  }
  ASSERT_THAT((*writer)->Finish(trace.info), IsOk());
  const auto reader = OpenContainer(path, Unfinished::kRefuse);
  ASSERT_THAT(reader, IsOk());
  EXPECT_EQ((*reader)->Blocks().size(), 1u);
  const auto got = ReadAll(reader->get());
  ASSERT_THAT(got, IsOk());
  ExpectSameTrace(*got, trace);
}

TEST(ContainerRoundTripTest, SeekingFindsTheFirstBlockThatMayHoldTheTime) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  for (uint64_t i = 0; i < 10; ++i) {
    TraceChunk& chunk = trace.chunks.emplace_back();
    chunk.first_queued = i * 2;
    for (int64_t j = 0; j < 2; ++j) {
      chunk.queued.push_back({.queue_ns = static_cast<int64_t>(i) * 100 + j * 50});
    }
  }
  auto reader = OpenContainer(WriteContainer(trace), Unfinished::kRefuse);
  ASSERT_THAT(reader, IsOk());
  const auto first_after = [&](int64_t time_ns) -> int64_t {
    (*reader)->SeekToTime(time_ns);
    TraceChunk chunk;
    const auto more = (*reader)->Read(&chunk);
    EXPECT_THAT(more, IsOk());
    return *more ? chunk.queued.front().queue_ns : -1;
  };
  EXPECT_EQ(first_after(450), 400);
  EXPECT_EQ(first_after(451), 500);
  EXPECT_EQ(first_after(-5), 0);
  EXPECT_EQ(first_after(951), -1);
  EXPECT_EQ(first_after(0), 0);
}

TEST(ContainerRoundTripTest, BlocksTellTheirTimesAndOffsets) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  TraceChunk& chunk = trace.chunks.emplace_back();
  chunk.queued = {{.queue_ns = 10, .offset = 8192, .length = 4096},
                  {.queue_ns = 20, .length = 0, .op = Op::kFlush}};
  chunk.requests = {{.issue_ns = 95, .offset = 1 << 20, .length = 512}};
  const auto reader = OpenContainer(WriteContainer(trace), Unfinished::kRefuse);
  ASSERT_THAT(reader, IsOk());
  const BlockSummary want{.queued = 2,
                          .requests = 1,
                          .first_ns = 10,
                          .last_ns = 95,
                          .min_offset = 8192,
                          .max_end = (1 << 20) + 512};
  EXPECT_THAT((*reader)->Blocks(), ::testing::ElementsAre(want));
}

/// All rows of the pieces, one behind the other.
TraceChunk Joined(const std::vector<TraceChunk>& pieces) {
  TraceChunk all;
  const auto append = [](auto* to, const auto& from) {
    to->insert(to->end(), from.begin(), from.end());
  };
  for (const TraceChunk& piece : pieces) {
    append(&all.queued, piece.queued);
    append(&all.requests, piece.requests);
    append(&all.links, piece.links);
    append(&all.events, piece.events);
  }
  return all;
}

TEST(ChunkSplitterTest, PiecesKeepTheRowsAndNameNoLaterRequest) {
  for (uint32_t seed = 1; seed <= 50; ++seed) {
    const TraceChunk chunk =
        RandomTrace({.seed = seed, .chunks = 1, .rows_per_chunk = 200}).chunks[0];
    ChunkSplitter splitter(chunk, 16);
    std::vector<TraceChunk> pieces;
    uint64_t queued = 0, requests = 0;
    for (TraceChunk piece; splitter.Next(&piece);) {
      EXPECT_EQ(piece.first_queued, queued);
      EXPECT_EQ(piece.first_request, requests);
      EXPECT_LE(piece.queued.size(), 16u);
      queued += piece.queued.size();
      requests += piece.requests.size();
      for (const IoLink& link : piece.links) {
        EXPECT_LT(link.queued, queued);
        EXPECT_LT(link.request, requests);
      }
      pieces.push_back(piece);
    }
    ExpectSameChunks({Joined(pieces)}, {chunk});
  }
}

TEST(ContainerRoundTripTest, AChunkLargerThanABlockIsSplit) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  TraceChunk& chunk = trace.chunks.emplace_back();
  const uint64_t rows = ContainerWriter::kBlockRows * 2 + 5;
  for (uint64_t i = 0; i < rows; ++i) {
    chunk.queued.push_back({.queue_ns = static_cast<int64_t>(i)});
    chunk.requests.push_back({.issue_ns = static_cast<int64_t>(i)});
    chunk.links.push_back({i, i});
  }
  const auto got = ReadContainer(WriteContainer(trace));
  ASSERT_THAT(got, IsOk());
  EXPECT_EQ(got->chunks.size(), 3u);
  ExpectSameChunks({Joined(got->chunks)}, trace.chunks);
}

}  // namespace
}  // namespace ioreel
