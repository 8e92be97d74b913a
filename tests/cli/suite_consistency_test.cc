#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/consistency_phases.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/sim_suite.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr int64_t kMinuteNs = 60'000'000'000;

TEST(ConsistencyPhasesTest, AreThoseOfPcmark8) {
  const std::vector<ConsistencyPhase> phases = ConsistencyPhases(1);
  ASSERT_EQ(phases.size(), 18u);
  int64_t writing_ns = 0;
  for (const ConsistencyPhase& phase : phases) writing_ns += phase.writes ? phase.length_ns : 0;
  EXPECT_EQ(writing_ns, 445 * kMinuteNs);
  EXPECT_EQ(phases[0].name, "01_degrade_1");
  EXPECT_EQ(phases[0].length_ns, 10 * kMinuteNs);
  EXPECT_EQ(phases[7].length_ns, 45 * kMinuteNs);
  EXPECT_EQ(phases[8].name, "09_steady_1");
  EXPECT_EQ(phases[17].name, "18_recovery_5");
  EXPECT_FALSE(phases[17].writes);
  EXPECT_EQ(ConsistencyPhases(0.01)[0].length_ns, 6'000'000'000);
}

class SuiteConsistencyTest : public testing::Test {
 protected:
  SuiteConsistencyTest() { RunProgram({"rm", "-rf", folder_}); }

  ProgramRun Test(const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "suite",   "consistency", "--suite",   SmallSuite("consistency"),
        "-o",      folder_,       "--idle",    "0",
        "--scale", "0.001x",      "--max-lag", "1h"};
    words.insert(words.end(), more.begin(), more.end());
    return RunIoreel(words);
  }

  const std::string folder_ = ScratchPath("consistency-results");
};

TEST_F(SuiteConsistencyTest, EachPhaseHasAResultAndALineOfTheScores) {
  const ProgramRun run = Test({"--target", "sim:64m:read=80us"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("precondition: writing 128 MiB"));
  EXPECT_THAT(run.err, HasSubstr("01_degrade_1: writing for 600 ms"));
  EXPECT_THAT(run.err, HasSubstr("clean-up: writing 64 MiB"));
  for (const ConsistencyPhase& phase : ConsistencyPhases(1)) {
    const auto result = ReadResult(folder_ + "/" + phase.name + ".json");
    ASSERT_THAT(result, IsOk());
    EXPECT_TRUE(std::get<SuiteResult>(*result).complete);
    EXPECT_THAT(run.out, HasSubstr(phase.name));
  }
}

TEST_F(SuiteConsistencyTest, GoesOnWhereItEnded) {
  ASSERT_EQ(Test({"--target", "sim:64m:read=80us"}).code, 0);
  EXPECT_THAT(Test({"--target", "sim:64m:read=80us"}).err, HasSubstr("go on with --resume"));
  fs::remove(folder_ + "/18_recovery_5.json");
  const ProgramRun run = Test({"--target", "sim:64m:read=80us", "--resume"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("18_recovery_5: resting"));
  EXPECT_THAT(run.err, testing::Not(HasSubstr("17_recovery_4: resting")));
  EXPECT_THAT(run.err, testing::Not(HasSubstr("precondition")));
}

TEST_F(SuiteConsistencyTest, GoesOnUnderTheSameConditionsOnly) {
  ASSERT_EQ(Test({"--target", "sim:64m:read=80us", "--traces", "edit"}).code, 0);
  const ProgramRun run = Test({"--target", "sim:64m:read=90us", "--traces", "edit", "--resume"});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, HasSubstr("conditions.txt tells of other conditions"));
}

TEST_F(SuiteConsistencyTest, WhatWasNotBegunCannotGoOn) {
  EXPECT_THAT(Test({"--target", "sim:64m", "--resume"}).err, HasSubstr("holds no test to go on"));
}

TEST_F(SuiteConsistencyTest, NothingIsWrittenWithoutConsent) {
  const std::string file = ScratchFile("kept-by-consistency", std::string(4 << 20, 'x'));
  const ProgramRun run = Test({"--target", file});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("will not write to"));
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(SuiteConsistencyTest, WhatIsMissingIsAUsageError) {
  EXPECT_EQ(RunIoreel({"suite", "consistency", "-o", folder_}).code, 2);
  EXPECT_EQ(Test({"--target", "f", "--create", "1m"}).code, 2);
}

}  // namespace
}  // namespace ioreel
