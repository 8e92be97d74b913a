#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/level_reader.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/pairing_text.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr char kHeader[] =
    "queue_ns,issue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,process,class,"
    "flags,error,request\n";

std::string CsvOf(const TraceInfo& info, const std::vector<TraceChunk>& chunks,
                  WriteOptions options = {}) {
  const std::string path = ScratchPath("written.csv");
  auto writer = FindFormat("csv")->OpenWriter(path, options);
  EXPECT_THAT(writer, IsOk());
  for (const TraceChunk& chunk : chunks) EXPECT_THAT((*writer)->Write(info, chunk), IsOk());
  EXPECT_THAT((*writer)->Finish(info), IsOk());
  return *ReadFile(path);
}

absl::StatusOr<WholeTrace> Read(absl::string_view text, const ReadOptions& options = {},
                                ImportLog* log = nullptr) {
  return ReadText("csv", text, options, log);
}

TraceInfo Info() {
  TraceInfo info;
  info.devices.resize(2);
  info.devices[0].name = "sda";
  info.devices[1].name = "nvme0n1";
  info.tasks.push_back({.pid = 7, .tid = 8, .name = "sqlite3", .task_class = TaskClass::kTree});
  info.tasks.push_back({.tid = 33, .name = "kworker/0:1H", .task_class = TaskClass::kKernel});
  return info;
}

/// The rows of what the events give, in chunks of at most `max_rows`.
std::vector<TraceChunk> Pair(const std::vector<StageEvent>& events, size_t max_rows) {
  RequestPairer pairer({});
  for (const StageEvent& event : events) pairer.Add(event);
  std::vector<TraceChunk> chunks(1);
  while (pairer.Take(max_rows, true, &chunks.back())) chunks.emplace_back();
  chunks.pop_back();
  return chunks;
}

std::vector<StageEvent> WithTasks(std::vector<StageEvent> events) {
  for (StageEvent& event : events) event.task = event.stage == Stage::kQueued ? 0 : 1;
  return events;
}

TEST(CsvTest, EachRowIsARowOfOneTable) {
  // A merge, a split, and a flush of the kernel's own.
  const std::vector<StageEvent> events = WithTasks(ParseEvents(R"(Q WS 0+8
                                                                  Q WS 8+8
                                                                  D WS 0+16
                                                                  C WS 0+16 error=5
                                                                  Q R 64+16 dev=1
                                                                  D R 64+8 dev=1
                                                                  D R 72+8 dev=1
                                                                  D FN 0+0
                                                                  C FN 0+0
                                                                  C R 64+8 dev=1
                                                                  C R 72+8 dev=1)"));
  const std::string text = CsvOf(Info(), Pair(events, 100));
  EXPECT_EQ(text, std::string(kHeader) +
                      ",2,3,write,0,16,sda,,33,kworker/0:1H,kernel,sync,5,0\n"
                      "0,2,3,write,0,8,sda,7,8,sqlite3,tree,sync,5,0\n"
                      "1,2,3,write,8,8,sda,7,8,sqlite3,tree,sync,5,0\n"
                      ",5,9,read,64,8,nvme0n1,,33,kworker/0:1H,kernel,,0,1\n"
                      ",6,10,read,72,8,nvme0n1,,33,kworker/0:1H,kernel,,0,2\n"
                      "4,5,10,read,64,16,nvme0n1,7,8,sqlite3,tree,,0,1|2\n"
                      ",7,8,flush,0,0,sda,,33,kworker/0:1H,kernel,,0,3\n");

  const auto trace = Read(text);
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(
      RowsText(trace->rows),
      ElementsAre("q0 WS 0+8 q=0 i=2 c=3 error=5", "q1 WS 8+8 q=1 i=2 c=3 error=5",
                  "q2 R 64+16 q=4 i=5 c=10", "r0 WS 0+16 i=2 c=3 error=5", "r1 R 64+8 i=5 c=9",
                  "r2 R 72+8 i=6 c=10", "r3 N 0+0 i=7 c=8", "q0-r0", "q1-r0", "q2-r1", "q2-r2"));
  EXPECT_EQ(trace->info.tasks[trace->rows.queued[0].task].task_class, TaskClass::kTree);
  EXPECT_EQ(trace->info.tasks[trace->rows.requests[0].task].tid, 33);
  EXPECT_EQ(trace->info.devices[trace->rows.queued[2].device].name, "nvme0n1");
}

/// Queues, merges, issues out of order, flushes and losses, at random but the same each time.
std::vector<StageEvent> RandomEvents(size_t count) {
  std::mt19937 random(4711);
  std::vector<StageEvent> events, open, issued;
  for (size_t i = 0; i < count; ++i) {
    StageEvent event{.time_ns = static_cast<int64_t>(i * 10 + random() % 10), .device = 0};
    event.task = random() % 2;
    const uint32_t what = random() % 8;
    std::vector<StageEvent>* from = what < 5 ? &open : &issued;
    if (what < 3 || from->empty()) {
      event.offset = random() % 4096 * 4096;
      event.length = 4096 + random() % 3 * 4096;
      event.op = random() % 2 == 0 ? Op::kRead : Op::kWrite;
      event.device = static_cast<uint16_t>(random() % 2);
      open.push_back(event);
    } else {
      const size_t chosen = random() % std::min<size_t>(from->size(), 20);
      const int64_t time_ns = event.time_ns;
      event = (*from)[chosen];
      from->erase(from->begin() + static_cast<ptrdiff_t>(chosen));
      event.time_ns = time_ns;
      event.stage = what < 5 ? Stage::kIssued : Stage::kCompleted;
      if (what < 5 && random() % 4 == 0) event.length = 4096;  // a split or a partial issue
      if (what < 5) issued.push_back(event);
    }
    if (what == 7 && random() % 8 == 0) event.op = Op::kFlush, event.stage = Stage::kIssued;
    events.push_back(event);
  }
  return events;
}

TEST(CsvTest, ReadAndWrittenAgainItIsTheSameText) {
  const std::vector<StageEvent> events = RandomEvents(40'000);
  for (size_t max_rows : {7, 1000, 1'000'000}) {
    const std::string text = CsvOf(Info(), Pair(events, max_rows));
    const auto trace = Read(text);
    ASSERT_THAT(trace, IsOk()) << max_rows;
    EXPECT_GT(trace->rows.queued.size(), 10'000u);
    EXPECT_GT(trace->rows.requests.size(), 5'000u);
    EXPECT_TRUE(CsvOf(trace->info, {trace->rows}) == text) << max_rows;
  }
}

TEST(CsvTest, ManyRequestsOfOneIoKeepItsTask) {
  constexpr uint64_t kParts = 40'000;
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .length = kParts * 512, .task = 0, .op = Op::kDiscard}};
  for (uint64_t i = 0; i < kParts; ++i) {
    chunk.requests.push_back({.issue_ns = static_cast<int64_t>(i + 1),
                              .offset = i * 512,
                              .length = 512,
                              .task = 1,
                              .op = Op::kDiscard});
    chunk.links.push_back({0, i});
  }
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(MakeMemoryInput("test", CsvOf(Info(), {chunk})));
  ImportLog log;
  LevelReader reader(*FindFormat("csv")->OpenReader(std::move(inputs), {}, &log), Level::kIssue);
  std::vector<Io> ios;
  while (*reader.Read(1000, &ios)) {
  }
  ASSERT_EQ(ios.size(), kParts);
  for (const Io& io : ios) ASSERT_EQ(reader.info().tasks[io.task].name, "sqlite3") << io.ordinal;
}

TEST(CsvTest, NamesAreKeptWhateverTheyHold) {
  TraceInfo info = Info();
  info.devices[0].name = "a,b";
  info.tasks[0].name = "say \"hi\",\nthen go";
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .length = 512, .task = 0}, {.queue_ns = 1, .length = 512}};
  const auto trace = Read(CsvOf(info, {chunk}));
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->info.devices[0].name, "a,b");
  EXPECT_EQ(trace->info.tasks[0].name, "say \"hi\",\nthen go");
  EXPECT_EQ(trace->rows.queued[1].task, kNoTask);
}

TEST(CsvTest, DevicesOfOneNameStayApart) {
  TraceInfo info;
  info.devices.resize(2);
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .length = 512, .device = 0},
                  {.queue_ns = 0, .length = 512, .device = 1}};
  const auto trace = Read(CsvOf(info, {chunk}));
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued[1].device, 1);
}

TEST(CsvTest, ColumnsAreFoundByName) {
  ImportLog log;
  const auto trace = Read(
      "\xef\xbb\xbfop,length_bytes,offset_bytes,colour,queue_ns\r\n"
      "write_zeroes,8192,18446744073709543423,red,-5\r\n\r\n",
      {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 1u);
  EXPECT_EQ(trace->rows.queued[0], (QueuedIo{.queue_ns = -5,
                                             .offset = 18446744073709543423u,
                                             .length = 8192,
                                             .op = Op::kWriteZeroes}));
  EXPECT_NE(FindEntry(log, "unknown_column"), nullptr);
  EXPECT_THAT(Read("op,queue_ns,offset_bytes\nread,0,0\n", {}),
              FailsWith(kInvalid, HasSubstr("length_bytes")));
}

TEST(CsvTest, RowsWithoutQueueTimeAreRequests) {
  const auto trace = Read("issue_ns,op,offset_bytes,length_bytes\n5,read,0,512\n9,read,512,512\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(RowsText(trace->rows), ElementsAre("r0 R 0+512 i=5 c=?", "r1 R 512+512 i=9 c=?"));
}

TEST(CsvTest, BadRowsAreNamed) {
  for (const char* row :
       {"x,,,read,0,512,,,,,,,0,", "0,,,frob,0,512,,,,,,,0,", "0,,,read,-1,512,,,,,,,0,",
        "0,,,read,18446744073709551615,2,,,,,,,0,", "0,,,read,0,512,,,,,,loud,0,",
        "0,,,read,0,512,,,,,royal,,0,", "0,,,read,0,512,,pid,,,,,0,", "0,,,read,0,512,,,,,,,E,",
        "0,,,read,0,512,,,,,,,0,7", "0,,,read,0,512,,,,,,,0,x", "0,,,read,0,512",
        ",,,read,0,1,,,,,,,0,", "0,,,read,0,512,\"sda,,,,,,0,", ",1,,read,0,512,,,,,,,0,3|4",
        "0,,,read,0,512,\"a\"b,,,,,,0,"})
    EXPECT_THAT(Read(absl::StrCat(kHeader, "0,,,read,0,512,,,,,,,0,\n", row, "\n")),
                FailsWith(kInvalid, AllOf(HasSubstr("test: line 3: "), HasSubstr("--tolerant"))))
        << row;
}

TEST(CsvTest, TolerantSkipsAndCounts) {
  ImportLog log;
  const auto trace = Read(
      absl::StrCat(kHeader, "0,,,read,0,512,,,,,,,0,\n", "rubbish\n", "1,,,read,0,512,,,,,,,0,\n"),
      {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(FindEntry(log, "bad_line")->first_place, "test: line 3");
}

TEST(CsvTest, RequestNumbersMayHaveGapsButAscend) {
  const std::string rows =
      ",1,2,read,0,512,,,,,,,0,10\n0,1,2,read,0,512,,,,,,,0,10\n"
      ",4,5,read,0,512,,,,,,,0,20\n3,4,5,read,0,512,,,,,,,0,20\n";
  const auto trace = Read(kHeader + rows);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.links, (std::vector<IoLink>{{0, 0}, {1, 1}}));
  EXPECT_THAT(Read(kHeader + rows + ",6,,read,0,512,,,,,,,0,20\n"),
              FailsWith(kInvalid, HasSubstr("ascend")));
}

TEST(CsvTest, IosOfNothingAreCountedNotKept) {
  ImportLog log;
  const auto trace =
      Read(absl::StrCat(kHeader, ",1,2,write,0,0,,,,,,,0,0\n", "0,1,2,write,0,0,,,,,,,0,0\n",
                        ",1,2,read,0,512,,,,,,,0,1\n", "1,1,2,read,0,512,,,,,,,0,0|1\n",
                        "2,,,flush,0,0,,,,,,,0,\n", "3,,,zone_open,4096,0,,,,,,,0,\n"),
           {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(FindEntry(log, "zero_length")->count, 2u);
  EXPECT_EQ(FindEntry(log, "zero_length")->first_place, "test: line 2");
  ASSERT_EQ(trace->rows.queued.size(), 3u);
  EXPECT_EQ(trace->rows.queued[2].op, Op::kZoneOpen);
  EXPECT_EQ(trace->rows.requests.size(), 1u);
  EXPECT_EQ(trace->rows.links, (std::vector<IoLink>{{0, 0}}));
}

/// One row that opens a quote must not cost the good rows below it.
TEST(CsvTest, AnUnclosedQuoteCostsItsOwnRowOnly) {
  const std::string good = ",,,,,,,0,\n";
  for (const std::string below :
       {"", "1,,,read,0,512,\"a,b\",,,,,,0,\n", "1,,,read,0,512,\"two\nlines\",,,,,,0,\n",
        "1,,,read,0,512,\"open again,,,,,,0,\n"}) {
    std::string text = std::string(kHeader) + "0,,,read,0,512" + good;
    text += "0,,,read,0,512,\"sda,,,,,,0,\n" + below;
    for (int i = 2; i < 40; ++i) absl::StrAppend(&text, i, ",,,read,0,512", good);
    EXPECT_THAT(Read(text), FailsWith(kInvalid, AllOf(HasSubstr("test: line 3: a quote that is not "
                                                                "closed"))));
    ImportLog log;
    const auto trace = Read(text, {.tolerant = true}, &log);
    ASSERT_THAT(trace, IsOk());
    const bool another = absl::StrContains(below, "again");
    EXPECT_EQ(FindEntry(log, "bad_line")->count, another ? 2u : 1u) << below;
    EXPECT_EQ(FindEntry(log, "bad_line")->first_place, "test: line 3");
    EXPECT_EQ(trace->rows.queued.size(), 39u + (below.empty() || another ? 0u : 1u)) << below;
  }
}

TEST(CsvTest, AQuoteInsideAFieldIsPartOfTheName) {
  const auto trace =
      Read(absl::StrCat(kHeader, "0,,,read,0,512,3.5\",,,,,,0,\n", "1,,,read,0,512,sdb,,,,,,0,\n"));
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->info.devices[0].name, "3.5\"");
}

TEST(CsvTest, WhatACsvHasNoPlaceForIsCounted) {
  TraceInfo info = Info();
  info.tasks[0].process = "sqlite3-shell";
  info.devices[0].size_bytes = 1 << 30;
  info.losses = {{.events = 7}, {.events = 0}, {.events = 4}};
  info.tainted = true;
  TraceChunk chunk;
  chunk.requests = {{.issue_ns = 0, .complete_ns = 5, .length = 512, .task = 0, .cpu = 1}};
  chunk.events.resize(2);
  ImportLog log;
  CsvOf(info, {chunk}, {.log = &log});
  EXPECT_EQ(FindEntry(log, "not_carried")->explanation,
            "ioreel's CSV has no place for: the names of 1 thread, the CPUs of 1 row, requeues and "
            "partial completions (2), the facts of 1 device");
  EXPECT_EQ(FindEntry(log, "taint_not_carried")->severity, ImportLog::Severity::kDataLoss);
  EXPECT_THAT(FindEntry(log, "taint_not_carried")->explanation,
              HasSubstr("the taint of the trace and its 12 lost events in 3 windows"));
  ImportLog meter;
  CsvOf(info, {chunk}, {.log = &meter, .issue_level = true, .meter_csv = true});
  EXPECT_THAT(FindEntry(meter, "not_carried")->explanation,
              AllOf(HasSubstr("the completion times of 1 row"), HasSubstr("the tasks of 1 row")));
  EXPECT_NE(FindEntry(meter, "taint_not_carried"), nullptr);
}

TEST(CsvTest, AWholeTraceOfWhatACsvHoldsLeavesNoRemark) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .length = 512, .task = 0}};
  ImportLog log;
  CsvOf(Info(), {chunk}, {.log = &log});
  EXPECT_TRUE(log.entries().empty());
}

TEST(MeterCsvTest, BothLevelsAsTheMeterReadsThem) {
  const std::vector<TraceChunk> chunks = Pair(ParseEvents(R"(Q WS 0+8
                                                             Q WS 8+8
                                                             Q D 64+8
                                                             Q Z 96+8
                                                             D D 64+8
                                                             D FN 0+0
                                                             D WS 0+16
                                                             Q FW 0+0
                                                             Q P 0+0)"),
                                              100);
  TraceInfo info;
  info.devices.resize(1);
  ImportLog log;
  EXPECT_EQ(CsvOf(info, chunks, {.log = &log, .meter_csv = true}),
            "t_ns,op,offset_bytes,len_bytes\n0,W,0,8\n1,W,8,8\n2,D,64,8\n3,Z,96,8\n7,F,0,0\n");
  EXPECT_EQ(FindEntry(log, "not_in_csv_op")->count, 1u);
  EXPECT_EQ(CsvOf(info, chunks, {.issue_level = true, .meter_csv = true}),
            "t_ns,op,offset_bytes,len_bytes\n4,D,64,8\n5,F,0,0\n6,W,0,16\n");
}

TEST(MeterCsvTest, IsReadWithOrWithoutHeaderAndDevice) {
  const auto trace = Read("# made by hand\n10,F,,\n10,w,0,4096,1\n5,R,0,512\n7,z,0,0\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(RowsText(trace->rows), ElementsAre("q0 R 0+512 q=5 i=? c=?", "q1 N 0+0 q=10 i=? c=?",
                                                 "q2 W 0+4096 q=10 i=? c=?"));
  EXPECT_EQ(trace->rows.queued[2].device, 1);
  EXPECT_EQ(trace->info.devices[1].name, "device1");
  for (const char* row : {"1,X,0,512", "1,R,0", "1,R,0,512,70000", "x,R,0,512"})
    EXPECT_THAT(Read(absl::StrCat("t_ns,op,offset_bytes,len_bytes\n", row, "\n")),
                FailsWith(kInvalid, HasSubstr("line 2")))
        << row;
}

}  // namespace
}  // namespace ioreel
