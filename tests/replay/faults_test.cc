#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "replay/run/run_stats.h"
#include "tests/replay/sim_replay.h"

/// What a replay makes of a target that fails: it ends, and what it tells is true.

namespace ioreel {
namespace {

using ::testing::ElementsAre;

constexpr int64_t kMs = 1'000'000;

/// A read every millisecond, at offset i × 4096.
std::vector<Step> Reads(int count) {
  std::vector<Step> steps;
  for (int i = 0; i < count; ++i) {
    steps.push_back(TimedStep(i * kMs, ReadAt(static_cast<uint64_t>(i) * 4096)));
  }
  return steps;
}

/// "errno count × first offset" of each kind.
std::vector<std::string> Errors(const SimReplay& replay) {
  RunStats stats;
  stats.Add(replay.samples);
  RepeatResult result;
  stats.Fill(&result);
  std::vector<std::string> errors;
  for (const ErrorSummary& error : result.errors) {
    errors.push_back(std::to_string(error.error) + " " + std::to_string(error.count) + " × " +
                     std::to_string(error.first_offset_bytes));
  }
  return errors;
}

TEST(Faults, ErrorsAreCountedByKindWithTheFirstPlaceAndTheReplayGoesOn) {
  SimReplay replay;
  replay.model.errors = {{8192, ENOSPC}, {12288, EIO}, {20480, EIO}};
  replay.Run(Reads(10));
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.errors, 3u);
  EXPECT_THAT(Errors(replay), ElementsAre(std::to_string(EIO) + " 2 × 12288",
                                          std::to_string(ENOSPC) + " 1 × 8192"));
}

TEST(Faults, AShortTransferIsAnError) {
  SimReplay replay;
  replay.model.shorts = {{4096, 512}, {8192, 0}};
  replay.Run(Reads(4));
  EXPECT_THAT(Errors(replay), ElementsAre(std::to_string(EIO) + " 2 × 4096"));
}

TEST(Faults, StopEndsAtTheFirstErrorAfterWhatIsInFlight) {
  SimReplay replay;
  replay.options.stop_on_error = true;
  replay.model.errors = {{8192, EIO}};
  replay.model.channels = 4;
  replay.model.read_ns = 2 * kMs;
  replay.Run(Reads(100));
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.errors, 1u);
  EXPECT_LE(replay.outcome.issued, 6u);
  EXPECT_EQ(replay.outcome.issued, replay.samples.size());
  EXPECT_EQ(replay.samples.back().result, 0) << "what was in flight is waited for";
}

TEST(Faults, ADeviceThatVanishesEndsWithEverythingCounted) {
  SimReplay replay;
  replay.model.vanishes_after = 7;
  replay.Run(Reads(20));
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.issued, 20u);
  EXPECT_THAT(Errors(replay), ElementsAre(std::to_string(ENODEV) + " 13 × 28672"));
}

TEST(Faults, AnIoThatNeverCompletesTimesOutAndEndsTheReplay) {
  SimReplay replay;
  replay.options.timeout_ns = 100 * kMs;
  replay.model.hangs = {12288};
  replay.Run(Reads(1000));
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.abandoned, 1);
  EXPECT_EQ(replay.outcome.errors, 1u);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
  EXPECT_LT(replay.outcome.issued, 250u);
  EXPECT_THAT(Errors(replay), ElementsAre(std::to_string(ETIMEDOUT) + " 1 × 12288"));
  const Sample& hung = replay.samples.at(3);
  EXPECT_GE(hung.complete_ns - hung.submit_ns, 100 * kMs);
}

TEST(Faults, ATargetThatHangsAltogetherEndsToo) {
  SimReplay replay;
  replay.options.timeout_ns = 50 * kMs;
  replay.options.depth = 4;
  for (uint64_t i = 5; i < 100; ++i) replay.model.hangs.insert(i * 4096);
  replay.engine_depth = 2;  // parts wait for room that never comes
  replay.Run(Reads(100));
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_GE(replay.outcome.abandoned, 2);
  EXPECT_EQ(replay.outcome.issued, 5u + static_cast<uint64_t>(replay.outcome.abandoned));
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
}

TEST(Faults, WhatIsSlowButCompletesInTimeIsNoFault) {
  SimReplay replay;
  replay.options.timeout_ns = 100 * kMs;
  replay.model.read_ns = 90 * kMs;
  replay.model.channels = 1000;
  replay.Run(Reads(50));
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.errors, 0u);
}

TEST(Faults, InAClosedLoopWhatWaitedForAFailedIoGoesOn) {
  SimReplay replay;
  replay.model.errors = {{0, EIO}};
  replay.Run({FreeStep(ReadAt(0)), ChildStep(0, Anchor::kComplete, kMs, ReadAt(4096))});
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.issued, 2u);
}

}  // namespace
}  // namespace ioreel
