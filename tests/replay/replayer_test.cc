#include "replay/run/replayer.h"

#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/replay/sim_replay.h"

namespace ioreel {
namespace {

using testing::ElementsAre;

constexpr int64_t kMs = 1'000'000;

TEST(Replayer, AnEmptyScheduleIsComplete) {
  SimReplay replay;
  replay.Run({});
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.issued, 0u);
  EXPECT_EQ(replay.outcome.last_complete_ns, kNoTime);
}

// cases.md S2: time zero is a legal stamp.
TEST(Replayer, S2TimedStepsGoOutAtTheirTimeFromZeroOn) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  replay.Run({TimedStep(0), TimedStep(10 * kMs), TimedStep(10 * kMs + 1), TimedStep(500 * kMs)});
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 10 * kMs, 10 * kMs + 1, 500 * kMs));
  EXPECT_THAT(replay.CompletionTimes(), ElementsAre(kMs, 11 * kMs, 12 * kMs, 501 * kMs));
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.planned, 4u);
  EXPECT_EQ(replay.outcome.issued, 4u);
  EXPECT_EQ(replay.outcome.completion_ns(), 501 * kMs);
}

// cases.md T1: what one step is late is not passed on to the next.
TEST(Replayer, T1LatenessDoesNotAddUp) {
  SimReplay replay;
  replay.model.channels = 100;
  replay.model.submit_ns = 3 * kMs;  // each submitting call takes longer than the first gaps
  std::vector<Step> steps;
  for (int i = 0; i < 4; ++i) steps.push_back(TimedStep(i * kMs));
  for (int i = 0; i < 50; ++i) steps.push_back(TimedStep((20 + 5 * i) * kMs));
  replay.Run(steps);
  EXPECT_EQ(replay.samples[1].submit_ns, 3 * kMs);
  EXPECT_GT(replay.samples[3].submit_ns, 3 * kMs);
  for (size_t i = 4; i < steps.size(); ++i) {
    EXPECT_EQ(replay.samples[i].submit_ns, steps[i].not_before_ns) << i;
  }
}

// cases.md T7: a completion is stamped when it happens, not when the next step goes out.
TEST(Replayer, T7CompletionsAreStampedBetweenTheSteps) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  std::vector<Step> steps;
  for (int i = 0; i < 10; ++i) steps.push_back(TimedStep(i * 100 * kMs));
  replay.Run(steps);
  for (const Sample& sample : replay.samples) {
    EXPECT_EQ(sample.complete_ns - sample.submit_ns, kMs);
  }
}

TEST(Replayer, AsFastAsPossibleKeepsTheQueueFullAndTheOrder) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  replay.model.channels = 2;
  replay.options.depth = 2;
  replay.Run(std::vector<Step>(6, FreeStep()));
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 0, kMs, kMs, 2 * kMs, 2 * kMs));
  EXPECT_EQ(replay.outcome.completion_ns(), 3 * kMs);
  EXPECT_EQ(replay.outcome.max_in_flight, 2);
}

TEST(Replayer, AChildWaitsForItsParentsCompletionAndThinks) {
  SimReplay replay;
  replay.model.read_ns = 2 * kMs;
  replay.Run(
      {TimedStep(0), ChildStep(0, Anchor::kComplete, 5 * kMs), ChildStep(1, Anchor::kComplete, 0)});
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 7 * kMs, 9 * kMs));
  EXPECT_EQ(replay.samples[1].due_ns, 7 * kMs);
}

TEST(Replayer, ThinkTimeIsCountedFromTheCompletionNotFromItsDiscovery) {
  SimReplay replay;
  replay.model.read_ns = 2 * kMs;
  replay.model.slept = true;
  replay.options.wake_ns = 30'000;
  replay.Run({TimedStep(0), ChildStep(0, Anchor::kComplete, 5 * kMs)});
  EXPECT_EQ(replay.samples[0].complete_ns, 2 * kMs) << "the sample tells what was seen";
  EXPECT_EQ(replay.samples[1].submit_ns, 7 * kMs - 30'000);
}

TEST(Replayer, AFasterDriveFinishesTheChainSooner) {
  std::vector<Step> chain = {TimedStep(0)};
  for (int i = 0; i < 99; ++i) chain.push_back(ChildStep(i, Anchor::kComplete, kMs));
  SimReplay slow, fast;
  slow.model.read_ns = 4 * kMs;
  fast.model.read_ns = kMs;
  slow.Run(chain);
  fast.Run(chain);
  EXPECT_EQ(slow.outcome.completion_ns(), 100 * 4 * kMs + 99 * kMs);
  EXPECT_EQ(fast.outcome.completion_ns(), 100 * kMs + 99 * kMs);
}

TEST(Replayer, AChildByIssueDoesNotWaitForTheCompletion) {
  SimReplay replay;
  replay.model.read_ns = 50 * kMs;
  replay.model.channels = 2;
  replay.Run({TimedStep(kMs), ChildStep(0, Anchor::kIssue, 2 * kMs)});
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(kMs, 3 * kMs));
}

TEST(Replayer, ChildrenOfOneParentGoOutInTheOrderOfTheirTimes) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  replay.model.channels = 8;
  replay.Run({TimedStep(0), ChildStep(0, Anchor::kComplete, 9 * kMs),
              ChildStep(0, Anchor::kComplete, 3 * kMs), ChildStep(0, Anchor::kIssue, 2 * kMs),
              ChildStep(0, Anchor::kComplete, 3 * kMs)});
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 10 * kMs, 4 * kMs, 2 * kMs, 4 * kMs));
  EXPECT_LT(replay.samples[2].complete_ns, replay.samples[1].complete_ns);
}

TEST(Replayer, BothBoundsHoldWhenAStepHasTwo) {
  SimReplay replay;
  replay.model.read_ns = 10 * kMs;
  Step early = ChildStep(0, Anchor::kComplete, kMs), late = early;
  early.not_before_ns = 5 * kMs;
  late.not_before_ns = 40 * kMs;
  replay.Run({TimedStep(0), early, late});
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 11 * kMs, 40 * kMs));
}

TEST(Replayer, WaitingForRoomIsMarkedAndShiftsWhatFollowsByIssue) {
  SimReplay replay;
  replay.model.read_ns = 10 * kMs;
  replay.options.depth = 1;
  replay.Run({TimedStep(0), TimedStep(kMs), ChildStep(1, Anchor::kIssue, 100 * kMs)});
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 10 * kMs, 110 * kMs));
  EXPECT_FALSE(replay.samples[0].saturated);
  EXPECT_TRUE(replay.samples[1].saturated);
  EXPECT_FALSE(replay.samples[2].saturated);
}

TEST(Replayer, AStepThatAFullEngineHoldsIsSaturated) {
  SimReplay replay;
  replay.model.read_ns = 10 * kMs;
  replay.engine_depth = 2;
  replay.Run({TimedStep(0), TimedStep(0), TimedStep(0), TimedStep(30 * kMs)});
  EXPECT_FALSE(replay.samples[1].saturated);
  EXPECT_TRUE(replay.samples[2].saturated);
  EXPECT_EQ(replay.samples[2].submit_ns, 10 * kMs);
  EXPECT_FALSE(replay.samples[3].saturated);
}

// cases.md O1: a write that flushes first is a flush and then the write, not either of them.
TEST(Replayer, APreflushGoesOutBeforeItsWrite) {
  SimReplay replay;
  replay.model.channels = 8;
  replay.model.other_ns = 3 * kMs;
  replay.model.write_ns = kMs;
  const BlockIo commit = {.offset = 0, .length = 8192, .op = Op::kWrite, .flags = kPreflush | kFua};
  replay.Run({TimedStep(0, commit), ChildStep(0, Anchor::kComplete, 0)});
  EXPECT_EQ(replay.outcome.issued, 2u);
  EXPECT_EQ(replay.samples[0].complete_ns, 4 * kMs);
  EXPECT_EQ(replay.samples[1].submit_ns, 4 * kMs);
}

TEST(Replayer, AnIoErrorIsASampleAndTheReplayGoesOn) {
  SimReplay replay;
  replay.model.errors[8192] = EIO;
  replay.Run({TimedStep(0), TimedStep(kMs, ReadAt(8192)), ChildStep(1, Anchor::kComplete, kMs)});
  EXPECT_EQ(replay.samples[1].result, -EIO);
  EXPECT_EQ(replay.samples[2].result, 0);
  EXPECT_EQ(replay.outcome.errors, 1u);
  EXPECT_EQ(replay.outcome.issued, 3u);
  EXPECT_TRUE(replay.outcome.complete);
}

TEST(Replayer, WhatFollowsAFailedStageIsNotDone) {
  SimReplay replay;
  replay.model.errors[0] = EIO;  // where flushes are
  const BlockIo commit = {.offset = 4096, .length = 4096, .op = Op::kWrite, .flags = kPreflush};
  replay.model.write_ns = 50 * kMs;
  replay.Run({TimedStep(0, commit), TimedStep(kMs, ReadAt(4096))});
  EXPECT_EQ(replay.samples[0].result, -EIO);
  EXPECT_EQ(replay.samples[0].complete_ns, replay.model.other_ns);
  EXPECT_EQ(replay.samples[1].result, 0);
}

TEST(Replayer, APretendedStepTakesItsTimeAndNoSample) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  Step skipped = ChildStep(0, Anchor::kComplete, 2 * kMs);
  skipped.kind = StepKind::kPretend;
  skipped.service_ns = 7 * kMs;
  replay.Run({TimedStep(0), skipped, ChildStep(1, Anchor::kComplete, 0),
              ChildStep(1, Anchor::kIssue, kMs)});
  ASSERT_EQ(replay.samples.size(), 3u);
  EXPECT_THAT(replay.SubmitTimes(), ElementsAre(0, 10 * kMs, 4 * kMs));
  EXPECT_EQ(replay.outcome.pretended, 1u);
  EXPECT_EQ(replay.outcome.planned, 3u);
}

TEST(Replayer, ALongChainOfPretendedStepsPasses) {
  SimReplay replay;
  std::vector<Step> steps = {TimedStep(0)};
  for (uint64_t i = 0; i < 300'000; ++i) {
    Step skipped = ChildStep(i, Anchor::kComplete, 1);
    skipped.kind = StepKind::kPretend;
    skipped.service_ns = 1;
    steps.push_back(skipped);
  }
  steps.push_back(ChildStep(300'000, Anchor::kComplete, 0));
  replay.Run(steps);
  EXPECT_EQ(replay.samples[1].submit_ns, replay.model.read_ns + 600'000);
}

TEST(Replayer, TheCommandsEndHangsOnItsParent) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  Step end = ChildStep(0, Anchor::kComplete, 20 * kMs);
  end.kind = StepKind::kCommandEnd;
  Step writeback = ChildStep(1, Anchor::kComplete, 5 * kMs);
  writeback.foreground = false;
  replay.Run({TimedStep(3 * kMs), end, writeback});
  EXPECT_EQ(replay.outcome.command_end_ns, 24 * kMs);
  EXPECT_EQ(replay.outcome.completion_ns(), 24 * kMs);
  EXPECT_EQ(replay.samples[1].submit_ns, 29 * kMs);
  EXPECT_EQ(replay.outcome.last_complete_ns, 30 * kMs);
}

TEST(Replayer, TheApplicationEndsNoSoonerThanItsLastIo) {
  SimReplay replay;
  replay.model.read_ns = 100 * kMs;
  replay.model.channels = 2;
  Step end = ChildStep(0, Anchor::kIssue, kMs);
  end.kind = StepKind::kCommandEnd;
  replay.Run({TimedStep(0), end});
  EXPECT_EQ(replay.outcome.command_end_ns, kMs);
  EXPECT_EQ(replay.outcome.completion_ns(), 100 * kMs);
}

TEST(Replayer, WhatDrainsIsWhatEndsAfterTheApplication) {
  Step end = FreeStep();
  end.kind = StepKind::kCommandEnd;
  end.think_ns = 10 * kMs;
  Step writeback = TimedStep(15 * kMs);
  writeback.foreground = false;
  SimReplay replay;
  replay.model.read_ns = kMs;
  replay.Run({end, writeback});
  EXPECT_EQ(replay.outcome.completion_ns(), 10 * kMs);
  EXPECT_EQ(replay.outcome.drain_ns(), 6 * kMs);

  Step pretended = TimedStep(15 * kMs);
  pretended.kind = StepKind::kPretend;
  SimReplay nothing;
  nothing.Run({end, pretended});
  EXPECT_EQ(nothing.outcome.issued, 0u);
  EXPECT_EQ(nothing.outcome.completion_ns(), 10 * kMs);
  EXPECT_EQ(nothing.outcome.drain_ns(), 0);
}

TEST(Replayer, AParentOfAWindowAgoStillCounts) {
  SimReplay replay;
  replay.model.read_ns = kMs;
  replay.model.channels = 8;
  std::vector<Step> steps;
  for (uint64_t i = 0; i < kStepWindow; ++i) steps.push_back(TimedStep(static_cast<int64_t>(i)));
  steps.push_back(ChildStep(1, Anchor::kIssue, 900 * kMs));
  replay.Run(steps);
  EXPECT_EQ(replay.samples.size(), kStepWindow + 1);
  EXPECT_GE(replay.samples.back().submit_ns, 900 * kMs);
}

TEST(Replayer, DurationEndsSubmissionAndDrains) {
  SimReplay replay;
  replay.model.read_ns = 30 * kMs;
  replay.options.stop_after_ns = 20 * kMs;
  replay.Run({TimedStep(0), TimedStep(10 * kMs), TimedStep(20 * kMs), TimedStep(60 * kMs)});
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_GE(replay.outcome.issued, 2u);
  EXPECT_LE(replay.outcome.planned, 3u);
  EXPECT_EQ(replay.outcome.last_complete_ns, 60 * kMs);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
}

/// Raises a flag when its second batch is asked for.
class StoppingSource : public StepSource {
 public:
  StoppingSource(std::atomic<bool>* stop) : stop_(stop) {}
  Batch Pull() override {
    if (pulled_++ > 0) {
      stop_->store(true);
      return {.next = Next::kNotYet};
    }
    return {Next::kSteps, steps_, 2};
  }

 private:
  std::atomic<bool>* stop_;
  Step steps_[2] = {TimedStep(0), [] {
                      Step step = TimedStep(5 * kMs);
                      step.id = 1;
                      return step;
                    }()};
  int pulled_ = 0;
};

TEST(Replayer, TheStopFlagGivesAPartialResult) {
  std::atomic<bool> stop = false;
  std::atomic<uint64_t> completed = 0;
  SimReplay replay;
  replay.options.stop = &stop;
  replay.options.completed = &completed;
  StoppingSource source(&stop);
  replay.RunSource(&source);
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
  EXPECT_EQ(completed.load(), replay.outcome.issued);
  EXPECT_EQ(replay.outcome.planned, replay.outcome.issued);
}

// cases.md R2, R3: every sample arrives, also when thousands come at once after a long gap.
TEST(Replayer, R2R3ABurstAfterALongGapIsLoggedWhole) {
  SimReplay replay;
  replay.model.read_ns = 10;
  replay.model.channels = 512;
  replay.options.depth = 512;
  std::vector<Step> steps = {TimedStep(0)};
  for (int i = 0; i < 10'000; ++i) steps.push_back(TimedStep(60'000 * kMs));
  replay.Run(steps);
  ASSERT_EQ(replay.samples.size(), steps.size());
  for (size_t i = 0; i < steps.size(); ++i) ASSERT_EQ(replay.samples[i].step, i);
}

}  // namespace
}  // namespace ioreel
