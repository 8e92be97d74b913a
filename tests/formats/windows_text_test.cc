#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

/// The texts of Windows tools: WPA, Process Monitor, xperf.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kWpaHeader[] =
    "IO Type;Process (Name);Init Time (s);Complete Time (s);IO Time (µs);Size (B);Min "
    "Offset;Disk;Count\n";

TEST(WpaTest, DecimalCommasAndSemicolons) {
  const auto trace =
      ReadText("wpa", absl::StrCat(kWpaHeader,
                                   "Read;System;1,079943800;1,080031000;87,200;16.384;"
                                   "0x0000000000000400;1;1\n"
                                   "Flush;System;1,5;1,6;1.795,900;0;0xFFFFFFFFFFFFFFFF;1;1\n"));
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0), (QueuedIo{.queue_ns = 1'079'943'800,
                                                .complete_ns = 1'080'031'000,
                                                .offset = 1024,
                                                .length = 16384,
                                                .task = 0}));
  EXPECT_EQ(trace->rows.queued.at(1).op, Op::kFlush);
  EXPECT_EQ(trace->info.tasks.at(0).name, "System");
  EXPECT_EQ(trace->info.devices.at(0).name, "1");
}

TEST(WpaTest, DecimalPointsCommasAndQuotes) {
  const auto trace =
      ReadText("wpa",
               "Disk,Process,IO Type,IO Time (µs),Size (B),Complete Time (s),Min Offset\n"
               "0,\"app, the (8876)\",Write,\"1,909\",\"16,384\",1.176567818,4096\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0), (QueuedIo{.queue_ns = 1'174'658'818,
                                                .complete_ns = 1'176'567'818,
                                                .offset = 4096,
                                                .length = 16384,
                                                .task = 0,
                                                .op = Op::kWrite}));
  EXPECT_EQ(trace->info.tasks.at(0).pid, 8876);
  EXPECT_EQ(trace->info.tasks.at(0).name, "app, the");
}

TEST(WpaTest, SumsAreRefused) {
  EXPECT_THAT(
      ReadText("wpa", absl::StrCat(kWpaHeader, "Read;System;1,0;1,1;87,200;16.384;0;1;7\n")),
      FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("sums up 7 I/Os")));
}

TEST(WpaTest, ExportsThatCannotBePlacedSayHowToExportAgain) {
  SKIP_WITHOUT_SHARED(no_offset, "traces/csv/wpa/wpa_de_one_row.csv");
  ImportLog log;
  EXPECT_THAT(OpenTrace({no_offset}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("no column Min Offset"), HasSubstr("export again"))));
  EXPECT_THAT(OpenTrace({SharedFile("traces/csv/wpa/wpa_empty.csv")}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("a header and no rows")));
}

constexpr char kProcmonHeader[] =
    "\"Time of Day\",\"Process Name\",\"PID\",\"Operation\",\"Path\",\"Result\",\"Detail\","
    "\"Duration\",\"TID\"\r\n";

std::string ProcmonRow(absl::string_view time, absl::string_view operation,
                       absl::string_view detail, absl::string_view result = "SUCCESS") {
  return absl::StrCat("\"", time, "\",\"app.exe\",\"2900\",\"", operation, "\",\"C:\\a, b\",\"",
                      result, "\",\"", detail, "\",\"0.0000123\",\"3408\"\r\n");
}

TEST(ProcmonTest, OnlyWhatWasNotCachedIsAnIo) {
  ImportLog log;
  const auto trace = ReadText(
      "procmon",
      absl::StrCat(
          "\xef\xbb\xbf", kProcmonHeader,
          ProcmonRow("10:29:05.0593693 AM", "ReadFile",
                     "Offset: 2,275,840, Length: 16,384, I/O Flags: Non-cached, Priority: Normal"),
          ProcmonRow("10:29:05.06 AM", "WriteFile", "Offset: 0, Length: 4,096, Priority: Normal"),
          ProcmonRow("10:29:05.07 AM", "CreateFile", "Desired Access: Read"),
          ProcmonRow("10:29:05.08 AM", "ReadFile", "Offset: 0, Length: 1", "END OF FILE"),
          ProcmonRow("10:29:05.0593694 AM", "FlushBuffersFile", "")),
      {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(
      trace->rows.queued[0],
      (QueuedIo{
          .queue_ns = 0, .complete_ns = 12'300, .offset = 2275840, .length = 16384, .task = 0}));
  EXPECT_EQ(trace->rows.queued[1].queue_ns, 100);
  EXPECT_EQ(trace->rows.queued[1].op, Op::kFlush);
  EXPECT_EQ(trace->info.devices.at(0).name, "C:\\a, b");
  EXPECT_EQ(trace->info.tasks.at(0).tid, 3408);
  EXPECT_EQ(FindEntry(log, "cached")->count, 1u);
  EXPECT_EQ(FindEntry(log, "other_operation")->count, 1u);
  EXPECT_EQ(FindEntry(log, "failed_operation")->count, 1u);
}

TEST(ProcmonTest, AdvancedNamesAndRowsWithoutAnOffset) {
  ImportLog log;
  const auto trace = ReadText(
      "procmon",
      absl::StrCat(
          kProcmonHeader,
          ProcmonRow("1:00:00.5\u202fPM", "IRP_MJ_WRITE",
                     "Offset: 4 096, Length: 512, I/O Flags: Non-cached"),
          ProcmonRow("1:00:00.6\u202fPM", "FASTIO_READ", "Offset: 0, Length: 512"),
          ProcmonRow("1:00:00.7 PM", "WriteFile", "Offset: -1, Length: 8, I/O Flags: Non-cached"),
          ProcmonRow("1:00:00.8 pm", "IRP_MJ_FLUSH_BUFFERS", "")),
      {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->rows.queued[0].op, Op::kWrite);
  EXPECT_EQ(trace->rows.queued[0].offset, 4096u);
  EXPECT_EQ(trace->rows.queued[1].op, Op::kFlush);
  EXPECT_EQ(trace->rows.queued[1].queue_ns, 300'000'000);
  EXPECT_EQ(FindEntry(log, "cached")->count, 1u);
  EXPECT_EQ(FindEntry(log, "no_offset")->count, 1u);
}

TEST(ProcmonTest, SemicolonsOfASpreadsheetAndAColumnThatIsMissing) {
  ImportLog log;
  auto reader = OpenTrace(
      {ScratchFile("semicolons.csv",
                   "Time of Day;Process Name;PID;Operation;Path;Result;Detail\n"
                   "10:29:05,5;a.exe;4;WriteFile;C:\\a, b;SUCCESS;Offset: 4.096, Length: 512, "
                   "I/O Flags: Non-cached\n")},
      "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0).offset, 4096u);
  EXPECT_EQ(trace->info.devices.at(0).name, "C:\\a, b");
  reader = OpenTrace({ScratchFile("date.csv",
                                  "\"Date & Time\",\"Process Name\",\"PID\",\"Operation\",\"Path\","
                                  "\"Result\",\"Detail\"\n")},
                     "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  EXPECT_THAT(ReadWhole(**reader),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("no column Time of Day or Relative Time"),
                              HasSubstr("Select Columns"))));
}

TEST(ProcmonTest, ClocksOfBothKindsAndMidnight) {
  for (const auto& [before, after] :
       {std::pair("11:59:59.5 PM", "12:00:00.25 AM"), std::pair("23:59:59,5", "00:00:00,25")}) {
    const std::string detail =
        "Offset: 1.024, Length: 2\xc2\xa0"
        "048, I/O Flags: Non-cached";
    const auto trace =
        ReadText("procmon", absl::StrCat(kProcmonHeader, ProcmonRow(before, "ReadFile", detail),
                                         ProcmonRow(after, "ReadFile", detail)));
    ASSERT_THAT(trace, IsOk());
    EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 750'000'000);
    EXPECT_EQ(trace->rows.queued.at(1).offset, 1024u);
    EXPECT_EQ(trace->rows.queued.at(1).length, 2048u);
  }
}

TEST(ProcmonTest, BadRowsAreNamed) {
  const std::string detail = "Offset: 0, Length: 512, I/O Flags: Non-cached";
  for (const std::string& row :
       {ProcmonRow("13:00:00 PM", "ReadFile", detail), ProcmonRow("noon", "ReadFile", detail),
        ProcmonRow("1:60:00", "ReadFile", detail),
        ProcmonRow("1:00:00", "ReadFile", "I/O Flags: Non-cached"), std::string("\"a\",\"b\"\n")})
    EXPECT_THAT(ReadText("procmon", absl::StrCat(kProcmonHeader, row)),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("line 2")))
        << row;
}

constexpr char kXperfHeader[] =
    "BeginHeader\n"
    "               DiskRead,  TimeStamp,     Process Name ( PID),   ThreadID,  CPU,             "
    "IrpPtr,   ByteOffset,     IOSize, ElapsedTime,  DiskNum, IrpFlags, DiskSvcTime, FileName\n"
    "              DiskFlush,  TimeStamp,     Process Name ( PID),   ThreadID,             IrpPtr, "
    "ElapsedTime,  DiskNum, IrpFlags, DiskSvcTime, I/O Pri\n"
    "EndHeader\n"
    "OS Version: 6.1.7601, Trace Size: 13952KB, Events Lost: 3, Buffers lost: 2, Trace Start: "
    "131777972134992100, Trace Length: 3 sec, PointerSize: 8, Trace Name: a.etl\n";

TEST(XperfTest, TheHeaderMapsColumns) {
  ImportLog log;
  const auto trace = ReadText(
      "xperf",
      absl::StrCat(
          kXperfHeader,
          "               DiskRead,       8612,        xperf.exe (3984),      11844, 2, "
          "0x0000000000001001, 0x00018f0b8000, 0x00001000,        283,        0, 0x060043, "
          "       283, \"C:\\$Mft, b\"\n"
          "              DiskFlush,       9900,           Unknown (  -1), 4294967295, "
          "0x0000000000001003,    3120,        3, 0x060000,       3120,       3\n"
          "           DiskReadInit,       9901,           System (   4),        112, 0x1\n"),
      {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->rows.queued[0].op, Op::kFlush) << "started first: its end was stamped";
  EXPECT_EQ(trace->rows.queued[0].queue_ns, 6'780'000);
  EXPECT_EQ(trace->rows.queued[1], (QueuedIo{.queue_ns = 8'329'000,
                                             .complete_ns = 8'612'000,
                                             .offset = 0x18f0b8000,
                                             .length = 4096,
                                             .task = 0}));
  EXPECT_EQ(trace->info.tasks.at(0).name, "xperf.exe");
  EXPECT_EQ(trace->info.tasks.at(0).pid, 3984);
  EXPECT_EQ(trace->info.tasks.at(1).tid, -1);
  EXPECT_EQ(FindEntry(log, "other_event")->count, 1u);
  EXPECT_EQ(trace->info.start_wall_ns, 1'533'323'613'499'210'000);
  EXPECT_EQ(trace->info.losses,
            (std::vector<LossWindow>{{.from_ns = 0, .to_ns = 9'900'000, .events = 5}}));
}

TEST(XperfTest, EventsThatTheHeaderDoesNotNameAreErrors) {
  EXPECT_THAT(
      ReadText("xperf", absl::StrCat(kXperfHeader, "DiskWrite, 1, a (1), 1, 0, 0, 0, 1, 0\n")),
      FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("columns of DiskWrite")));
}

}  // namespace
}  // namespace ioreel
