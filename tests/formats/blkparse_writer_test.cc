#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "formats/registry.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/read_back.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Write(absl::string_view format, const TraceInMemory& trace, ImportLog* log = nullptr,
                  std::string path = "") {
  if (path.empty()) path = ScratchPath(absl::StrCat("written.", format));
  auto writer = FindFormat(format)->OpenWriter(path, {.log = log});
  EXPECT_THAT(writer, IsOk());
  for (const TraceChunk& chunk : trace.chunks)
    EXPECT_THAT((*writer)->Write(trace.info, chunk), IsOk());
  EXPECT_THAT((*writer)->Finish(trace.info), IsOk());
  return path;
}

std::string Tasks(const WholeTrace& trace) {
  std::string text;
  for (const QueuedIo& io : trace.rows.queued) {
    const TaskInfo task = io.task == kNoTask ? TaskInfo() : trace.info.tasks[io.task];
    absl::StrAppend(&text, task.tid, " ", task.name, "\n");
  }
  return text;
}

TraceInMemory Demo() {
  const WholeTrace whole = ReadBack(ProjectFile("traces/demo/trace.ioreel"));
  return {whole.info, {whole.rows}};
}

/// A trace whose I/Os have a length where they have a place, and commands any number of bytes; of
/// tasks with plain names.
TraceInMemory Sectors(uint32_t seed) {
  TraceInMemory trace = RandomTrace({.seed = seed});
  for (TaskInfo& task : trace.info.tasks) task.name = absl::StrCat("worker", task.tid);
  for (TraceChunk& chunk : trace.chunks) {
    for (IssuedRequest& request : chunk.requests) {
      if (request.op == Op::kPassthrough)
        request.length = request.task % 1000;
      else if (!HasRange(request.op))
        request.length = 0;
      if (HasRange(request.op) && request.length == 0) request.length = 512;
    }
  }
  return trace;
}

/// Lines in an order of their own: events of one time may stand in any.
std::vector<std::string> Sorted(const std::string& text) {
  std::vector<std::string> lines = absl::StrSplit(text, '\n', absl::SkipEmpty());
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(BlkparseWriterTest, LinesAreThoseOfBlkparse) {
  TraceInMemory trace;
  trace.info.start_clock_ns = 1'000'000'000'123;
  trace.info.devices = {{.name = "sda", .major = 8, .minor = 0},
                        {.name = "nvme0n1", .major = 259, .minor = 3}};
  trace.info.tasks = {{.tid = 697, .name = "jbd2/sda1-8"}, {.tid = 7, .name = "two\nlines"}};
  TraceChunk& rows = trace.chunks.emplace_back();
  rows.queued = {
      {.queue_ns = 0, .offset = 512, .length = 4096, .task = 0, .cpu = 3, .op = Op::kWrite},
      {.queue_ns = 5, .offset = 4608, .length = 512, .task = 0, .cpu = 3, .op = Op::kWrite},
      {.queue_ns = 7, .task = 1, .device = 1, .cpu = 12, .op = Op::kFlush, .flags = kSync}};
  rows.requests = {{.issue_ns = 11'204,
                    .complete_ns = 2'000'412'877,
                    .offset = 512,
                    .length = 4608,
                    .cpu = 3,
                    .op = Op::kWrite,
                    .error = 5},
                   {.issue_ns = 12'000,
                    .complete_ns = 12'001,
                    .length = 96,
                    .device = 1,
                    .cpu = 0,
                    .op = Op::kPassthrough}};
  rows.links = {{0, 0}, {1, 0}};
  EXPECT_EQ(*ReadFile(Write("blkparse", trace)),
            "  8,0    3        1     0.000000000   697  Q   W 1 + 8 [jbd2/sda1-8]\n"
            "  8,0    3        2     0.000000005   697  Q   W 9 + 1 [jbd2/sda1-8]\n"
            "  8,0    3        3     0.000000005   697  M   W 9 + 1 [jbd2/sda1-8]\n"
            "259,3   12        1     0.000000007     7  Q FWS [two\\nlines]\n"
            "  8,0    3        4     0.000011204     0  D   W 1 + 9 [(null)]\n"
            "259,3    0        1     0.000012000     0  D   R 96 [(null)]\n"
            "259,3    0        2     0.000012001     0  C   R [0]\n"
            "  8,0    3        5     2.000412877     0  C   W 1 + 9 [65531]\n");
}

/// What the binary recording of any trace reads back as, its text does, too.
TEST(BlkparseWriterTest, TextAndBinaryReadBackAlike) {
  std::vector<TraceInMemory> traces = {Demo()};
  for (uint32_t seed = 1; seed <= 20; ++seed) traces.push_back(Sectors(seed));
  for (const TraceInMemory& trace : traces) {
    const WholeTrace text = ReadBack(Write("blkparse", trace)),
                     binary = ReadBack(Write("blktrace", trace));
    EXPECT_EQ(Tasks(text), Tasks(binary));
    WholeTrace got = text, want = binary;
    for (WholeTrace* one : {&got, &want}) {
      for (QueuedIo& io : one->rows.queued) io.task = kNoTask;
      for (IssuedRequest& request : one->rows.requests) request.task = kNoTask;
    }
    ASSERT_EQ(got.rows.queued, want.rows.queued);
    ASSERT_EQ(got.rows.requests, want.rows.requests);
    EXPECT_EQ(got.rows.links, want.rows.links);
    EXPECT_EQ(got.rows.events, want.rows.events);
    EXPECT_EQ(text.info.stage_events, binary.info.stage_events);
  }
}

TEST(BlkparseWriterTest, BlkparseItselfPrintsTheSame) {
  const ProgramRun there = RunProgram({"blkparse", "--version"});
  if (!absl::StrContains(there.out + there.err, "blkparse")) GTEST_SKIP() << "no blkparse here";
  for (const TraceInMemory& trace : {Sectors(3), Sectors(4), Demo()}) {
    const std::string recording = FreshPath("recording");
    Write("blktrace", trace, nullptr, recording + ".blktrace.0");
    ProgramRun run = RunProgram({"blkparse", "-i", recording});
    ASSERT_EQ(run.code, 0) << run.err;
    run.out.resize(std::min(run.out.find("\nCPU"), run.out.size()));  // the summary
    EXPECT_EQ(Sorted(*ReadFile(Write("blkparse", trace))), Sorted(run.out));
  }
}

TEST(BlkparseWriterTest, WhatTheTextCannotSayIsCounted) {
  TraceInMemory trace;
  trace.info.start_wall_ns = 5;
  trace.info.devices.resize(1);
  trace.chunks.resize(1);
  trace.chunks[0].queued = {{.queue_ns = 0, .length = 700, .cpu = 1},
                            {.queue_ns = 1, .length = 512, .op = Op::kZoneReset},
                            {.queue_ns = 2, .offset = 512}};
  ImportLog log;
  const std::string path = Write("blkparse", trace, &log);
  EXPECT_EQ(FindEntry(log, "not_in_blkparse_length")->count, 1u);
  EXPECT_EQ(FindEntry(log, "not_in_blkparse_place")->count, 1u);
  EXPECT_EQ(FindEntry(log, "not_in_blktrace_op")->count, 1u);
  EXPECT_THAT(FindEntry(log, "not_carried")->explanation, HasSubstr("the time of the start"));
  EXPECT_THAT(*ReadFile(path), HasSubstr("R 0 + 1 ["));
}

}  // namespace
}  // namespace ioreel
