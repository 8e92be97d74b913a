#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_split.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Iolog() {
  return ScratchFile("analyze.log",
                     "fio version 3 iolog\n"
                     "10 /dev/sdz add\n"
                     "20 /dev/sdz open\n"
                     "1000 /dev/sdz write 0 4096\n"
                     "2000 /dev/sdz write 4096 4096\n"
                     "3000 /dev/sdz write 4096 4096\n"
                     "4000000 /dev/sdz read 65536 512\n");
}

TEST(AnalyzeCommandTest, DescribesTheWorkload) {
  const ProgramRun run = RunIoreel({"analyze", Iolog()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, AllOf(HasSubstr("level       4 queued I/Os\n"),
                             HasSubstr("sequential  25.0 % of reads and writes on their device"),
                             HasSubstr("depth       completion times are not known\n"),
                             ContainsRegex("\n  write +3 +75.0 % +12 KiB +4 KiB +0 +3\n"),
                             ContainsRegex("\n  sequential write 4 KiB +1 +25.0 %"),
                             ContainsRegex("\n  written again +4 KiB +33.3 %\n"),
                             HasSubstr("\n  Q2Q  "), Not(HasSubstr("Q2C"))));
}

TEST(AnalyzeCommandTest, RawNumbersAreExact) {
  const ProgramRun run = RunIoreel({"analyze", "--raw", Iolog()});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(ContainsRegex("\n  write +3 +75 % +12288 B +4096 B +0 +3\n"),
                             ContainsRegex("\n  Q2Q +3 +1000000 ns +1333000000 ns ")));
}

TEST(AnalyzeCommandTest, JsonHasWhatIsUnknownAsNull) {
  const ProgramRun run = RunIoreel({"analyze", "--json", "--step", "10ms", Iolog()});
  ASSERT_EQ(run.code, 0) << run.err;
  const json told = json::parse(run.out);
  EXPECT_EQ(told["level"], "queue");
  EXPECT_EQ(told["count"], 4);
  EXPECT_EQ(told["ops"]["write"]["no_completion"], 3);
  EXPECT_EQ(told["times"]["q2c"]["with_bytes"], nullptr);
  EXPECT_EQ(told["depth"], nullptr);
  EXPECT_EQ(told["step_ns"], 10'000'000);
  EXPECT_EQ(told["blocks"]["rewritten_bytes"], 4096);
}

TEST(AnalyzeCommandTest, CsvIsTheStepTable) {
  const ProgramRun run = RunIoreel({"analyze", "--csv", Iolog()});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::vector<std::string> lines = absl::StrSplit(run.out, '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 1u + 3 + 2);
  EXPECT_THAT(lines[0], StartsWith("start_ns,step_ns,operation,access,up_to_bytes,ios,bytes,"));
  EXPECT_EQ(lines[1], "0,1000000000,all,,,3,12288,0,,,0,0,0,0,8192,8192");
  EXPECT_EQ(lines[2], "0,1000000000,write,random,4096,2,8192,0,,,,,,,,");
  EXPECT_EQ(lines[3], "0,1000000000,write,sequential,4096,1,4096,0,,,,,,,,");
  EXPECT_EQ(lines[5], "4000000000,1000000000,read,random,512,1,512,0,,,,,,,,");
  for (const std::string& line : lines) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 15);
}

TEST(AnalyzeCommandTest, FiltersAsElsewhere) {
  const ProgramRun run = RunIoreel({"analyze", "--json", "--op", "read", Iolog()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["count"], 1);
}

TEST(AnalyzeCommandTest, EitherLevelOfATraceWithBoth) {
  const std::string trace = ProjectFile("traces/demo/trace.ioreel");
  const json queued = json::parse(RunIoreel({"analyze", "--json", trace}).out);
  const json issued = json::parse(RunIoreel({"analyze", "--json", "--level", "issue", trace}).out);
  EXPECT_EQ(queued["count"], issued["other_level_count"]);
  EXPECT_EQ(issued["count"], queued["other_level_count"]);
  EXPECT_TRUE(queued["times"].contains("q2d"));
  EXPECT_TRUE(issued["times"].contains("d2d"));
  EXPECT_EQ(queued["ops"]["read"]["bytes"], issued["ops"]["read"]["bytes"]);
}

/// The two commands count with the same meters.
TEST(AnalyzeCommandTest, AgreesWithInfo) {
  const std::string trace = ProjectFile("traces/demo/trace.ioreel");
  const json info = json::parse(RunIoreel({"info", "--json", trace}).out)["queue"];
  const json told = json::parse(RunIoreel({"analyze", "--json", trace}).out);
  for (const std::string op : {"read", "write", "flush"}) {
    EXPECT_EQ(told["times"]["q2c"][op], info["ops"][op]["latency"]);
    EXPECT_EQ(told["ops"][op]["count"], info["ops"][op]["count"]);
  }
  EXPECT_EQ(told["depth"]["busy_ns"], info["busy_ns"]);
  EXPECT_EQ(told["sequential_in_task"]["share"], info["sequential_by_task"]);
}

/// The samples of a replay are a trace: what it issued, at both levels.
TEST(AnalyzeCommandTest, ASimulatedReplaysSamples) {
  const std::string samples = FreshScratchPath("samples.ioreel");
  const ProgramRun replay =
      RunIoreel({"replay", Iolog(), "--target", FreshScratchPath("target"), "--create", "auto",
                 "--mode", "timed", "--engine", "sim", "--samples", samples});
  ASSERT_EQ(replay.code, 0) << replay.err;
  const json told = json::parse(RunIoreel({"analyze", "--json", samples}).out);
  EXPECT_EQ(told["count"], 4);
  EXPECT_EQ(told["ops"]["write"]["bytes"], 12288);
  EXPECT_EQ(told["times"]["q2c"]["with_bytes"]["count"], 4);
  EXPECT_EQ(told["times"]["q2d"]["with_bytes"]["max_ns"], 0) << "issued when it was due";
  EXPECT_EQ(told["times"]["q2q"]["min_ns"], 1'000'000);
  EXPECT_EQ(told["blocks"]["rewritten_bytes"], 4096);
}

TEST(AnalyzeCommandTest, WhatMakesNoSenseIsAUsageError) {
  for (const std::vector<std::string>& bad : {std::vector<std::string>{"--step", "0s"},
                                              {"--top", "-1"},
                                              {"--json", "--csv"},
                                              {"--level", "both"}}) {
    std::vector<std::string> arguments = {"analyze", Iolog()};
    arguments.insert(arguments.end(), bad.begin(), bad.end());
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, 2) << bad[0];
    EXPECT_THAT(run.err, HasSubstr(bad[0])) << bad[0];
  }
}

TEST(AnalyzeCommandTest, AMissingTraceIsOneLineAndCode1) {
  const ProgramRun run = RunIoreel({"analyze", "/nowhere/x.ioreel"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, AllOf(StartsWith("ioreel analyze: "), HasSubstr("/nowhere/x.ioreel")));
}

TEST(AnalyzeCommandTest, AnEmptyTraceSaysSo) {
  const ProgramRun run = RunIoreel({"analyze", "--op", "flush", Iolog()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("There is no I/O at this level."));
}

}  // namespace
}  // namespace ioreel
