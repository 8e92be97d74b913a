#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// What all formats made of a Layout share, on some of them.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(ColumnarTest, MsrTimesDevicesAndResponses) {
  const auto trace = ReadText("msr",
                              "128166372003061629,hm,0,Read,383496192,32768,113736\r\n"
                              "128166372003061630,hm,1,Write,2822144,4096,98201\r\n");
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(
      trace->rows.queued[0],
      (QueuedIo{.queue_ns = 0, .complete_ns = 11'373'600, .offset = 383496192, .length = 32768}));
  EXPECT_EQ(trace->rows.queued[1].queue_ns, 100);
  EXPECT_EQ(trace->info.start_wall_ns, 1'172'163'600'306'162'900);
  EXPECT_EQ(trace->info.clock_resolution_ns, 100);
  EXPECT_EQ(trace->info.devices.at(0).name, "hm_0");
  EXPECT_EQ(trace->info.devices.at(1).name, "hm_1");
}

TEST(ColumnarTest, SpcKeepsItsStartAndTakesFurtherFields) {
  const auto trace = ReadText("spc",
                              "\xef\xbb\xbf"
                              "3,8, 1024 ,W,0.5,free text, x\n0,1,512,r,2\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0),
            (QueuedIo{.queue_ns = 500'000'000, .offset = 4096, .length = 1024, .op = Op::kWrite}));
  EXPECT_EQ(trace->rows.queued.at(1).device, 1);
  EXPECT_EQ(trace->info.devices.at(0).name, "3");
}

TEST(ColumnarTest, TheEarliestRowIsTheStart) {
  ImportLog log;
  const auto trace =
      ReadText("alibaba", "1,R,0,512,1577808000000046\n1,R,0,512,1577808000000040\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0).queue_ns, 0);
  EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 6'000);
  EXPECT_EQ(trace->info.start_wall_ns, 1'577'808'000'000'040'000);
  EXPECT_EQ(FindEntry(log, "time_inversion")->first_place, "test: line 2");
}

TEST(ColumnarTest, SeveralFilesOfOneClockAreOneTrace) {
  const std::string first = ScratchFile("a.csv", "1,R,0,512,1577808000000046\n");
  const std::string second = ScratchFile("b.csv", "2,W,0,512,1577808000000006\n");
  ImportLog log;
  auto reader = OpenTrace({first, second}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->info.devices.at(trace->rows.queued[0].device).name, "2");

  const std::string spc = ScratchFile("x.spc", "0,303567,3584,w,0.000000\n");
  EXPECT_THAT(OpenTrace({spc, ScratchFile("y.spc", "0,3,512,w,0.0\n")}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("one file")));
}

TEST(ColumnarTest, BadRowsAreNamed) {
  for (const char* row :
       {"0,1,512,w", "x,y,z,w,0.0", "0,1,512,x,0.0", "0,1,512,w,0.0.0", "0,1,-512,w,0.0",
        "0,36028797018963968,512,w,0.0", "0,36028797018963967,1024,w,0.0", "0,1,512,w,9223372036.9",
        "0,1,512,w,", "0,1,512,w,0 000001"})
    EXPECT_THAT(ReadText("spc", absl::StrCat("0,1,512,r,0.0\n", row, "\n")),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("test: line 2: ")))
        << row;
}

TEST(ColumnarTest, TolerantSkipsAndCounts) {
  ImportLog log;
  const auto trace = ReadText("spc", "0,1,512,r,0.0\nrubbish\n0,1,0,r,0.0\n\n0,1,512,x,0.0\n",
                              {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 1u);
  EXPECT_EQ(FindEntry(log, "bad_line")->count, 2u);
  EXPECT_EQ(FindEntry(log, "zero_length")->count, 1u);
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(ColumnarTest, NegativeLatencyIsUnknown) {
  ImportLog log;
  const auto trace = ReadText("msr", "128166372003061629,hm,0,Read,383496192,32768,-5\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0).complete_ns, kNoTime);
  EXPECT_EQ(FindEntry(log, "negative_latency")->count, 1u);
}

/// A look ahead decides how to sort; both ways give the same.
TEST(ColumnarTest, LongTextsAreSorted) {
  for (int late : {1000, 500'000}) {
    std::string text;
    for (int i = 0; i < 600'000; ++i)
      absl::StrAppend(&text, "1,R,", i * 512, ",512,",
                      1577808000000000 + i - (i == 590'000 ? late : 0), "\n");
    ImportLog log;
    const auto trace = ReadText("alibaba", text, {}, &log);
    ASSERT_THAT(trace, IsOk());
    EXPECT_EQ(trace->rows.queued.size(), 600'000u);
    EXPECT_EQ(trace->rows.queued.at(static_cast<size_t>(590'001 - late)).offset, 590'000u * 512);
    EXPECT_EQ(FindEntry(log, "time_inversion")->count, 1u);
  }
}

}  // namespace
}  // namespace ioreel
