#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// The published formats that are one Layout each: what is particular to each.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(TencentTest, SpacingWithinASecondIsInvented) {
  ImportLog log;
  const auto trace = ReadText("tencent",
                              "1538323199,8,8,0,1063\n1538323199,16,8,1,1071\n"
                              "1538323199,24,8,1,1071\n1538323200,32,16,0,7\n",
                              {}, &log);
  ASSERT_THAT(trace, IsOk());
  const std::vector<QueuedIo>& rows = trace->rows.queued;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0],
            (QueuedIo{.queue_ns = 0, .offset = 4096, .length = 4096, .flags = kInventedTime}));
  EXPECT_EQ(rows[1].queue_ns, 333'333'333);
  EXPECT_EQ(rows[2].queue_ns, 666'666'666);
  EXPECT_EQ(rows[2].op, Op::kWrite);
  EXPECT_EQ(rows[3].queue_ns, 1'000'000'000);
  EXPECT_EQ(rows[3].flags, 0) << "the only one of its second has the time that it was given";
  EXPECT_EQ(trace->info.clock_resolution_ns, 1'000'000'000);
  EXPECT_EQ(trace->info.start_wall_ns, 1'538'323'199'000'000'000);
  EXPECT_EQ(FindEntry(log, "invented_time")->count, 3u);
}

TEST(TencentTest, UnsortedSecondsAreSortedAndCounted) {
  ImportLog log;
  const auto trace = ReadText(
      "tencent", "1538323200,8,8,0,1\n1538323199,16,8,1,1\n1538323199,24,8,1,1\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(2).offset, 4096u);
  EXPECT_EQ(FindEntry(log, "time_inversion")->first_place, "test: line 2");
  EXPECT_EQ(FindEntry(log, "time_inversion")->count, 2u);
}

TEST(SystorTest, TimesAreExactAndRowsWithoutAnOpAreCounted) {
  for (const char* header : {"Timestamp,Response,IOType,LUN,Offset,Size\n", ""}) {
    ImportLog log;
    const auto trace = ReadText("systor",
                                absl::StrCat(header,
                                             "1456135200.013118001,0.001512,W,4,1024,8192\n"
                                             "1456135200.013119,,,4,0,512\n"
                                             "1456135200.013120000,,R,0,0,512\n"),
                                {}, &log);
    ASSERT_THAT(trace, IsOk());
    ASSERT_EQ(trace->rows.queued.size(), 2u);
    EXPECT_EQ(trace->info.start_wall_ns, 1'456'135'200'013'118'001);
    EXPECT_EQ(trace->rows.queued[0].complete_ns, 1'512'000);
    EXPECT_EQ(trace->rows.queued[1].queue_ns, 1'999);
    EXPECT_EQ(trace->rows.queued[1].complete_ns, kNoTime) << "an empty response is unknown";
    EXPECT_EQ(FindEntry(log, "not_an_io")->count, 1u);
  }
}

TEST(FiuTest, HashesOfBothSizesAndNamesWithBlanks) {
  const auto trace = ReadText("fiu",
                              "89967404237653 1892 nfsd 508455936 8 W 6 0 4c3a51f2\n"
                              "89967404237653 1892 nfsd 8 1 R 6 0 4c3a51f2 4c3a51f3 00 11\n"
                              "89967404242199 7 my own app 16 8 R 8 16 0f343b09\n"
                              "89967404242200 7 x 16 8 R 8 16\n");
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 4u);
  EXPECT_EQ(trace->rows.queued[0], (QueuedIo{.queue_ns = 0,
                                             .offset = 508455936ull * 512,
                                             .length = 4096,
                                             .task = 0,
                                             .op = Op::kWrite}));
  EXPECT_EQ(trace->rows.queued[1].length, 512u);
  EXPECT_EQ(trace->rows.queued[2].queue_ns, 4'546);
  EXPECT_EQ(trace->info.tasks.at(1).name, "my own app");
  EXPECT_EQ(trace->info.tasks.at(0).pid, 1892);
  EXPECT_EQ(trace->info.devices.at(1).name, "8:16");
  EXPECT_EQ(trace->info.start_clock_ns, 89'967'404'237'653);
}

TEST(DiskmonTest, SecondsAndLatencies) {
  const auto trace = ReadText("diskmon", "1\t0.047120\t0.00012207\t1\tRead\t1048576\t64\r\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0), (QueuedIo{.queue_ns = 47'120'000,
                                                .complete_ns = 47'242'070,
                                                .offset = 1048576 * 512,
                                                .length = 32768}));
  EXPECT_THAT(ReadText("diskmon", "1 10:29:05 0.00012207 1 Read 1048576 64\n"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("Clock Time")));
}

TEST(VscsiCsvTest, OpsAreScsiCodes) {
  ImportLog log;
  const auto trace = ReadText("vscsi-csv",
                              "version,time,op,size,lbn\n1,7,28,512,1\n1,7,8A,512,2\n1,8,12,36,0\n"
                              "1,9,35,0,0\n1,9,42,4096,8\n",
                              {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 4u);
  EXPECT_EQ(trace->rows.queued[1].op, Op::kWrite);
  EXPECT_EQ(trace->rows.queued[2].op, Op::kFlush);
  EXPECT_EQ(trace->rows.queued[3].op, Op::kDiscard);
  EXPECT_EQ(FindEntry(log, "not_an_io")->count, 1u) << "INQUIRY";
}

TEST(FiveNumbersTest, AreClaimedByNoneAndTheErrorNamesTheCandidates) {
  ImportLog log;
  const std::string sectors = ScratchFile("five.trace", "938513000 4 264719034 16 0\n");
  EXPECT_THAT(OpenTrace({sectors}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        HasSubstr("could be disksim, mqsim, ssdsim, heimdall,")));
  const std::string decimals = ScratchFile("ms.trace", "0.5 4 264719034 16 3\n");
  EXPECT_THAT(OpenTrace({decimals}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("disksim")))
      << "flags other than 0 and 1";
}

TEST(FiveNumbersTest, EachHasItsUnits) {
  struct Case {
    const char* format;
    int64_t queue_ns;
    uint64_t offset, length;
  };
  for (const Case& expected :
       {Case{"disksim", 12'500'000, 4096, 8192}, Case{"heimdall", 12'500'000, 8, 16},
        Case{"ssdsim", 13, 4096, 8192}}) {
    const auto trace = ReadText(expected.format, "12.5 0 8 16 1\n13.5 0 8 16 0\n");
    ASSERT_THAT(trace, IsOk());
    EXPECT_EQ(trace->rows.queued.at(0), (QueuedIo{.queue_ns = expected.queue_ns,
                                                  .offset = expected.offset,
                                                  .length = expected.length}));
    EXPECT_EQ(trace->rows.queued.at(1).op, Op::kWrite);
  }
}

}  // namespace
}  // namespace ioreel
