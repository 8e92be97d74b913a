#include <gtest/gtest.h>

#include "base/file.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

absl::StatusOr<WholeTrace> Read(absl::string_view text, const ReadOptions& options = {},
                                ImportLog* log = nullptr) {
  return ReadText("fio-iolog", text, options, log);
}

/// "time op offset+length@device", an I/O each.
std::string Text(const WholeTrace& trace) {
  std::string text;
  for (const QueuedIo& io : trace.rows.queued)
    absl::StrAppend(&text, text.empty() ? "" : ", ", io.queue_ns, " ", OpName(io.op), " ",
                    io.offset, "+", io.length, "@", io.device);
  return text;
}

TEST(FioIologTest, Version3HasTimesInMicroseconds) {
  const auto trace = Read(
      "fio version 3 iolog\n"
      "0 /dev/sdx add\n"
      "12 /dev/sdx open\n"
      "150 /dev/sdx write 1048576 65536\n"
      "151 /dev/sdx sync 0 0\n"
      "152 /dev/sdx datasync 18446744073709551615 0\n"
      "160 /dev/sdx trim 4096 8589934592\n"
      "170 /dev/sdx read 0 512\n"
      "180 /dev/sdx close\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace),
            "150000 write 1048576+65536@0, 151000 flush 0+0@0, 152000 flush 0+0@0, "
            "160000 discard 4096+8589934592@0, 170000 read 0+512@0");
  ASSERT_EQ(trace->info.devices.size(), 1u);
  EXPECT_EQ(trace->info.devices[0].name, "/dev/sdx");
  EXPECT_EQ(trace->info.clock_resolution_ns, 1000);
}

TEST(FioIologTest, EachFileIsADevice) {
  const auto trace = Read(
      "fio version 3 iolog\r\n"
      "0 \\\\.\\PhysicalDrive1 add\r\n"
      "0 /dev/sdb add\r\n"
      "0 /dev/sdb read 0 4096\r\n"
      "0 \\\\.\\PhysicalDrive1 read 4096 4096\r\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace), "0 read 0+4096@1, 0 read 4096+4096@0");
  EXPECT_EQ(trace->info.devices[0].name, "\\\\.\\PhysicalDrive1");
}

TEST(FioIologTest, FilesNeedNoAddLine) {
  ImportLog log;
  const auto trace = Read("fio version 3 iolog\n100 /dev/sda write 0 4096\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace), "100000 write 0+4096@0");
  ASSERT_NE(FindEntry(log, "not_opened"), nullptr);
  EXPECT_EQ(FindEntry(log, "not_opened")->first_place, "test: line 2");
}

TEST(FioIologTest, TornLineIsAnErrorWithLineAndText) {
  const char* text =
      "fio version 3 iolog\n0 f add\n10 f write 0 4096\n20 f wri\n30 f write 4096 4096\n";
  EXPECT_THAT(Read(text), FailsWith(absl::StatusCode::kInvalidArgument,
                                    AllOf(HasSubstr("line 4"), HasSubstr("\"20 f wri\""))));
  ImportLog log;
  const auto trace = Read(text, {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace), "10000 write 0+4096@0, 30000 write 4096+4096@0");
  ASSERT_NE(FindEntry(log, "bad_line"), nullptr);
  EXPECT_EQ(FindEntry(log, "bad_line")->count, 1u);
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(FioIologTest, MissingLastNewlineIsNoticed) {
  ImportLog log;
  ASSERT_THAT(Read("fio version 3 iolog\n0 f add\n10 f write 0 40", {}, &log), IsOk());
  EXPECT_NE(FindEntry(log, "unterminated_last_line"), nullptr);
}

TEST(FioIologTest, TimeGoingBackwardsIsRefusedUnlessToldHow) {
  const char* text =
      "fio version 3 iolog\n0 f add\n1000007 f read 0 512\n1 f read 512 512\n1000001 f read 1024 "
      "512\n";
  EXPECT_THAT(Read(text), FailsWith(absl::StatusCode::kInvalidArgument,
                                    AllOf(HasSubstr("line 4"), HasSubstr("--time-order"))));
  ImportLog log;
  const auto sorted = Read(text, {.time_order = TimeOrder::kSort}, &log);
  ASSERT_THAT(sorted, IsOk());
  EXPECT_EQ(Text(*sorted),
            "1000 read 512+512@0, 1000001000 read 1024+512@0, 1000007000 read 0+512@0");
  ASSERT_NE(FindEntry(log, "time_inversion"), nullptr);
  EXPECT_EQ(FindEntry(log, "time_inversion")->count, 2u);
  EXPECT_EQ(FindEntry(log, "time_inversion")->first_place, "test: line 4");
  const auto clamped = Read(text, {.time_order = TimeOrder::kClamp});
  ASSERT_THAT(clamped, IsOk());
  EXPECT_EQ(Text(*clamped),
            "1000007000 read 0+512@0, 1000007000 read 512+512@0, 1000007000 read 1024+512@0");
}

// cases.md T6.
TEST(FioIologTest, Version2WaitsAsFioExecutesThem) {
  const char* text =
      "fio version 2 iolog\nf add\nf open\nf read 0 512\nf wait 500 0\nf read 512 512\n"
      "f wait 700 0\nf read 1024 512\nf read 2048 512\nf close\n";
  ImportLog log;
  const auto trace = Read(text, {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace),
            "0 read 0+512@0, 500000000 read 512+512@0, 700000000 read 1024+512@0, "
            "700000000 read 2048+512@0");
  EXPECT_EQ(trace->rows.queued[1].flags, 0);
  EXPECT_EQ(trace->rows.queued[3].flags, kInventedTime);
  EXPECT_EQ(FindEntry(log, "no_time")->count, 2u);
  EXPECT_NE(FindEntry(log, "wait_unit"), nullptr);

  const auto relative = Read(text, {.wait_unit = "us"});
  ASSERT_THAT(relative, IsOk());
  EXPECT_EQ(relative->rows.queued[1].queue_ns, 500'000);
  EXPECT_EQ(relative->rows.queued[2].queue_ns, 1'200'000);
}

TEST(FioIologTest, Version1HasNoTimes) {
  ImportLog log;
  const auto trace = Read("0, 4096, 512\n1, 0, 4294967296\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace), "0 read 4096+512@0, 0 write 0+4294967296@0");
  EXPECT_EQ(FindEntry(log, "no_time")->count, 2u);
}

TEST(FioIologTest, ZeroByteIosAreCountedNotKept) {
  ImportLog log;
  const auto trace = Read(
      "fio version 3 iolog\n0 f add\n1 f write 0 0\n2 f read 0 0\n3 f sync 0 0\n4 f read 0 512\n",
      {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(Text(*trace), "3000 flush 0+0@0, 4000 read 0+512@0");
  EXPECT_EQ(FindEntry(log, "zero_length")->count, 2u);
}

TEST(FioIologTest, WhatCannotBeIsNamed) {
  const std::string head = "fio version 3 iolog\n";
  for (const char* line : {"x f read 0 512", "-1 f read 0 512", "0 f read 0 18446744073709551616",
                           "0 f read 18446744073709551615 2", "0 f wait 10 0", "0 f frob",
                           "99999999999999999 f read 0 512", "0 f read 0 512 7", "0"}) {
    EXPECT_THAT(Read(head + line + "\n"),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("test: line 2: ")))
        << line;
  }
  EXPECT_FALSE(Read("fio version 9 iolog\n0 f read 0 512\n").ok());
  EXPECT_THAT(Read(head), FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("no I/O")));
}

TEST(FioIologTest, WritesVersion3AndCountsWhatItCannotSay) {
  TraceInfo info;
  info.devices.resize(2);
  info.devices[0].name = "/dev/sda";
  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = -5, .offset = 0, .length = 512},
      {.queue_ns = 1'999, .length = 4096, .op = Op::kWrite, .flags = kPreflush | kFua},
      {.queue_ns = 3'000, .op = Op::kFlush},
      {.queue_ns = 4'000, .length = (2ull << 30) + 512, .device = 1, .op = Op::kDiscard},
      {.queue_ns = 5'000, .length = 512, .op = Op::kWriteZeroes}};
  ImportLog log;
  const std::string path = ScratchPath("x.iolog");
  auto writer = FindFormat("fio-iolog")->OpenWriter(path, {.log = &log});
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Write(info, chunk), IsOk());
  ASSERT_THAT((*writer)->Finish(info), IsOk());
  EXPECT_EQ(*ReadFile(path),
            "fio version 3 iolog\n"
            "0 /dev/sda add\n0 /dev/sda open\n"
            "0 /dev/sda read 0 512\n"
            "1 /dev/sda sync 0 0\n1 /dev/sda write 0 4096\n"
            "3 /dev/sda sync 0 0\n"
            "4 device1 add\n4 device1 open\n"
            "4 device1 trim 0 2147483648\n4 device1 trim 2147483648 512\n"
            "4 /dev/sda close\n4 device1 close\n");
  const std::pair<const char*, uint64_t> counts[] = {
      {"not_in_iolog_time", 1}, {"not_in_iolog_ns", 2},  {"not_in_iolog_preflush", 1},
      {"not_in_iolog_fua", 1},  {"not_in_iolog_cut", 1}, {"not_in_iolog_op", 1}};
  for (const auto& [name, count] : counts) {
    ASSERT_NE(FindEntry(log, name), nullptr) << name;
    EXPECT_EQ(FindEntry(log, name)->count, count) << name;
  }
  EXPECT_EQ((*writer)->written().queued, 4u);
}

TEST(FioIologTest, ADeviceWhoseNameFioCannotReadGetsAnotherAndIsCounted) {
  TraceInfo info;
  TraceChunk chunk;
  for (const std::string& name :
       {std::string("device1"), std::string("two\nlines"), std::string("my disk"),
        std::string(256, 'x'), std::string(255, 'y'), std::string("device1")}) {
    chunk.queued.push_back(
        {.queue_ns = 0, .length = 512, .device = static_cast<uint16_t>(info.devices.size())});
    info.devices.emplace_back().name = name;
  }
  ImportLog log;
  const std::string path = ScratchPath("names.iolog");
  auto writer = FindFormat("fio-iolog")->OpenWriter(path, {.log = &log});
  ASSERT_THAT((*writer)->Write(info, chunk), IsOk());
  ASSERT_THAT((*writer)->Finish(info), IsOk());
  const std::string text = *ReadFile(path);
  for (const std::string& name :
       {std::string("device1"), std::string("device1_"), std::string("device2"),
        std::string("device3"), std::string(255, 'y'), std::string("device5")}) {
    EXPECT_THAT(text, HasSubstr("0 " + name + " read 0 512\n"));
  }
  ASSERT_NE(FindEntry(log, "not_in_iolog_device"), nullptr);
  EXPECT_EQ(FindEntry(log, "not_in_iolog_device")->count, 4u);
  EXPECT_THAT(FindEntry(log, "not_in_iolog_device")->explanation,
              HasSubstr("\"two\\nlines\", is device1_"));
}

TEST(FioIologTest, ReadsFiosOwnTestLog) {
  SKIP_WITHOUT_SHARED(path, "traces/iolog/fio_t0038_v3.iolog");
  const auto trace = Read(*ReadFile(path));
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 20u);
  EXPECT_EQ(trace->rows.queued[0].op, Op::kDiscard);
  EXPECT_EQ(trace->rows.queued[0].length, 2147483648u);
  EXPECT_EQ(trace->rows.queued[19].queue_ns, 10'809'000);
}

}  // namespace
}  // namespace ioreel
