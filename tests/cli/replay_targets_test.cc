#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

/// What a command line says of its targets, and cannot mean.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two writes and a read of `sda`, and of `devices` more.
std::string Trace(int devices = 1) {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";
  for (const char* io :
       {"0,100000,write,0,65536", "200000,300000,write,65536,4096", "400000,500000,read,0,4096"}) {
    for (int i = 0; i < devices; ++i) {
      absl::StrAppend(&text, io, ",sd", std::string(1, static_cast<char>('a' + i)), ",1\n");
    }
  }
  return ScratchFile("targets.csv", text);
}

/// The error of a command that is wrong in itself.
std::string UsageErrorOf(std::vector<std::string> arguments, int devices = 1) {
  arguments.insert(arguments.begin(), Trace(devices));
  const ProgramRun run = RunReplay(arguments);
  EXPECT_EQ(run.code, 2) << run.out << run.err;
  return run.err;
}

/// The error of one that fails on what it finds.
std::string ErrorOf(std::vector<std::string> arguments, int devices = 1) {
  arguments.insert(arguments.begin(), Trace(devices));
  const ProgramRun run = RunReplay(arguments);
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  return run.err;
}

TEST(ReplayTargetsTest, WhatIsNoTargetIsWrongUsageOfTheOptionThatNamesIt) {
  EXPECT_THAT(UsageErrorOf({"--target", "raid0(chunk=6z,a)"}),
              HasSubstr("ioreel replay: --target: column 13: expected a size such as 64k or 10g, "
                        "found '6z'\n  raid0(chunk=6z,a)\n              ^\n"));
  EXPECT_THAT(UsageErrorOf({"--map", "sda=raid0(a", "--map", "sdb=b"}, 2),
              HasSubstr("ioreel replay: --map sda: column 6: this '(' is never closed\n  raid0(a\n"
                        "       ^\n"));
  const std::string map = ScratchFile("map", "# new\nsda=a\nsdb=raid1(b)\n");
  EXPECT_THAT(UsageErrorOf({"--map-file", map}, 2),
              HasSubstr(absl::StrCat(map, ", line 3: column 1: raid1 takes at least 2 members")));
  EXPECT_THAT(UsageErrorOf({"--map-file", ScratchFile("map", "sda /dev/sdb\n")}),
              HasSubstr("map, line 1: \"sda /dev/sdb\" is not DEVICE=TARGET"));
}

TEST(ReplayTargetsTest, WhatIsWrongWithAMemberThatWasOpenedNamesTheOptionToo) {
  EXPECT_THAT(ErrorOf({"--target", "raid1(/no/such,/nor/this)"}),
              HasSubstr("--target: column 7: /no/such does not exist; --create auto makes"));
  EXPECT_THAT(ErrorOf({"--map", "sda=raid1(/no/such,/nor/this)"}),
              HasSubstr("--map sda: column 7: /no/such does not exist"));
  EXPECT_THAT(ErrorOf({"--map", "sda=/no/such"}),
              HasSubstr("--map sda: the target /no/such does not exist"));
}

TEST(ReplayTargetsTest, AFileThatIsToBeMadeTwiceIsNamed) {
  const std::string a = FreshScratchPath("a"), b = FreshScratchPath("b");
  EXPECT_THAT(ErrorOf({"--target", absl::StrCat("raid1(", a, ",", a, ")"), "--create", "auto"}),
              AllOf(HasSubstr(absl::StrCat("column ", 8 + a.size(), ": ", a, " is given twice")),
                    HasSubstr("members share no space")));
  const std::string again = ScratchPath("./a");
  EXPECT_THAT(ErrorOf({"--target", absl::StrCat("raid1(", a, ",", again, ")"), "--create", "auto"}),
              HasSubstr(absl::StrCat(again, " is the same as ", a)));
  EXPECT_THAT(ErrorOf({"--map", "sda=" + a, "--map", "sdb=" + again, "--create", "auto"}, 2),
              HasSubstr(absl::StrCat("share space: ", again, " is the same as ", a)));
  EXPECT_FALSE(std::filesystem::exists(a));
  EXPECT_FALSE(std::filesystem::exists(b));
}

TEST(ReplayTargetsTest, NumbersThatMeanNothingAreWrongUsageOfTheirOption) {
  const std::string target = FreshScratchPath("t");
  const auto error = [&](const std::string& option, const std::string& value) {
    return UsageErrorOf({"--target", target, "--create", "auto", option, value});
  };
  EXPECT_THAT(error("--split", "0"), HasSubstr("--split: takes a size such as 4k, not 0"));
  EXPECT_THAT(error("--align", "0"), HasSubstr("--align: takes a size such as 4k, not 0"));
  EXPECT_THAT(error("--lba-scale", "0"), HasSubstr("--lba-scale: '0' is no factor"));
  EXPECT_THAT(error("--speed", "0"), HasSubstr("--speed: '0' is no factor"));
  EXPECT_THAT(error("--create", "much"), HasSubstr("--create: "));
  EXPECT_THAT(error("--duration", "0"), HasSubstr("--duration 0 would replay nothing"));
  EXPECT_THAT(error("--depth", "-1"), HasSubstr("--depth takes 1 or more"));
  EXPECT_THAT(error("--loops", "0"), HasSubstr("counts from 1"));
}

// Multiples of one byte are what every I/O has.
TEST(ReplayTargetsTest, AlignmentToOneByteChangesNothing) {
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun run = RunReplay({Trace(), "--target", FreshScratchPath("t"), "--create", "auto",
                                    "--align", "1", "--mode", "afap", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(ResultOf(out).options.count("align_bytes"), 0u);
}

TEST(ReplayTargetsTest, EnginesThatMoveNoDataVerifyNothing) {
  for (const char* engine : {"null", "sim"}) {
    EXPECT_THAT(UsageErrorOf({"--target", FreshScratchPath("t"), "--create", "auto", "--engine",
                              engine, "--verify", "end"}),
                HasSubstr(absl::StrCat("--verify reads back what was written, and --engine ",
                                       engine, " moves no data")));
  }
}

// A stripe of 64 KiB is cut by the array already, one of 4 KiB more by --split.
TEST(ReplayTargetsTest, OnlyWhatSplitCutsIsCounted) {
  const auto changes = [](const std::string& chunk, const std::string& split) {
    const std::string out = FreshScratchPath("out.json"), folder = ScratchPath(chunk + split);
    std::filesystem::create_directory(folder);
    const ProgramRun run =
        RunReplay({Trace(), "--target",
                   absl::StrCat("raid0(chunk=", chunk, ",", folder, "/a,", folder, "/b)"),
                   "--create", "auto", "--mode", "afap", "--split", split, "-o", out});
    EXPECT_EQ(run.code, 0) << run.err;
    const std::vector<Substitution> found = ResultOf(out).repeats.at(0).substitutions;
    const std::string text = found.empty() ? "" : absl::StrCat(found[0].count, " ", found[0].what);
    EXPECT_EQ(run.out.find("changed      ") != std::string::npos, !found.empty()) << run.out;
    return text;
  };
  EXPECT_EQ(changes("16k", "16k"), "");
  EXPECT_EQ(changes("64k", "32k"), "1 cut into requests of at most 32 KiB (--split)");
  EXPECT_EQ(changes("16k", "8k"), "1 cut into requests of at most 8 KiB (--split)");
}

TEST(ReplayTargetsTest, TheResultIsWrittenThoughNobodyReadsTheText) {
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun run =
      RunProgram({"sh", "-c",
                  absl::StrCat("{ sleep 0.1; '", IoreelPath(), "' replay ", Trace(), " --target ",
                               FreshScratchPath("t"), " --create auto --mode afap -o ", out,
                               "; echo $? >&2; } | true")});
  EXPECT_THAT(run.err, HasSubstr("0\n"));
  EXPECT_EQ(ResultOf(out).repeats.size(), 1u);
}

}  // namespace
}  // namespace ioreel
