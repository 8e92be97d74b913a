#include "analysis/score/score.h"

#include <gtest/gtest.h>

#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

TEST(ScoreTest, SpeedAndDeviceAreThousandthsOfTheRecordedRun) {
  const RunResult result = SoundResult();
  const Score score = ComputeScore(Measure(result), RecordedRun(result.trace));
  EXPECT_DOUBLE_EQ(*score.speed, 2000);   // 4 s recorded, median 2 s
  EXPECT_DOUBLE_EQ(*score.device, 2000);  // 1 s busy recorded, 0.5 s
}

TEST(ScoreTest, StorageScoreIsThatOfPcmark10) {
  // 350 MB/s and 75 µs: √(350 ÷ 0.000075) = 2160.2
  const Score score = ComputeScore(Measure(SoundResult()), {});
  EXPECT_NEAR(*score.storage, 2160.2469, 1e-4);
}

TEST(ScoreTest, AgainstAReference) {
  RunResult slower = SoundResult();
  for (RepeatResult& repeat : slower.repeats) {
    repeat.completion_ns *= 3;
    repeat.busy_ns *= 4;
  }
  const Score score = ComputeScore(Measure(SoundResult()), ReferenceRun(Measure(slower)));
  EXPECT_DOUBLE_EQ(*score.speed, 3000);
  EXPECT_DOUBLE_EQ(*score.device, 4000);
}

TEST(ScoreTest, TheMedianOfTheRepeatsCounts) {
  RunResult result = SoundResult();
  result.repeats[2].completion_ns = 60'000'000'000;  // one outlier
  const Measurement measured = Measure(result);
  EXPECT_EQ(measured.repeats, 3);
  EXPECT_DOUBLE_EQ(*measured.completion_ns.median, 2.1e9);
  EXPECT_GT(*measured.completion_ns.spread, 1.5);
  EXPECT_DOUBLE_EQ(*measured.busy_ns.spread, 0);
}

TEST(ScoreTest, WhatIsUnknownIsNotScored) {
  RunResult result = SoundResult();
  result.repeats[1].completion_ns = kNoTime;
  result.trace.recorded_busy_ns = kNoTime;
  for (RepeatResult& repeat : result.repeats) repeat.busy_ns = 0;  // nothing read or written
  const Score score = ComputeScore(Measure(result), RecordedRun(result.trace));
  EXPECT_EQ(score.speed, std::nullopt);
  EXPECT_EQ(score.device, std::nullopt);
  EXPECT_EQ(score.storage, std::nullopt);
}

TEST(ScoreTest, NoRepeatsHaveNoFigures) {
  const Measurement measured = Measure(RunResult());
  EXPECT_EQ(measured.repeats, 0);
  EXPECT_EQ(measured.completion_ns.median, std::nullopt);
  EXPECT_EQ(measured.iops.median, std::nullopt);
}

}  // namespace
}  // namespace ioreel
