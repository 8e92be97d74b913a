#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "formats/columnar/usual_names.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// Any table: columns said by the user or named by a header.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

absl::StatusOr<WholeTrace> Read(absl::string_view text, const std::string& columns,
                                ImportLog* log = nullptr, absl::string_view format = "columns") {
  ReadOptions options;
  options.columns = columns;
  return ReadText(format, text, options, log);
}

TEST(ColumnsTest, ChoicesByNameAndNumberWithUnits) {
  for (const char* separator : {",", ";", "\t", "|"}) {
    const std::string text =
        absl::StrReplaceAll("ts,off,kind,size\n10.5,2,W,100\n11.75,3,R,1\n", {{",", separator}});
    const auto trace = Read(text, "time=ts[us],op=3,offset=off[512B],length=size");
    ASSERT_THAT(trace, IsOk());
    ASSERT_EQ(trace->rows.queued.size(), 2u);
    EXPECT_EQ(trace->rows.queued[0],
              (QueuedIo{.queue_ns = 0, .offset = 1024, .length = 100, .op = Op::kWrite}));
    EXPECT_EQ(trace->rows.queued[1].queue_ns, 1'250);
    EXPECT_EQ(trace->info.start_clock_ns, 10'500);
  }
}

// 2^62 ns and above, given or derived: differences of such times would overflow.
TEST(ColumnsTest, TimesTooFarFromTheirOriginAreRefused) {
  const std::string near = "4611686018427387903", far = "4611686018427387904";
  const std::string layout = "time=1[ns],latency=2[ns],op=3,offset=4[b],length=5[b]";
  EXPECT_THAT(Read(near + ",0,R,0,512\n", layout), IsOk());
  for (const std::string& times : {far + ",0", "-" + far + ",0", near + ",1", near + "," + near}) {
    EXPECT_THAT(Read(times + ",R,0,512\n", layout),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("146 years")))
        << times;
  }
  EXPECT_THAT(Read("-" + near + "," + near + ",R,0,512\n",
                   "end=1[ns],latency=2[ns],op=3,offset=4[b],length=5[b]"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("146 years")));
}

TEST(ColumnsTest, WithoutAHeader) {
  const auto trace = Read("sda 7 1577808000.5 4 8 app 1 0.25\n",
                          "device=1,pid=2,time=3[s],offset=4[4k],length=5[sectors],process=6,"
                          "op=7[0=write;1=read;2=ignore],latency=8[ms]");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(
      trace->rows.queued.at(0),
      (QueuedIo{
          .queue_ns = 0, .complete_ns = 250'000, .offset = 16384, .length = 4096, .task = 0}));
  EXPECT_EQ(trace->info.start_wall_ns, 1'577'808'000'500'000'000);
  EXPECT_EQ(trace->info.devices.at(0).name, "sda");
  EXPECT_EQ(trace->info.tasks.at(0).pid, 7);
  EXPECT_EQ(trace->info.tasks.at(0).name, "app");
}

TEST(ColumnsTest, UsualHeadersMapThemselves) {
  for (const char* header : {"time_us,op,offset,length", "Timestamp (us),Type,Offset_bytes,Size",
                             "#ts[us],rw,byte offset,bytes", "t_us,iotype,off,len_bytes"}) {
    ImportLog log;
    auto reader = OpenTrace(
        {ScratchFile("usual.csv", absl::StrCat(header, "\n1,RA,512,4096\n3,FWFS,0,512\n"))}, "", {},
        &log);
    ASSERT_THAT(reader, IsOk()) << header;
    const auto trace = ReadWhole(**reader);
    ASSERT_THAT(trace, IsOk()) << header;
    EXPECT_EQ(trace->rows.queued.at(0),
              (QueuedIo{.queue_ns = 0, .offset = 512, .length = 4096, .flags = kReadahead}));
    EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 2'000);
    EXPECT_EQ(trace->rows.queued.at(1).flags, kPreflush | kFua | kSync);
  }
}

/// The third row of a table of three, as said in usual words or by the user.
void ExpectThreeRows(absl::string_view text, const std::string& columns = "") {
  ImportLog log;
  const auto trace = Read(text, columns, &log);
  ASSERT_THAT(trace, IsOk()) << text;
  ASSERT_EQ(trace->rows.queued.size(), 3u) << text;
  EXPECT_EQ(trace->rows.queued[2],
            (QueuedIo{.queue_ns = 5'000, .offset = 4096, .length = 512, .op = Op::kWrite}))
      << text;
}

TEST(ColumnsTest, CommentsMayStandAboveTheHeader) {
  const std::string rows = "1,R,0,512\n2,R,0,512\n6,W,4096,512\n";
  const std::string header = "time_us,op,offset,length\n";
  ExpectThreeRows(header + rows);
  for (const char* above : {"# made by a tool, version 2\n", "#\n# a, b, c, d\n\n", "#one\n#two\n",
                            "# it's \"quoted\n", "# 1,R,0,512\n", "\n\n# two, words\n\n"}) {
    ExpectThreeRows(above + header + rows);
    ExpectThreeRows(absl::StrCat(above, "#", header, rows));
    ExpectThreeRows(absl::StrCat(above, "# ", header, "# units as said\n", rows));
    ExpectThreeRows(above + rows, "time=1[us],op=2,offset=3,length=4");
    ExpectThreeRows(absl::StrCat(above, "# when,what,where,many\n", rows),
                    "time=when[us],op=what,offset=where,length=many");
  }
  ExpectThreeRows("# recorded on monday\n1 R 0 512\n2 R 0 512\n6 W 4096 512\n",
                  "time=1[us],op=2,offset=3,length=4");
  ExpectThreeRows("#time_us,op,offset,length\n1,R,0,512,\n2,R,0,512,\n6,W,4096,512,\n");
}

TEST(ColumnsTest, EachOfSeveralFilesMayHaveTheHeader) {
  const std::string header = "time,op,offset,length\n", row = ",R,0,512\n";
  const auto rows = [&](const std::string& second) -> absl::StatusOr<size_t> {
    const std::string first = header + "2024-01-31T12:34:56Z" + row;
    ImportLog log;
    auto reader =
        OpenTrace({ScratchFile("a.csv", first), ScratchFile("b.csv", second)}, "columns", {}, &log);
    if (!reader.ok()) return reader.status();
    const auto trace = ReadWhole(**reader);
    if (!trace.ok()) return trace.status();
    return trace->rows.queued.size();
  };
  const std::string later = "2024-01-31T12:34:57Z" + row;
  EXPECT_EQ(*rows(header + later), 2u);
  EXPECT_EQ(*rows("# part 2\n" + header + later), 2u);
  EXPECT_EQ(*rows(later), 2u) << "its first line is a row";
  EXPECT_THAT(rows("op,time,offset,length\n" + later),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("b.csv: line 1")));
}

TEST(ColumnsTest, OpsMayBeTheKernelsLetters) {
  const std::string header = "time_us,op,offset,length\n";
  const auto trace = ReadText("columns", header + "1,des,0,512\n2,WZ,0,512\n3,ZR,0,512\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0).op, Op::kSecureErase);
  EXPECT_EQ(trace->rows.queued.at(0).flags, kSync);
  EXPECT_EQ(trace->rows.queued.at(1).op, Op::kWriteZeroes);
  EXPECT_EQ(trace->rows.queued.at(2).op, Op::kZoneReset);
  EXPECT_FALSE(ReadText("columns", header + "1,N,0,512\n").ok()) << "may be many things";
}

TEST(ColumnsTest, ATimeWithoutAUnitIsAskedFor) {
  const std::string path = ScratchFile("no_unit.csv", "time,op,offset,length\n1,R,512,4096\n");
  ImportLog log;
  EXPECT_THAT(OpenTrace({path}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("no_unit.csv"), HasSubstr("the time (time has no unit)"),
                              HasSubstr("--columns time=time[us]"))));
  ReadOptions options;
  options.columns = "time=time[ms]";
  EXPECT_THAT(OpenTrace({path}, "", options, &log), IsOk()) << "the others map themselves";
}

TEST(ColumnsTest, WhatAHeaderLeavesUnreadIsTold) {
  ImportLog log;
  const auto trace = Read("time_us,op,offset,length,latency,queue\n1,R,0,512,9,4\n", "", &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued[0].complete_ns, kNoTime);
  ASSERT_NE(FindEntry(log, "no_unit"), nullptr);
  EXPECT_THAT(FindEntry(log, "no_unit")->explanation, HasSubstr("--columns latency=latency[us]"));
  ASSERT_NE(FindEntry(log, "unknown_column"), nullptr);
  EXPECT_EQ(FindEntry(log, "unknown_column")->explanation, "not read: queue");
  EXPECT_THAT(Read("Timestamp;Response;IOType;Offset;Size\n1;2;R;0;8\n", ""),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        HasSubstr("as in --columns time=Timestamp[us]")));
}

TEST(ColumnsTest, WhatIsMissingOrWrongIsNamed) {
  const struct {
    const char* columns;
    const char* message;
  } kCases[] = {{"time=1[us],op=2,offset=3", "nothing says which column is the length"},
                {"time=1[us],op=2,offset=3,length=9", "column 9, but there are 4"},
                {"time=1[parsec],op=2,offset=3,length=4", "'parsec' is no unit of time"},
                {"time=1,op=2,offset=3,length=4", "needs a unit"},
                {"time=1[us],op=2,offset=3[0],length=4", "no unit of an offset"},
                {"time=1[us],op=2[0=eat],offset=3,length=4", "'0=eat'"},
                {"time=when[us],op=2,offset=3,length=4", "has no header"},
                {"when=1[us]", "'when' is none of time, end"},
                {"time=1[us", "no ]"},
                {"time=[us]", "names no column"},
                {"time=1[us],time=2[us],op=2,offset=3,length=4", "'time' twice"},
                {"time=1[us],op=2,offset=3,length=3", "column 3 is both offset and length"},
                {"time=1[us],op=2[r=read;R=write],offset=3,length=4", "'R' twice among the ops"},
                {"time=1[iso],end=2[filetime],op=2,offset=3,length=4", "two clocks"},
                {"time=1[us],latency=2[iso],op=2,offset=3,length=4", "'iso' is no unit"}};
  for (const auto& [columns, message] : kCases)
    EXPECT_THAT(Read("1,R,0,4096\n", columns),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
  EXPECT_THAT(Read("a,b\n1,2\n", "time=c[us]"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("there are: a, b")));
  EXPECT_THAT(Read("time_us,op,size,bytes,offset\n", ""),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("size and bytes")));
}

TEST(ColumnsTest, ChoicesChangeAFormatsOwn) {
  ImportLog log;
  const auto trace = Read("10 0 8 16 1\n", "time=1[ms],length=4[1k]", &log, "ssdsim");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0).queue_ns, 10'000'000);
  EXPECT_EQ(trace->rows.queued.at(0).offset, 8u * 512) << "as the format has it";
  EXPECT_EQ(trace->rows.queued.at(0).length, 16u * 1024);
  EXPECT_TRUE(log.entries().empty()) << "no doubt about the unit is left";
  EXPECT_THAT(Read("fio version 3 iolog\n", "time=1[ms]", &log, "ssdsim"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("line 1")));
}

TEST(ColumnsTest, OnlyTablesTakeThem) {
  ImportLog log;
  ReadOptions options;
  options.columns = "time=1[us],op=2,offset=3,length=4";
  EXPECT_THAT(
      OpenTrace({ScratchFile("x.iolog", "fio version 3 iolog\n0 a add\n")}, "", options, &log),
      FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("fio-iolog")));
  EXPECT_THAT(OpenTrace({ScratchFile("bare", "1 R 0 4096\n")}, "", options, &log), IsOk());
}

TEST(ColumnsTest, FileTimesAndScsiCodes) {
  const auto trace =
      Read("128166372003061629,2A,0,4096\n", "time=1[filetime],op=2[scsi],offset=3,length=4");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.start_wall_ns, 1'172'163'600'306'162'900);
  EXPECT_EQ(trace->rows.queued.at(0).op, Op::kWrite);
}

TEST(ColumnsTest, DatesAreTimesOfTheWallClock) {
  const auto trace = Read("2024-01-31T12:34:56.123456789Z,2024-01-31 13:34:56.2+01:00,R,0,4096\n",
                          "time=1[iso],end=2[iso],op=3,offset=4,length=5");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.start_wall_ns, 1'706'704'496'123'456'789);
  EXPECT_EQ(trace->rows.queued.at(0).complete_ns, 76'543'211);
  EXPECT_THAT(Read("31.01.2024 12:34:56,R,0,4096\n", "time=1[iso],op=2,offset=3,length=4"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("no date as 2024-01-31T")));
}

TEST(ColumnsTest, UsualHeadersTakeDatesThatTheirRowsShow) {
  ImportLog log;
  const std::string path = ScratchFile("dates.csv",
                                       "timestamp,op,offset,length\n2024-01-31 12:34:56,R,0,512\n"
                                       "2024-01-31 12:34:57.5,W,0,512\n");
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.start_wall_ns, 1'706'704'496'000'000'000);
  EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 1'500'000'000);
}

TEST(ColumnsTest, LongHeadersAndLineEndsInQuotes) {
  ImportLog log;
  std::string header = "time_us,op,offset,length,process", row = ",R,0,512,\"a\nb\"";
  for (int i = 0; i < 2000; ++i) {
    header += ",x";
    row += ",";
  }
  const std::string path = ScratchFile("long.csv", header + "\n1" + row + "\n2" + row + "\n");
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->info.tasks.at(0).name, "a\nb");
  const auto open =
      ReadText("columns", "time_us,op,offset,length,comm\n1,R,0,512,\"a\n2,R,0,512,b\n",
               {.tolerant = true}, &log);
  ASSERT_THAT(open, IsOk());
  EXPECT_EQ(open->rows.queued.size(), 1u) << "the row below a quote left open is read";
}

TEST(UsualNamesTest, UnitsStandInNames) {
  EXPECT_EQ(FindUsualName("size (KB)")->unit, 1024);
  EXPECT_EQ(FindUsualName("Start Time (s)")->unit, kSecond);
  EXPECT_EQ(FindUsualName("offset_sectors")->unit, kSector);
  EXPECT_EQ(FindUsualName("LBA")->unit, kSector);
  EXPECT_EQ(FindUsualName("latency[us]")->role, Role::kLatency);
  EXPECT_EQ(FindUsualName("time")->unit, std::nullopt);
  EXPECT_EQ(FindUsualName("weather"), std::nullopt);
  EXPECT_EQ(FindUsualName("time_parsec"), std::nullopt);
}

TEST(ReportsTest, AreNoTracesAndSayWhatToGive) {
  ImportLog log;
  for (const char* report : {"==================== All Devices ====================\n",
                             "(  8,  0)     0.000018823 cfq7810S / insert_request\n",
                             "avg-cpu:  %user   %nice\n", "PK\x03\x04...", "7z\xbc\xaf\x27\x1c"})
    EXPECT_THAT(OpenTrace({ScratchFile("report", report)}, "", {}, &log),
                FailsWith(absl::StatusCode::kInvalidArgument,
                          AllOf(HasSubstr("no trace"), Not(HasSubstr("looked for")))));
  std::string tar = "day.csv" + std::string(250, '\0') + "ustar";
  tar.resize(2048);
  EXPECT_THAT(OpenTrace({ScratchFile("day.tar", tar)}, "", {}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("`tar -xOf ARCHIVE |")));
}

}  // namespace
}  // namespace ioreel
