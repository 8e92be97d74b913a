#include "formats/result/sweep_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_replace.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

SweepResult SampleSweep() {
  SweepResult sweep;
  sweep.ioreel_version = "1.2.3";
  sweep.created_wall_ns = 1'700'000'000'000'000'000;
  sweep.preset = "depths";
  sweep.value = kBestOfRounds;
  sweep.time_ns = 5'000'000'000;
  sweep.complete = true;
  sweep.steady = false;
  sweep.cells.resize(2);
  sweep.cells[0] = {.test = "randread",
                    .pattern = "randread,bs=4096",
                    .block_bytes = 4096,
                    .read_percent = 100,
                    .threads = 2,
                    .depth = 32,
                    .result = FullResult()};
  return sweep;
}

TEST(SweepResultTest, WrittenAndReadItIsTheSame) {
  SweepResult sweep = SampleSweep();
  sweep.cells.pop_back();
  const auto again = ParseSweepResult(SweepResultToJson(sweep), "sweep.json");
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(*again, sweep);
}

TEST(SweepResultTest, LoadsThatWereNotMeasuredHaveNoRuns) {
  const auto again = ParseSweepResult(SweepResultToJson(SampleSweep()), "sweep.json");
  ASSERT_THAT(again, IsOk());
  EXPECT_TRUE(again->cells[1].result.repeats.empty());
}

TEST(SweepResultTest, ItIsNoResultOfAReplayNorTheOtherWayRound) {
  EXPECT_THAT(
      ParseRunResult(SweepResultToJson(SampleSweep()), "s.json"),
      FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("s.json: is the result of a sweep")));
  EXPECT_THAT(ParseSweepResult(RunResultToJson(FullResult()), "r.json"),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        HasSubstr("r.json: is not the result of a sweep")));
}

TEST(SweepResultTest, WhatCountsIsOneOfThree) {
  std::string json = SweepResultToJson(SampleSweep());
  json = absl::StrReplaceAll(json, {{"\"best\"", "\"worst\""}});
  EXPECT_THAT(ParseSweepResult(json, "s.json"),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        HasSubstr("value: 'worst' is none of median, best, mean of the last 5")));
}

}  // namespace
}  // namespace ioreel
