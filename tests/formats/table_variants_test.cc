#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/columnar/written_number.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// What copies of published traces, spreadsheets and programs make of a table.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kMs = 1'000'000, kSecond = 1'000'000'000;

/// Of a text whose format is told by its contents.
absl::StatusOr<WholeTrace> ReadSniffed(absl::string_view text, ImportLog* log) {
  auto reader = OpenTrace({ScratchFile("variant", text)}, "", {}, log);
  if (!reader.ok()) return reader.status();
  return ReadWhole(**reader);
}

TEST(WrittenNumberTest, TimesAsSpreadsheetsAndProgramsWriteThem) {
  EXPECT_EQ(ParseWrittenTimeNs("1.5", ',', kMs, 0), 1'500'000);
  EXPECT_EQ(ParseWrittenTimeNs("1e-05", ',', kSecond, 0), 10'000);
  EXPECT_EQ(ParseWrittenTimeNs("-2.5E+3", ' ', 1, 0), -2'500);
  EXPECT_EQ(ParseWrittenTimeNs("1e3", ',', kMs, 999), kMs);
  EXPECT_EQ(ParseWrittenTimeNs("1.28166372003061629e+17", ',', 100, 128166372003061000), 62'900)
      << "every digit counts";
  EXPECT_EQ(ParseWrittenTimeNs("12e-1", ',', kSecond, 0), 1'200 * kMs);
  EXPECT_EQ(ParseWrittenTimeNs("0,5", ';', kSecond, 0), 500 * kMs);
  EXPECT_EQ(ParseWrittenTimeNs("1,5e-3", ';', kSecond, 0), 1'500'000);
  EXPECT_EQ(ParseWrittenTimeNs("1,234", ';', kSecond, 0), 1'234 * kMs);
  EXPECT_EQ(ParseWrittenTimeNs("0,00036621", '\t', kSecond, 0), 366'210);
  for (const auto& [text, separator] :
       std::initializer_list<std::pair<absl::string_view, char>>{{"1,234", '\t'},
                                                                 {"1,234,567", ';'},
                                                                 {"1,5", ','},
                                                                 {"1e30", ','},
                                                                 {"nan", ','},
                                                                 {"inf", ','},
                                                                 {"1e", ','},
                                                                 {"e5", ','},
                                                                 {"1.5.2e3", ','},
                                                                 {"1e-99", ','},
                                                                 {"1e-2147483648", ','},
                                                                 {"1.5e3x", ','},
                                                                 {"", ';'}})
    EXPECT_EQ(ParseWrittenTimeNs(text, separator, kSecond, 0), std::nullopt) << text;
}

TEST(WrittenNumberTest, WholeNumbersMayHaveDecimalsOfZero) {
  EXPECT_EQ(ParseWrittenWhole("18446744073709551615"), 18446744073709551615u);
  EXPECT_EQ(ParseWrittenWhole("0x10"), 16u);
  EXPECT_EQ(ParseWrittenWhole("4096.0"), 4096u);
  EXPECT_EQ(ParseWrittenWhole("4096,00"), 4096u);
  EXPECT_EQ(ParseWrittenWhole("4096.000000"), 4096u);
  for (absl::string_view none : {"", "4096.", "4096.5", "1.000", "1,000", "1,000,000", ".0", "x.0"})
    EXPECT_EQ(ParseWrittenWhole(none), std::nullopt) << none;
}

TEST(TableVariantsTest, CopiesOfPublishedTracesMayHaveAHeaderQuotesAndCommasAtTheEnd) {
  const QueuedIo want{.queue_ns = 0, .offset = 4096, .length = 512, .op = Op::kWrite};
  for (absl::string_view text :
       {"Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n"
        "128166372003061629,hm,0,Write,4096,512,-1\n",
        "\xef\xbb\xbf\"128166372003061629\",\"hm\",\"0\",\"WRITE\",\"4096\",\"512\",\"\"\r\n",
        "128166372003061629,hm,0,write,4096.0,512.0,,\n",
        "hostname,disknumber,offset,size,type,responsetime,timestamp\n"
        "hm,0,4096,512,Write,,128166372003061629\n",
        "ASU,LBA,Size,Opcode,Timestamp\n0,8,512,w,0\n", " 0, 8, 512, W, 0.0 \r\n",
        "device_id,opcode,offset,length,timestamp\n419,W,4096,512,1577808000000046\n",
        "\"419\",\"W\",4096,512,1577808000000046,\n",
        "Timestamp,Response,IOType,LUN,Offset,Size\n1456135200.5,,w,4,4096,512\n",
        "1456135200.5,-3e-05,W,4,4096,512,\n"}) {
    ImportLog log;
    const auto trace = ReadSniffed(text, &log);
    ASSERT_THAT(trace, IsOk()) << text;
    ASSERT_EQ(trace->rows.queued.size(), 1u) << text;
    EXPECT_EQ(trace->rows.queued[0], want) << text;
  }
}

TEST(TableVariantsTest, TencentsHeader) {
  ImportLog log;
  const auto trace =
      ReadSniffed("Timestamp,Offset,Size,IOType,VolumeID\n1538323199,8,1,1,1063\n", &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.source, "tencent");
  EXPECT_EQ(trace->rows.queued.at(0).offset, 4096u);
}

TEST(TableVariantsTest, DiskmonInALocaleWithDecimalCommasBelowACommentOfNames) {
  ImportLog log;
  const auto trace = ReadSniffed(
      "#\tTime\tDuration (s)\tDisk\tRequest\tSector\tLength\n"
      "0\t0,043542\t0,00036621\t0\tWrite\t8\t1\n",
      &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0), (QueuedIo{.queue_ns = 43'542'000,
                                                .complete_ns = 43'908'210,
                                                .offset = 4096,
                                                .length = 512,
                                                .op = Op::kWrite}));
  EXPECT_EQ(FindEntry(log, "comment")->count, 1u);
}

TEST(TableVariantsTest, CommentsAreCountedAndNeverTakeRowsWithThem) {
  ImportLog log;
  const auto trace = ReadText("alibaba",
                              "# from disk 5\n419,W,0,512,1577808000000046\n"
                              "# a 3\" disk\n419,R,0,512,1577808000000047\n# \"\n",
                              {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(FindEntry(log, "comment")->count, 3u);
  EXPECT_FALSE(ReadSniffed("# nothing\n# but comments\n", &log).ok());
}

TEST(TableVariantsTest, ATableBySemicolonsHasDecimalCommas) {
  ImportLog log;
  const auto trace = ReadSniffed(
      "Zeit;Time (ms);Op;Offset;Length;Latency (us)\n"
      "x;10,5;R;4096,0;512;1e2\nx;11,625;W;0;512;12,5\n",
      &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0),
            (QueuedIo{.queue_ns = 0, .complete_ns = 100'000, .offset = 4096, .length = 512}));
  EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 1'125'000);
  EXPECT_EQ(trace->rows.queued.at(1).complete_ns, 1'137'500);
}

TEST(TableVariantsTest, ADateBeforeAndAfterRoundingIsSeen) {
  ImportLog log;
  const auto trace = ReadSniffed(
      "timestamp;op;offset;length\n20240501T123000,0000000004Z;R;0;512\n"
      "2024-05-01 14:30:00,0000000006 +0200;W;0;512\n2024-05-01T12:30;R;0;512\n",
      &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.start_wall_ns, 1'714'566'600 * kSecond);
  EXPECT_EQ(trace->rows.queued.at(2).queue_ns, 1);
}

TEST(TableVariantsTest, ATimeThatCannotBeTheFormatsIsDoubted) {
  ImportLog log;
  const auto trace = ReadText("alibaba", "419,W,0,512,1577808000000\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(FindEntry(log, "time_unit")->explanation, HasSubstr("none of 1990 to 2100"));
  EXPECT_FALSE(ReadSniffed("419,W,0,512,1577808000000\n", &log).ok());
}

TEST(TableVariantsTest, NanosecondsWithDecimalsAreDoubted) {
  ImportLog log;
  const auto trace = ReadSniffed("0.000100 1892 nfsd 8 8 W 6 0 4c3a\n", &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.source, "fiu");
  EXPECT_THAT(FindEntry(log, "below_ns")->explanation, HasSubstr("unit may be another"));
}

TEST(TableVariantsTest, RowsOfNothingBehindATableAreBlank) {
  ImportLog log;
  for (absl::string_view text :
       {"time_us,op,offset,length\n1,R,0,512\n,,,\n , ,,\n",
        "IO Type;Init Time (s);Size (B);Min Offset;Count\nRead;1,5;512;0;1\n;;;;\n"}) {
    const auto trace = ReadSniffed(text, &log);
    ASSERT_THAT(trace, IsOk());
    EXPECT_EQ(trace->rows.queued.size(), 1u);
  }
}

TEST(TableVariantsTest, OneFieldTooManyIsStillAnError) {
  for (absl::string_view row : {"419,W,0,512,1577808000000046,x", "419,W,0,512,1577808000000046,,",
                                "419,W,1.000,512,1577808000000046"})
    EXPECT_THAT(ReadText("alibaba", row),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("line 1")))
        << row;
}

}  // namespace
}  // namespace ioreel
