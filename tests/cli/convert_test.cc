#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kIolog[] =
    "fio version 3 iolog\n0 f add\n0 f open\n150 f write 1048576 65536\n151 f sync 0 0\n"
    "200 f read 0 0\n1000 f read 4096 512\n1000 f close\n";

TEST(ConvertTest, SaysWhatItWroteAndWhatItMet) {
  const std::string out = ScratchPath("out.csv");
  const ProgramRun run = RunIoreel({"convert", ScratchFile("in.iolog", kIolog), "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, absl::StrCat(out, ": 3 queued I/Os, 0 requests, 1 device, 850 µs, ",
                                  std::filesystem::file_size(out), " bytes\n"));
  EXPECT_THAT(run.err, AllOf(HasSubstr("in.iolog: line 6: "), HasSubstr("zero_length")));
  EXPECT_EQ(RunIoreel({"convert", out, "-o", ScratchPath("again.csv")}).code, 0);
  EXPECT_EQ(*ReadFile(out), *ReadFile(ScratchPath("again.csv")));
}

TEST(ConvertTest, MeterCsvOfOneLevel) {
  const std::string out = ScratchPath("meter.csv");
  const std::string in = ScratchFile("in.iolog", kIolog);
  EXPECT_EQ(RunIoreel({"convert", in, "-o", out, "--csv", "meter", "--level", "queue"}).code, 0);
  EXPECT_EQ(*ReadFile(out),
            "t_ns,op,offset_bytes,len_bytes\n150000,W,1048576,65536\n151000,F,0,0\n"
            "1000000,R,4096,512\n");
  const ProgramRun misnamed =
      RunIoreel({"convert", in, "-o", ScratchPath("m.ioreel"), "--csv", "meter"});
  EXPECT_EQ(misnamed.code, 2);
  EXPECT_THAT(misnamed.err, HasSubstr("m.ioreel is named like ioreel"));
  const ProgramRun issue =
      RunIoreel({"convert", in, "-o", out, "--csv", "meter", "--level", "issue"});
  EXPECT_EQ(issue.code, 1);
  EXPECT_THAT(issue.err, HasSubstr("--level queue"));
}

TEST(ConvertTest, OptionsReachTheReader) {
  const std::string in =
      ScratchFile("torn.iolog", "fio version 3 iolog\n9 f read 0 512\n1 f read 0 512\n2 f re\n");
  const std::string out = ScratchPath("torn.csv");
  const ProgramRun strict = RunIoreel({"convert", in, "-o", out});
  EXPECT_EQ(strict.code, 1);
  EXPECT_THAT(strict.err, HasSubstr("line 3"));
  EXPECT_FALSE(std::filesystem::exists(out + ".partial"));
  const ProgramRun lenient =
      RunIoreel({"convert", in, "-o", out, "--tolerant", "--time-order", "sort"});
  EXPECT_EQ(lenient.code, 0) << lenient.err;
  EXPECT_THAT(lenient.err, AllOf(HasSubstr("warning"), HasSubstr("bad_line")));

  const std::string waits =
      ScratchFile("waits.iolog", "fio version 2 iolog\nf wait 5 0\nf read 0 512\n");
  EXPECT_EQ(RunIoreel({"convert", waits, "-o", out, "--csv", "meter", "--wait-unit", "us"}).code,
            0);
  EXPECT_THAT(*ReadFile(out), HasSubstr("\n5000,R,0,512\n"));
}

TEST(ConvertTest, WhatCannotBeIsOneLine) {
  const std::string in = ScratchFile("in.iolog", kIolog);
  const auto fails = [](const std::vector<std::string>& arguments, int code,
                        const std::string& why) {
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_THAT(run.err, AllOf(StartsWith("ioreel convert: "), HasSubstr(why)));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(run.out, "");
  };
  fails({"convert", in, "-o", in}, 1, "is the input");
  fails({"convert", in, "-o", ScratchPath("x.foo")}, 2, "--output-format");
  fails({"convert", in, "-o", "/nonexistent/x.csv"}, 1, "/nonexistent/x.csv");
  fails({"convert", in, "-o", "/dev/null", "--output-format", "csv"}, 1, "not a regular file");
  fails({"convert", "/nonexistent", "-o", ScratchPath("x.csv")}, 1, "no such file");
  fails({"convert", ScratchFile("empty", ""), "-o", ScratchPath("x.csv")}, 1, "empty");
  fails({"convert", ScratchFile("rubbish", "\1\2\3"), "-o", ScratchPath("x.csv")}, 1, "--format");
  fails({"convert", in}, 2, "-o");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--from", "fioo"}, 2,
        "takes a format's name (ioreel, ");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--to", "csv"}, 2, "--output-format");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--from", "csv", "--format", "fio-iolog"}, 2,
        "one format only");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--from", "2s", "--to", "1s"}, 2,
        "nothing is between");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--offset-range", "1g"}, 2, "1g-2g");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--op", "read,levitate"}, 2, "levitate");
  fails({"convert", in, "-o", ScratchPath("x.csv"), "--split", "0"}, 2, "4k");
}

TEST(ConvertTest, SaysHowMuchWasWrittenAndWhatWasNot) {
  const std::string csv = ScratchFile("zeroes.csv",
                                      "queue_ns,op,offset_bytes,length_bytes,pid\n"
                                      "0,read,0,512,3\n9,write_zeroes,0,4096,3\n");
  const std::string out = ScratchPath("zeroes.iolog");
  const ProgramRun run = RunIoreel({"convert", csv, "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("zeroes.iolog: 1 queued I/O, 1 device"));
  EXPECT_THAT(run.err, AllOf(HasSubstr("not_in_iolog_op"), HasSubstr("the tasks of 2 rows")));
}

TEST(ConvertTest, FromTakesAFormatsNameOrATime) {
  const std::string in = ScratchFile("in.iolog", kIolog), out = ScratchPath("part.csv");
  EXPECT_EQ(RunIoreel({"convert", in, "-o", out, "--from", "fio-iolog"}).code, 0);
  EXPECT_EQ(RunIoreel({"convert", in, "-o", out, "--from", "csv"}).code, 1) << "it is none";
  const ProgramRun run = RunIoreel({"convert", in, "-o", out, "--from", "151us", "--to", "1ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 queued I/O, 0 requests"));
  EXPECT_THAT(run.err, AllOf(HasSubstr("left out: 1 queued I/O before --from"),
                             HasSubstr("left out: 1 queued I/O at or after --to")));
  EXPECT_THAT(*ReadFile(out), HasSubstr("\n151000,,,flush,0,0,"));
}

TEST(ConvertTest, FiltersAndEditsGoTogether) {
  const std::string in = ScratchFile("in.iolog", kIolog), out = ScratchPath("part.csv");
  const ProgramRun run = RunIoreel(
      {"convert", in, "-o", out, "--op", "write,flush", "--offset-range", "1m-", "--split", "32k"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("2 queued I/Os"));
  EXPECT_THAT(*ReadFile(out), AllOf(HasSubstr("150000,,,write,1048576,32768,f,"),
                                    HasSubstr("150000,,,write,1081344,32768,f,")));
  const ProgramRun none = RunIoreel({"convert", in, "-o", out, "--op", "discard"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("no I/O is left by what was asked"));
  EXPECT_FALSE(std::filesystem::exists(out + ".partial"));
  const ProgramRun unknown = RunIoreel({"convert", in, "-o", out, "--device", "g"});
  EXPECT_THAT(unknown.err, HasSubstr("--device g: the trace has no such device; it has f"));
}

TEST(ConvertTest, ALevelAloneLeavesTheOtherTableOut) {
  const std::string in = ScratchFile("both.csv",
                                     "queue_ns,issue_ns,op,offset_bytes,length_bytes,request\n"
                                     ",5,read,0,512,0\n1,5,read,0,512,0\n");
  const std::string out = ScratchPath("issued.ioreel");
  const ProgramRun run = RunIoreel({"convert", in, "-o", out, "--level", "issue"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("issued.ioreel: 1 request, 1 device"));
  EXPECT_EQ(RunIoreel({"convert", out, "-o", ScratchPath("none.csv"), "--level", "queue"}).code, 1);
}

TEST(ConvertTest, ATraceWithoutTheLevelSaysSo) {
  const ProgramRun run = RunIoreel({"convert", ScratchFile("in.iolog", kIolog), "--level", "issue",
                                    "-o", ScratchPath("none.csv")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("has no issued requests; use --level queue"));
}

TEST(ConvertTest, TheTaintOfALossyTraceIsNotDroppedInSilence) {
  TraceInMemory trace = RandomTrace({.chunks = 2});
  trace.info.tainted = true;
  trace.info.losses = {{.cpu = 0, .from_ns = 1, .to_ns = 2, .events = 41}};
  const ProgramRun run =
      RunIoreel({"convert", WriteContainer(trace), "-o", ScratchPath("lossy.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("warning: ioreel's CSV has no place for the taint"),
                             HasSubstr("41 lost events in 1 window")));
}

/// blktrace → CSV → container → CSV keeps both tables, and the queue level is what the kernel said.
TEST(ConvertTest, ARealTraceGoesRoundWithoutLoss) {
  SKIP_WITHOUT_SHARED(trace, "traces/own/d_real.blktrace.0");
  SKIP_WITHOUT_SHARED(queued, "traces/own/d_real.csv");
  const auto convert = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"convert"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramRun run = RunIoreel(all);
    EXPECT_EQ(run.code, 0) << run.err;
  };
  const std::string first = ScratchPath("1.csv"), second = ScratchPath("2.csv"),
                    direct = ScratchPath("direct.ioreel"), around = ScratchPath("around.ioreel");
  convert({trace, "-o", first});
  convert({first, "-o", around});
  convert({around, "-o", second});
  EXPECT_TRUE(*ReadFile(first) == *ReadFile(second));
  convert({trace, "-o", direct});
  convert({direct, "-o", second});
  EXPECT_TRUE(*ReadFile(first) == *ReadFile(second));

  convert({around, "-o", second, "--csv", "meter", "--level", "queue"});
  EXPECT_TRUE(*ReadFile(second) == *ReadFile(queued));
  convert({around, "-o", second, "--csv", "meter", "--level", "issue"});
  const std::string issued = *ReadFile(second);
  EXPECT_EQ(std::count(issued.begin(), issued.end(), '\n'), 1 + 3896);
}

TEST(ConvertTest, AnUnfinishedOutputIsNotOverwritten) {
  ScratchFile("taken.csv.partial", "a recording that was killed");
  const ProgramRun run =
      RunIoreel({"convert", ScratchFile("in.iolog", kIolog), "-o", ScratchPath("taken.csv")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("taken.csv.partial: exists"));
  EXPECT_EQ(*ReadFile(ScratchPath("taken.csv.partial")), "a recording that was killed");
  std::filesystem::remove(ScratchPath("taken.csv.partial"));
}

TEST(ConvertTest, NorIsOneBehindALink) {
  const std::string link = ScratchPath("link.csv");
  std::filesystem::create_symlink(ScratchFile("linked.csv", "old"), link);
  ScratchFile("linked.csv.partial", "a recording that was killed");
  const ProgramRun run = RunIoreel({"convert", ScratchFile("in.iolog", kIolog), "-o", link});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("linked.csv.partial: exists"));
  EXPECT_EQ(*ReadFile(ScratchPath("linked.csv.partial")), "a recording that was killed");
}

}  // namespace
}  // namespace ioreel
