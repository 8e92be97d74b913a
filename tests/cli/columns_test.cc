#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// --columns is one option of every command that takes a trace.

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Table() { return ScratchFile("table.txt", "1000 W 8 8\n2000 R 16 8\n2500 F 0 0\n"); }

const char kColumns[] = "time=1[us],op=2,offset=3[512B],length=4[sectors]";

TEST(ColumnsOptionTest, InfoConvertAndReplayTakeIt) {
  const ProgramRun info = RunIoreel({"info", Table(), "--columns", kColumns});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("source   columns"));

  const std::string out = ScratchPath("columns.csv");
  const ProgramRun convert =
      RunIoreel({"convert", Table(), "--columns", kColumns, "-o", out, "--csv", "meter"});
  EXPECT_EQ(convert.code, 0) << convert.err;
  const ProgramRun again = RunIoreel({"info", out});
  EXPECT_THAT(again.out, HasSubstr("  flush"));

  const ProgramRun replay = RunIoreel({"replay", Table(), "--columns", kColumns, "--target",
                                       ScratchPath("new"), "--create", "auto", "--dry-run"});
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("nothing was done"));
}

TEST(ColumnsOptionTest, WhatIsWrongIsOneLine) {
  const ProgramRun run = RunIoreel({"info", Table(), "--columns", "time=1,op=2"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("needs a unit"));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
  const std::string named = ScratchFile("named.csv", "when,op,offset,size\n1,R,0,8\n");
  for (const std::string& columns :
       {std::string("time=whem[us]"), std::string("time=5[us]"), std::string("time=when")}) {
    const ProgramRun unfit = RunIoreel({"info", named, "--columns", columns});
    EXPECT_EQ(unfit.code, 2) << columns;
    EXPECT_THAT(unfit.err, HasSubstr("named.csv: --columns: ")) << columns;
  }
  const ProgramRun empty = RunIoreel({"info", named, "--columns", ""});
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("--columns: names no column"));
  for (const char* command : {"info", "convert", "replay"}) {
    const ProgramRun usage = RunIoreel({command, Table(), "--columns", "when=1[us]"});
    EXPECT_EQ(usage.code, 2) << command;
    EXPECT_THAT(usage.err, HasSubstr(": --columns: 'when' is none of time, end"));
    EXPECT_THAT(usage.err, Not(HasSubstr("--columns: --columns")));
    EXPECT_EQ(std::count(usage.err.begin(), usage.err.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace ioreel
