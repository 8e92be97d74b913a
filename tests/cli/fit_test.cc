#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

std::string Measure(const std::string& target) {
  const std::string json = FreshScratchPath("fit_sweep.json");
  const ProgramRun run =
      RunIoreel({"sweep", "--target", target, "--pattern", "randread", "--block-sizes", "4k",
                 "--depths", "1,32", "--time", "1s", "-o", json});
  EXPECT_EQ(run.code, 0) << run.err;
  return json;
}

TEST(FitCommandTest, AFittedDriveIsAsFastAsTheOneThatWasMeasured) {
  const std::string measured = Measure("sim:1g:read=150us:channels=6");
  const std::string file = FreshScratchPath("fitted.toml");
  const ProgramRun run = RunIoreel({"fit", measured, "--like", "intel-520-240", "-o", file});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("load      length  depth  measured  simulated"));
  EXPECT_THAT(run.out, HasSubstr("IOPS of sim:1g:read=150us:channels=6; usual error "));
  const auto fitted = ReadSweepResult(Measure("sim:" + file));
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(fitted->cells[0].result.target.size_bytes, 1u << 30);
  const double iops[] = {1e6 / 150, 6e6 / 150};
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(fitted->cells[i].result.repeats.at(0).iops, iops[i], iops[i] * 0.05);
  }
}

TEST(FitCommandTest, WhatItCannotBeginWithIsTold) {
  const std::string measured = Measure("sim:1g");
  EXPECT_EQ(RunIoreel({"fit", measured}).code, 2);
  const ProgramRun unknown = RunIoreel({"fit", measured, "--like", "nonesuch"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no drive is called 'nonesuch'"));
  const ProgramRun no_sweep =
      RunIoreel({"fit", ScratchFile("no.json", "{}"), "--like", "intel-520-240"});
  EXPECT_EQ(no_sweep.code, 1);
  EXPECT_THAT(no_sweep.err, HasSubstr("no.json"));
}

}  // namespace
}  // namespace ioreel
