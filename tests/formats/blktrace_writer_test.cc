#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/file.h"
#include "formats/blktrace/record.h"
#include "formats/blktrace/writer.h"
#include "formats/load.h"
#include "formats/registry.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/pairing_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/read_back.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

absl::Status Write(const TraceInfo& info, const std::vector<TraceChunk>& chunks,
                   const std::string& path, ImportLog* log = nullptr) {
  auto writer = FindFormat("blktrace")->OpenWriter(path, {.log = log});
  if (!writer.ok()) return writer.status();
  for (const TraceChunk& chunk : chunks) {
    if (absl::Status status = (*writer)->Write(info, chunk); !status.ok()) return status;
  }
  return (*writer)->Finish(info);
}

/// A path in a folder of its own for the first file of a recording.
std::string RecordingPath(const std::string& name) {
  const std::string folder = ScratchPath(name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  return folder + "/sda.blktrace.0";
}

TraceInfo TwoDisks() {
  TraceInfo info;
  info.devices.resize(2);
  info.devices[0] = {.name = "8:0", .major = 8, .minor = 0};
  info.devices[1] = {.name = "259:3", .major = 259, .minor = 3};
  return info;
}

/// What the events pair to, offsets and lengths in sectors.
TraceChunk Rows(const std::string& text) {
  RequestPairer pairer({});
  for (StageEvent event : ParseEvents(text)) {
    event.offset *= 512;
    event.length *= 512;
    pairer.Add(event);
  }
  TraceChunk chunk;
  pairer.Take(1000, true, &chunk);
  return chunk;
}

/// The records of a file: "7 time sector+sectors cpu/sequence tid", notes as "note".
std::vector<std::string> Records(const std::string& path) {
  const std::string bytes = *ReadFile(path);
  std::vector<std::string> records;
  for (size_t at = 0; at < bytes.size();) {
    const BlktraceRecord record =
        HeaderAt(bytes.data() + at, *FindBlktraceMagic(bytes.data() + at));
    at += record.size();
    records.push_back(record.is_note()
                          ? absl::StrCat("note ", record.code(), " ", record.tid)
                          : absl::StrFormat("%08x %d %d+%d %d/%d %d", record.action, record.time_ns,
                                            record.sector, record.bytes, record.cpu,
                                            record.sequence, record.tid));
  }
  return records;
}

TEST(BlktraceWriterTest, RecordsAreThoseOfTheKernel) {
  TraceInfo info = TwoDisks();
  info.start_clock_ns = 1000;
  info.start_wall_ns = 1'700'000'000'000'000'000;
  info.tasks.push_back({.tid = 8, .name = "app"});
  TraceChunk chunk = Rows("Q WS 0+8\nQ WS 8+8\nD WS 0+16\nC WS 0+16 error=5\nQ FW 0+0\nC W 0+0");
  for (QueuedIo& io : chunk.queued) io.task = 0;
  for (IssuedRequest& request : chunk.requests) request.cpu = 1;
  const std::string path = RecordingPath("records");
  ASSERT_THAT(Write(info, {chunk}, path), IsOk());
  EXPECT_THAT(Records(path), ElementsAre("note 1 0", "note 0 8", "001a0001 1000 0+4096 0/1 8",
                                         "001a0001 1001 8+4096 0/2 8", "001a0002 1001 8+4096 0/3 8",
                                         "00160001 1004 0+0 0/4 8", "01820008 1005 0+0 0/5 0"));
  const std::string other_cpu = absl::StrReplaceAll(path, {{"trace.0", "trace.1"}});
  EXPECT_THAT(Records(other_cpu),
              ElementsAre("014a0007 1002 0+8192 1/1 0", "018a0008 1003 0+8192 1/2 0"));
  EXPECT_EQ(ReadFile(other_cpu)->substr(48 + 44, 2), "\xfb\xff");
  const WholeTrace back = ReadBack(path);
  EXPECT_EQ(back.info.start_wall_ns, info.start_wall_ns);
  EXPECT_EQ(back.info.start_clock_ns, 1000);
  EXPECT_EQ(back.info.tasks[back.rows.queued[0].task].name, "app");
  EXPECT_EQ(back.rows.queued[0].cpu, 0);
  EXPECT_EQ(back.rows.requests[0].cpu, 1);
}

TEST(BlktraceWriterTest, WhatEventsPairToIsKept) {
  for (const char* events :
       {"Q R 0+8\nD R 0+8\nC R 0+8 error=5", "Q R 0+8\nQ W 8+8 dev=1\nC W 8+8 dev=1\nC R 0+8",
        "Q W 0+8\nQ W 8+8\nQ W 16+8\nD W 0+24\nC W 0+24",
        "Q R 0+24\nD R 0+16\nD R 16+8\nC R 16+8\nC R 0+16 error=5",
        "Q W 0+16\nD W 0+16\nC W 0+8\nR W 8+8\nD W 8+8\nC W 8+8",
        "Q W 0+16\nD W 0+16\nR W 0+16\nD W 0+16\nR W 0+16\nD W 0+16\nC W 0+16",
        "Q W 0+16\nD W 0+16\nC W 0+4 error=5\nC W 4+12",
        "Q FWS 0+8\nD FN 0+0\nC FN 0+0\nD WS 0+8\nC WS 0+8\nC WS 0+0",
        "Q FWFS 80+8\nD FN 0+0\nC FN 0+0\nD WS 80+8\nC WS 80+8\nD FN 0+0\nC FN 0+0\nC WS 80+0",
        "Q FWS 0+0\nD FN 0+0\nC FN 0+0\nC WS 0+0", "D FN 0+0\nC FN 0+0",
        "Q D 0+800\nD D 0+800\nC D 0+800", "Q RA 0+8\nQ RM 8+8\nD RA 0+8\nD RM 8+8",
        "D R 0+8\nC R 0+8\nQ R 0+8\nD R 0+8"}) {
    const TraceChunk rows = Rows(events);
    const std::string path = RecordingPath("pairs");
    ASSERT_THAT(Write(TwoDisks(), {rows}, path), IsOk()) << events;
    EXPECT_EQ(RowsText(ReadBack(path).rows), RowsText(rows)) << events;
  }
}

TEST(BlktraceWriterTest, ARecordingIsKeptWhole) {
  const std::string path = RecordingPath("whole"),
                    original = ProjectFile("traces/demo/trace.ioreel");
  const WholeTrace before = ReadBack(original);
  ASSERT_THAT(Write(before.info, {before.rows}, path), IsOk());
  const WholeTrace after = ReadBack(path);
  const int64_t moved = after.info.start_clock_ns - before.info.start_clock_ns;
  const auto shifted = [moved](int64_t ns) { return ns == kNoTime ? ns : ns - moved; };
  const auto name = [](const WholeTrace& trace, uint32_t task) {
    return task == kNoTask ? "" : trace.info.tasks[task].name.substr(0, 15);
  };
  ASSERT_EQ(after.rows.queued.size(), before.rows.queued.size());
  for (size_t i = 0; i < after.rows.queued.size(); ++i) {
    QueuedIo io = before.rows.queued[i];
    ASSERT_EQ(name(after, after.rows.queued[i].task), name(before, io.task)) << i;
    io.task = after.rows.queued[i].task;
    io.priority = 0;
    for (int64_t* ns : {&io.queue_ns, &io.issue_ns, &io.complete_ns}) *ns = shifted(*ns);
    ASSERT_EQ(after.rows.queued[i], io) << i;
  }
  ASSERT_EQ(after.rows.requests.size(), before.rows.requests.size());
  for (size_t i = 0; i < after.rows.requests.size(); ++i) {
    IssuedRequest request = before.rows.requests[i];
    request.task = after.rows.requests[i].task;
    request.priority = 0;
    for (int64_t* ns : {&request.issue_ns, &request.complete_ns}) *ns = shifted(*ns);
    ASSERT_EQ(after.rows.requests[i], request) << i;
  }
  EXPECT_EQ(after.rows.links, before.rows.links);
}

TEST(BlktraceWriterTest, WhatDoesNotFitIsCutOrCounted) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .offset = 512, .length = (5ull << 30) + 512, .op = Op::kDiscard},
                  {.queue_ns = 1, .offset = 100, .length = 512},
                  {.queue_ns = 2, .length = 512, .op = Op::kZoneReset},
                  {.queue_ns = 3, .length = 512, .op = Op::kWriteZeroes},
                  {.queue_ns = 4, .complete_ns = 9, .length = 512, .error = 70'000},
                  {.queue_ns = 5, .issue_ns = 6, .length = 512},
                  {.queue_ns = 6, .offset = ~uint64_t{511}, .length = 512}};
  for (QueuedIo& io : chunk.queued) io.cpu = io.queue_ns == 3 ? 8192 : 0;
  ImportLog log;
  const std::string path = RecordingPath("cut");
  ASSERT_THAT(Write(TwoDisks(), {chunk}, path, &log), IsOk());
  EXPECT_THAT(
      RowsText(ReadBack(path).rows),
      ElementsAre("q0 D 512+2147483648 q=0 i=? c=?", "q1 D 2147484160+2147483648 q=0 i=? c=?",
                  "q2 D 4294967808+1073742336 q=0 i=? c=?", "q3 W 0+512 q=3 i=? c=?",
                  "q4 R 0+512 q=4 i=? c=9 error=5", "q5 R 0+512 q=5 i=? c=?"));
  for (const char* name : {"cut", "place", "op", "alike", "error", "issue_time", "cpu"}) {
    const auto* entry = FindEntry(log, absl::StrCat("not_in_blktrace_", name));
    ASSERT_NE(entry, nullptr) << name;
    EXPECT_EQ(entry->count, name == std::string("place") ? 2u : 1u) << name;
  }
}

TEST(BlktraceWriterTest, AnyRowIsWrittenOrCounted) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed, .extreme = true});
    ImportLog log;
    const std::string path = ScratchPath("any.bin");
    auto writer = FindFormat("blktrace")->OpenWriter(path, {.log = &log});
    ASSERT_THAT(writer, IsOk());
    uint64_t rows = 0;
    for (const TraceChunk& chunk : trace.chunks) {
      rows += chunk.queued.size() + chunk.requests.size();
      ASSERT_THAT((*writer)->Write(trace.info, chunk), IsOk());
    }
    const RowCounts written = (*writer)->written();
    for (const char* reason : {"op", "place", "untimed_request"}) {
      const auto* entry = FindEntry(log, absl::StrCat("not_in_blktrace_", reason));
      if (entry != nullptr) rows -= entry->count;
    }
    EXPECT_EQ(written.queued + written.requests, rows) << seed;
    ASSERT_THAT((*writer)->Finish(trace.info), IsOk());
    EXPECT_FALSE(ReadBack(path).rows.empty());
  }
}

TEST(BlktraceWriterTest, DevicesAndTasksGetNumbersOfTheirOwn) {
  TraceInfo info;
  info.devices.resize(3);
  info.devices[0] = {.name = "240:0", .major = 240, .minor = 0};
  info.devices[1] = {.name = "C:"};
  info.devices[2] = {.name = "of another host", .major = 240, .minor = 0};
  info.tasks = {{.name = "a name of more than 15 bytes"}, {.pid = 4, .name = "System"}};
  TraceChunk chunk;
  for (uint16_t device = 0; device < 3; ++device)
    chunk.queued.push_back(
        {.queue_ns = device, .length = 512, .task = device % 2u, .device = device});
  ImportLog log;
  const std::string path = RecordingPath("numbers");
  ASSERT_THAT(Write(info, {chunk}, path, &log), IsOk());
  const WholeTrace back = ReadBack(path);
  ASSERT_EQ(back.info.devices.size(), 3u);
  EXPECT_EQ(back.info.devices[1].name, "240:1");
  EXPECT_EQ(back.info.devices[2].name, "240:2");
  EXPECT_THAT(FindEntry(log, "not_in_blktrace_device")->explanation,
              HasSubstr("240:1 is C:, 240:2 is of another host"));
  EXPECT_EQ(back.info.tasks[back.rows.queued[0].task].name, "a name of more ");
  EXPECT_EQ(back.info.tasks[back.rows.queued[0].task].tid, 1 << 22);
  EXPECT_EQ(back.info.tasks[back.rows.queued[1].task].tid, 4);
  EXPECT_NE(FindEntry(log, "not_in_blktrace_name"), nullptr);
}

TEST(BlktraceWriterTest, NoTwoTasksGetOneId) {
  TraceInfo info = TwoDisks();
  info.tasks = {{.name = "nobody"},
                {.pid = 1 << 22, .name = "a process of Windows"},
                {.pid = 9, .tid = (1 << 22) + 1, .name = "a thread of Windows"},
                {.pid = 5, .name = "a process"},
                {.pid = 6, .tid = 5, .name = "another's thread"},
                {.name = "nobody, too"}};
  TraceChunk chunk;
  for (uint32_t task = 0; task < info.tasks.size(); ++task)
    chunk.queued.push_back({.queue_ns = task, .length = 512, .task = task});
  ImportLog log;
  const std::string path = RecordingPath("ids");
  ASSERT_THAT(Write(info, {chunk}, path, &log), IsOk());
  std::set<int32_t> ids;
  for (const TaskInfo& task : ReadBack(path).info.tasks) ids.insert(task.tid);
  EXPECT_THAT(ids,
              ElementsAre(5, 1 << 22, (1 << 22) + 1, (1 << 22) + 2, (1 << 22) + 3, (1 << 22) + 4));
  EXPECT_EQ(FindEntry(log, "not_in_blktrace_tid")->count, 3u);
}

TEST(BlktraceWriterTest, CommandsOfDriversKeepTheirEnd) {
  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = 1, .issue_ns = 2, .complete_ns = 9, .length = 512, .op = Op::kPassthrough},
      {.queue_ns = 10, .complete_ns = 12, .op = Op::kPassthrough}};
  chunk.requests = {{.issue_ns = 2, .complete_ns = 9, .length = 512, .op = Op::kPassthrough},
                    {.issue_ns = 20, .complete_ns = 21, .length = 96, .op = Op::kPassthrough}};
  chunk.links = {{0, 0}};
  const std::string path = RecordingPath("commands");
  ASSERT_THAT(Write(TwoDisks(), {chunk}, path), IsOk());
  EXPECT_THAT(RowsText(ReadBack(path).rows),
              ElementsAre("q0 P 0+512 q=0 i=1 c=8", "q1 P 0+0 q=9 i=? c=11", "r0 P 0+512 i=1 c=8",
                          "r1 P 0+96 i=19 c=20", "q0-r0"));
}

TEST(BlktraceWriterTest, AnotherRecordingIsNotMixedIn) {
  const std::string path = RecordingPath("mixed");
  TraceChunk chunk = Rows("Q R 0+8\nC R 0+8");
  chunk.queued[0].cpu = 3;
  ASSERT_THAT(Write(TwoDisks(), {chunk}, path), IsOk());
  ASSERT_THAT(Write(TwoDisks(), {chunk}, path), IsOk()) << "the same again";
  EXPECT_EQ(FindTraceFiles({path})->size(), 1u) << "CPUs 0 to 2 have empty files";
  chunk.queued[0].cpu = 1;
  EXPECT_THAT(Write(TwoDisks(), {chunk}, path),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("sda.blktrace.3")));
  EXPECT_THAT(Write(TwoDisks(), {chunk}, path + "2"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("NAME.blktrace.0")));
  EXPECT_THAT(Write(TwoDisks(), {}, RecordingPath("none")),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("no I/O is left")));
}

TEST(BlktraceWriterTest, BlkparseReadsEveryRecord) {
  const ProgramRun there = RunProgram({"blkparse", "--version"});
  if (!absl::StrContains(there.out + there.err, "blkparse")) GTEST_SKIP() << "no blkparse here";
  TraceInfo info = TwoDisks();
  info.tasks.push_back({.tid = 8, .name = "app"});
  TraceChunk chunk = Rows(
      "Q WS 0+8\nQ WS 8+8\nD WS 0+16\nC WS 0+16\nQ R 64+8 dev=1\nD R 64+8 dev=1\nC R 64+8 dev=1");
  for (QueuedIo& io : chunk.queued) io.task = 0;
  for (IssuedRequest& request : chunk.requests) request.cpu = 2;
  const std::string path = RecordingPath("blkparse");
  ASSERT_THAT(Write(info, {chunk}, path), IsOk());
  const ProgramRun run =
      RunProgram({"blkparse", "-q", "-i", absl::StrReplaceAll(path, {{".blktrace.0", ""}})});
  EXPECT_EQ(run.code, 0);
  for (const char* line : {"  8,0    0        1     0.000000000     8  Q  WS 0 + 8 [app]\n",
                           "  8,0    0        3     0.000000001     8  M  WS 8 + 8 [app]\n",
                           "  8,0    2        1     0.000000002     0  D  WS 0 + 16 [(null)]\n",
                           "  8,0    2        2     0.000000003     0  C  WS 0 + 16 [0]\n",
                           "259,3    0        1     0.000000004     8  Q   R 64 + 8 [app]\n",
                           "259,3    2        2     0.000000006     0  C   R 64 + 8 [0]\n"})
    EXPECT_THAT(run.out, HasSubstr(line)) << run.out;
  EXPECT_THAT(run.err, Not(HasSubstr("error"))) << run.err;
}

}  // namespace
}  // namespace ioreel
