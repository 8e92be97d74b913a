#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/file.h"
#include "formats/container/container_writer.h"
#include "formats/container/salvage.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TraceInMemory PlainTrace(int chunks) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  trace.info.tasks.resize(1);
  for (uint64_t i = 0; i < static_cast<uint64_t>(chunks); ++i) {
    TraceChunk& chunk = trace.chunks.emplace_back();
    chunk.first_queued = chunk.first_request = i * 10;
    for (uint64_t j = i * 10; j < i * 10 + 10; ++j) {
      const auto time_ns = static_cast<int64_t>(j) * 1000;
      chunk.queued.push_back({.queue_ns = time_ns, .length = 4096, .task = 0});
      chunk.requests.push_back({.issue_ns = time_ns + 5, .length = 4096, .task = 0});
      chunk.links.push_back({j, j});
    }
    if (i > 0) {  // one goes back to the chunk before
      chunk.links.insert(chunk.links.begin(), {i * 10, i * 10 - 1});
      chunk.events.push_back({.request = i * 10 - 1, .time_ns = 5});
    }
  }
  return trace;
}

/// Damages the payload of the block with ordinal `block`.
std::string WithDamagedBlock(const std::string& path, size_t block) {
  std::string bytes = ReadFile(path).value();
  size_t at = 0;
  for (size_t i = 0; i <= block + 1; ++i) at = bytes.find(kFrameMagic.data(), at + 1, 4);
  bytes[at + kFrameHeaderBytes + 5] ^= 0x10;
  const std::string damaged = FreshPath("damaged.ioreel");
  CHECK_OK(WriteFile(damaged, bytes));
  return damaged;
}

TEST(SalvageTest, WholeFileLosesNothingAndIsNotTainted) {
  const TraceInMemory trace = PlainTrace(3);
  const std::string out = FreshPath("out.ioreel");
  const auto report = SalvageContainer(WriteContainer(trace), out);
  ASSERT_THAT(report, IsOk());
  EXPECT_TRUE(report->whole());
  const auto read = ReadContainer(out);
  ASSERT_THAT(read, IsOk());
  ExpectSameTrace(*read, trace);
}

TEST(SalvageTest, ADamagedBlockIsLeftOutAndTheRestNumberedAnew) {
  const TraceInMemory trace = PlainTrace(3);
  const std::string out = FreshPath("out.ioreel");
  const auto report = SalvageContainer(WithDamagedBlock(WriteContainer(trace), 1), out);
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->blocks, 2u);
  EXPECT_EQ(report->queued, 20u);
  EXPECT_EQ(report->requests, 20u);
  EXPECT_EQ(report->dropped_links, 1u);
  EXPECT_EQ(report->dropped_events, 1u);
  ASSERT_EQ(report->lost.size(), 1u);
  EXPECT_THAT(report->lost[0].why, HasSubstr("block 2 (rows) at byte"));
  EXPECT_EQ(report->lost[0].rows.first_ns, 10'000);
  EXPECT_EQ(report->lost[0].rows.queued, 10u);

  const auto read = ReadContainer(out);
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(read->info.tainted);
  EXPECT_EQ(read->info.losses,
            (std::vector<LossWindow>{{.from_ns = 10'000, .to_ns = 19'005, .events = 20}}));
  ASSERT_EQ(read->chunks.size(), 2u);
  EXPECT_TRUE(read->chunks[0].queued == trace.chunks[0].queued);
  EXPECT_TRUE(read->chunks[1].queued == trace.chunks[2].queued);
  EXPECT_EQ(read->chunks[1].first_queued, 10u);
  EXPECT_EQ(read->chunks[1].links.front(), (IoLink{10, 10}));
}

TEST(SalvageTest, EveryCutKeepsTheBlocksBeforeIt) {
  const TraceInMemory trace = PlainTrace(3);
  for (const bool finished : {true, false}) {
    const std::string whole = ReadFile(WriteContainer(trace, finished)).value();
    const std::string cut = FreshPath("cut"), out = FreshPath("out.ioreel");
    uint64_t most = 0;
    for (size_t size = kFileHeaderBytes + 1; size < whole.size(); ++size) {
      ASSERT_THAT(WriteFile(cut, absl::string_view(whole).substr(0, size)), IsOk());
      const auto report = SalvageContainer(cut, out);
      if (!report.ok()) {
        EXPECT_EQ(most, 0u);
        EXPECT_THAT(report,
                    FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("no whole block")));
        continue;
      }
      EXPECT_GE(report->blocks, most);
      EXPECT_FALSE(report->lost.empty() && finished);
      EXPECT_EQ(report->finished, finished);
      most = report->blocks;
    }
    EXPECT_EQ(most, finished ? 3u : 2u);
    const auto read = ReadContainer(out);
    ASSERT_THAT(read, IsOk());
    EXPECT_TRUE(read->info.tainted);
    ExpectSameChunks(read->chunks,
                     {trace.chunks.begin(), trace.chunks.begin() + static_cast<int>(most)});
  }
}

TEST(SalvageTest, BlocksBehindGarbageAreFoundWithoutTheIndex) {
  const TraceInMemory trace = PlainTrace(3);
  std::string bytes = ReadFile(WriteContainer(trace)).value();
  size_t first = bytes.find(kFrameMagic.data(), 0, 4);
  bytes.replace(first, 50, std::string(50, '\0'));
  bytes.resize(bytes.size() - 10);
  const std::string damaged = FreshPath("damaged"), out = FreshPath("out.ioreel");
  ASSERT_THAT(WriteFile(damaged, bytes), IsOk());
  const auto report = SalvageContainer(damaged, out);
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->blocks, 3u);
  EXPECT_EQ(report->lost.size(), 2u);
  const auto read = ReadContainer(out);
  ASSERT_THAT(read, IsOk());
  ExpectSameChunks(read->chunks, trace.chunks);
  EXPECT_EQ(read->info.devices.size(), 1u) << "the row that blocks name";
}

TEST(SalvageTest, FlippedBytesNeverCostMoreThanTheirBlock) {
  const TraceInMemory trace = PlainTrace(3);
  const std::string whole = ReadFile(WriteContainer(trace)).value();
  const std::string path = FreshPath("flipped"), out = FreshPath("out.ioreel");
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x20);
    ASSERT_THAT(WriteFile(path, bytes), IsOk());
    const auto report = SalvageContainer(path, out);
    ASSERT_THAT(report, IsOk()) << i;
    EXPECT_GE(report->blocks, 2u) << i;
    EXPECT_FALSE(report->lost.empty()) << i;
    ASSERT_THAT(ReadContainer(out), IsOk()) << i;
  }
}

TEST(SalvageTest, AKilledWriterLosesTheOpenBlockAtMost) {
  const TraceInMemory trace = PlainTrace(4);
  const std::string path = FreshPath("t.ioreel");
  const pid_t child = fork();
  if (child == 0) {
    auto writer = ContainerWriter::Create(path);
    for (size_t i = 0; i < 4; ++i) {
      CHECK_OK((*writer)->Write(trace.info, trace.chunks[i]));
      if (i < 3) CHECK_OK((*writer)->Flush(trace.info));
    }
    kill(getpid(), SIGKILL);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const std::string out = FreshPath("out.ioreel");
  const auto report = SalvageContainer(path + ".partial", out);
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->blocks, 3u);
  EXPECT_FALSE(report->finished);
  const auto read = ReadContainer(out);
  ASSERT_THAT(read, IsOk());
  ExpectSameChunks(read->chunks, {trace.chunks.begin(), trace.chunks.begin() + 3});
  EXPECT_TRUE(read->info.tainted);
}

TEST(SalvageTest, NeverWritesOverItsInput) {
  const std::string partial = WriteContainer(PlainTrace(1), /*finish=*/false);
  const std::string before = ReadFile(partial).value();
  const std::string out = partial.substr(0, partial.size() - std::string(".partial").size());
  EXPECT_THAT(SalvageContainer(partial, out), IsOk());
  EXPECT_THAT(ReadContainer(out), IsOk());
  EXPECT_EQ(ReadFile(partial).value(), before);
  EXPECT_THAT(SalvageContainer(partial, partial),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("another output")));
  EXPECT_EQ(ReadFile(partial).value(), before);
}

TEST(SalvageTest, WhatIsNoTraceIsRefusedAndNothingIsWritten) {
  const std::string path = FreshPath("text"), out = FreshPath("out.ioreel");
  ASSERT_THAT(WriteFile(path, std::string(5000, 'a')), IsOk());
  EXPECT_THAT(SalvageContainer(path, out),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("no whole block")));
  EXPECT_NE(access((out + ".partial").c_str(), F_OK), 0);
}

}  // namespace
}  // namespace ioreel
