#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "absl/strings/str_split.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "traces/synth/sweep_presets.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kDrive[] = "sim:1g:read=100us:write=50us:channels=8";

std::string TextOf(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(SweepCommandTest, ADriveWithChannelsIsAsFastAsItsDepthUpToThem) {
  const std::string json = FreshScratchPath("sweep.json"), csv = FreshScratchPath("sweep.csv");
  const ProgramRun run =
      RunIoreel({"sweep", "--target", kDrive, "--pattern", "randread,seqwrite,bs=8k", "--depths",
                 "1,8,16", "--time", "2s", "-o", json, "--csv", csv});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("randread\nlength  depth"));
  EXPECT_THAT(run.out, HasSubstr("4 KiB       8        1  327.7  80,000  100 µs"));
  const auto sweep = ReadSweepResult(json);
  ASSERT_THAT(sweep, IsOk());
  ASSERT_EQ(sweep->cells.size(), 6u);
  EXPECT_TRUE(sweep->complete);
  const double iops[] = {10'000, 80'000, 80'000, 20'000, 160'000, 160'000};
  for (size_t i = 0; i < 6; ++i) {
    ASSERT_EQ(sweep->cells[i].result.repeats.size(), 1u);
    EXPECT_NEAR(sweep->cells[i].result.repeats[0].iops, iops[i], iops[i] * 1e-3) << i;
  }
  EXPECT_EQ(sweep->cells[5].block_bytes, 8192u);
  EXPECT_EQ(std::vector<std::string>(absl::StrSplit(TextOf(csv), '\n')).size(), 8u);
}

TEST(SweepCommandTest, LengthsByDepthsAreTables) {
  const ProgramRun run = RunIoreel({"sweep", "--target", kDrive, "--pattern", "randread",
                                    "--block-sizes", "4k,8k", "--depths", "1,8", "--time", "1s"});
  EXPECT_THAT(run.out, HasSubstr("IOPS     QD 1    QD 8\n"
                                 "4 KiB  10,000  80,000\n"
                                 "8 KiB  10,000  80,000\n"));
}

TEST(SweepCommandTest, ThreadsMultiplyTheDepth) {
  const ProgramRun run = RunIoreel({"sweep", "--target", kDrive, "--pattern", "randread",
                                    "--threads", "4", "--depths", "2", "--time", "1s"});
  EXPECT_THAT(run.out, HasSubstr("4 KiB       2        4  327.7  80,000"));
}

TEST(SweepCommandTest, RoundsUntilSteadyEndWhenTheDriveIs) {
  const ProgramRun run =
      RunIoreel({"sweep", "--target", kDrive, "--preset", "snia-latency", "--time", "100ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("round 5: "));
  EXPECT_THAT(run.err, Not(HasSubstr("round 6: ")));
  EXPECT_THAT(run.out, Not(HasSubstr("not steady")));
}

TEST(SweepCommandTest, AFileThatIsMadeIsFilledFirst) {
  const std::string file = FreshScratchPath("target");
  const ProgramRun run = RunIoreel(
      {"sweep", "--target", file, "--create", "16m", "--pattern", "randread", "--time", "50ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("writing 16 MiB, so that no read finds a hole"));
  const ProgramRun blocks = RunProgram({"stat", "-c", "%b", file});
  EXPECT_GE(std::stol(blocks.out) * 512, 16 << 20);
}

TEST(SweepCommandTest, WhatStandsAgainstLoadsIsToldBeforeAnyIsDone) {
  const std::string file = ScratchFile("precious", std::string(1 << 20, 'x'));
  const ProgramRun run =
      RunIoreel({"sweep", "--target", file, "--pattern", "randread,randwrite", "--time", "50ms"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("nothing was done, since some loads cannot be done here"));
  EXPECT_THAT(run.err, HasSubstr("this stands against 1 of 2: randwrite 4 KiB, 1 deep"));
  EXPECT_EQ(TextOf(file), std::string(1 << 20, 'x'));
}

TEST(SweepCommandTest, WhatDoesNotFitTogetherIsAUsageError) {
  const std::vector<std::string> cases[] = {
      {},
      {"--target", kDrive, "--preset", "depths", "--depths", "1"},
      {"--target", kDrive, "--preset", "nonesuch"},
      {"--target", kDrive, "--depths", "0"},
      {"--target", kDrive, "--block-sizes", "4q"},
      {"--target", kDrive, "--pattern", "nonesuch"},
      {"--target", kDrive, "--time", "0"},
      {"--target", kDrive, "--rounds", "-1"},
  };
  for (std::vector<std::string> arguments : cases) {
    arguments.insert(arguments.begin(), "sweep");
    EXPECT_EQ(RunIoreel(arguments).code, 2) << ::testing::PrintToString(arguments);
  }
}

TEST(SweepCommandTest, ResultsDoNotReplaceTheTargetNorEachOther) {
  const std::string file = ScratchFile("target-kept", std::string(1 << 20, 'x'));
  for (const char* const option : {"-o", "--csv"}) {
    const ProgramRun run = RunIoreel(
        {"sweep", "--target", file, "--pattern", "randread", "--time", "1ms", option, file});
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr(std::string(option) + " " + file + " would replace the target"));
  }
  EXPECT_EQ(TextOf(file), std::string(1 << 20, 'x'));
  const std::string drive = ScratchFile("mine.toml", "kind = 'ssd'");
  EXPECT_EQ(RunIoreel({"sweep", "--target", "sim:" + drive, "-o", drive}).code, 2);
  EXPECT_EQ(TextOf(drive), "kind = 'ssd'");
  const std::string both = FreshScratchPath("both");
  EXPECT_EQ(RunIoreel({"sweep", "--target", kDrive, "-o", both, "--csv", both}).code, 2);
}

TEST(SweepCommandTest, KeysThatASweepSaysItselfAreRefused) {
  for (const char* const key : {"rate=10", "ios=10", "bytes=1m"}) {
    const ProgramRun run =
        RunIoreel({"sweep", "--target", kDrive, "--pattern", std::string("randread,") + key});
    EXPECT_EQ(run.code, 2) << key;
    EXPECT_THAT(run.err, HasSubstr("are keys for `ioreel synth`"));
  }
}

TEST(SweepCommandTest, ASpanThatTheTargetDoesNotHaveIsRefused) {
  const ProgramRun run = RunIoreel({"sweep", "--target", kDrive, "--span", "2g"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("--span 2 GiB is more than sim:1g"));
}

TEST(SweepCommandTest, DiscardsHaveAMeanTime) {
  const ProgramRun run =
      RunIoreel({"sweep", "--target", kDrive, "--pattern", "trim", "--time", "1s"});
  EXPECT_THAT(run.out, HasSubstr("10,000  100 µs"));
}

TEST(SweepCommandTest, SweepsAreListed) {
  const ProgramRun run = RunIoreel({"list", "sweeps"});
  for (const SweepPreset& preset : SweepPresets()) {
    EXPECT_THAT(run.out, HasSubstr(std::string(preset.name) + ": "));
  }
}

TEST(PrepareCommandTest, DoesItsStepsInOrder) {
  const ProgramRun run =
      RunIoreel({"prepare", "--target", kDrive, "--purge", "--fill", "2x", "--random", "1s",
                 "--steady", "--round", "1s", "--trim", "--idle", "1ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("fill     2 GiB in "));
  size_t at = 0;
  for (const char* const step : {"purge ", "fill ", "random ", "round 1 ", "round 5 ",
                                 "steady   reached after 5 rounds", "trim ", "idle "}) {
    const size_t found = run.out.find(step, at);
    ASSERT_NE(found, std::string::npos) << step << "\n" << run.out;
    at = found;
  }
}

TEST(PrepareCommandTest, WritesNothingWithoutConsent) {
  const std::string file = ScratchFile("kept", std::string(1 << 20, 'x'));
  const ProgramRun run = RunIoreel({"prepare", "--target", file, "--fill", "1x"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("will not write to"));
  EXPECT_EQ(TextOf(file), std::string(1 << 20, 'x'));
}

TEST(PrepareCommandTest, FillsAFileItMakes) {
  const std::string file = FreshScratchPath("made");
  const ProgramRun run = RunIoreel({"prepare", "--target", file, "--create", "3m", "--fill", "1x"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("fill     3 MiB in "));
}

TEST(PrepareCommandTest, ATargetSmallerThanItsLoadsIsPreparedAllTheSame) {
  const std::string file = FreshScratchPath("small");
  const ProgramRun run =
      RunIoreel({"prepare", "--target", file, "--create", "64k", "--fill", "1x", "--trim"});
  EXPECT_THAT(run.out, HasSubstr("fill     64 KiB in "));
  EXPECT_THAT(run.out, HasSubstr("trim     64 KiB in "));
}

TEST(PrepareCommandTest, RoundsWithoutAnyIoProveNothing) {
  const ProgramRun run = RunIoreel({"prepare", "--target", FreshScratchPath("brief"), "--create",
                                    "1m", "--steady", "--round", "1ns"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("a round did no I/O"));
}

TEST(PrepareCommandTest, NothingToDoIsAUsageError) {
  EXPECT_EQ(RunIoreel({"prepare", "--target", FreshScratchPath("auto"), "--create", "auto",
                       "--fill", "1x"})
                .code,
            2);
  EXPECT_EQ(RunIoreel({"prepare", "--target", kDrive}).code, 2);
  EXPECT_EQ(RunIoreel({"prepare", "--fill", "2x"}).code, 2);
}

}  // namespace
}  // namespace ioreel
