#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "traces/synth/named_patterns.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(SynthCommandTest, MakesATraceThatInfoTellsOf) {
  const std::string trace = FreshScratchPath("mixed.ioreel");
  const ProgramRun made = RunIoreel({"synth", "mixed,span=1g,ios=5000,rate=1000", "-o", trace});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.out, trace + ": 5,000 I/Os\n");
  const ProgramRun info = RunIoreel({"info", trace});
  EXPECT_THAT(info.out, HasSubstr("source   synth,"));
  EXPECT_THAT(info.out, HasSubstr("thread-4 4"));
  EXPECT_THAT(info.out, HasSubstr("128 KiB "));
}

TEST(SynthCommandTest, TheSameSeedGivesTheSameFile) {
  const std::string a = FreshScratchPath("a.csv"), b = FreshScratchPath("b.csv");
  for (const std::string& path : {a, b}) {
    ASSERT_EQ(RunIoreel({"synth", "webserver,span=1g,ios=1000,seed=5", "-o", path}).code, 0);
  }
  EXPECT_EQ(RunProgram({"cmp", a, b}).code, 0);
}

TEST(SynthCommandTest, WhatIsWrongIsToldBeforeAnythingIsMade) {
  const std::string trace = FreshScratchPath("none.ioreel");
  const ProgramRun run = RunIoreel({"synth", "randread,span=1g,ios=10,bs=3q", "-o", trace});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("ioreel synth: bs: '3q' is not a size"));
  EXPECT_EQ(RunProgram({"test", "-e", trace}).code, 1);
  EXPECT_EQ(RunIoreel({"synth", "randread,span=1g,ios=10"}).code, 2);
  EXPECT_EQ(RunIoreel({"synth", "randread,span=1g", "-o", trace}).code, 2);
}

TEST(SynthCommandTest, EveryPatternIsListedWithItsKeys) {
  const ProgramRun run = RunIoreel({"list", "patterns"});
  EXPECT_EQ(run.code, 0);
  for (const NamedPattern& pattern : NamedPatterns()) {
    EXPECT_THAT(run.out,
                HasSubstr(std::string(pattern.name) + ": " + std::string(pattern.description) +
                          "\n    " + std::string(pattern.keys) + "\n"));
  }
}

TEST(SynthCommandTest, AsFastAsPossibleATimeLimitEndsASoundRun) {
  const std::string trace = FreshScratchPath("long.ioreel");
  ASSERT_EQ(RunIoreel({"synth", "randread,bs=4k,span=1g,ios=1000000", "-o", trace}).code, 0);
  const ProgramRun run = RunIoreel({"replay", trace, "--target", "sim:1g:read=1ms:channels=8",
                                    "--mode", "afap", "--depth", "8", "--duration", "10s"});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("80,000"));
}

}  // namespace
}  // namespace ioreel
