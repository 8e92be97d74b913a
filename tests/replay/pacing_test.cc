#include "replay/plan/pacing.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

Io At(int64_t start_ns, int64_t complete_ns = kNoTime) {
  return {.start_ns = start_ns, .complete_ns = complete_ns};
}

TEST(Pacer, RecordedTimesFromTheZero) {
  Pacer pacer({}, 1000);
  EXPECT_EQ(pacer.DueNs(At(1000)), 0);
  EXPECT_EQ(pacer.DueNs(At(1500)), 500);
}

TEST(Pacer, SpeedDividesGapsAndThinkTimes) {
  Pacer pacer({.speed = 2}, 0);
  EXPECT_EQ(pacer.DueNs(At(1001)), 501);
  EXPECT_EQ(pacer.ThinkNs({0, Anchor::kComplete, 300}), 150);
  EXPECT_EQ(pacer.ThinkNs({0, Anchor::kIssue, 300}), 150);
}

TEST(Pacer, IdleTimeIsCutToTheCapAndAddedUp) {
  Pacer pacer({.idle_cap_ns = 100}, 0);
  EXPECT_EQ(pacer.DueNs(At(50)), 50);
  EXPECT_EQ(pacer.DueNs(At(1000)), 150);
  EXPECT_EQ(pacer.idle_cut_ns(), 850);
  EXPECT_EQ(pacer.DueNs(At(1100)), 250);
  EXPECT_EQ(pacer.idle_cut_ns(), 850);
  EXPECT_EQ(pacer.ThinkNs({0, Anchor::kComplete, 400}), 100);
  EXPECT_EQ(pacer.idle_cut_ns(), 1150);
}

TEST(Pacer, AnIoInFlightIsNotIdleTime) {
  Pacer pacer({.idle_cap_ns = 100}, 0);
  EXPECT_EQ(pacer.DueNs(At(0, 900)), 0);
  EXPECT_EQ(pacer.DueNs(At(950)), 950);
  EXPECT_EQ(pacer.idle_cut_ns(), 0);
}

TEST(Pacer, TheWakeUpCostComesOffThinkTimeAfterACompletionOnly) {
  Pacer pacer({.wake_up_cost_ns = 15}, 0);
  EXPECT_EQ(pacer.ThinkNs({0, Anchor::kComplete, 40}), 25);
  EXPECT_EQ(pacer.ThinkNs({0, Anchor::kComplete, 10}), 0);
  EXPECT_EQ(pacer.ThinkNs({0, Anchor::kIssue, 40}), 40);
  EXPECT_EQ(pacer.ThinkNs({kNoStep, Anchor::kStart, 40}), 40);
}

}  // namespace
}  // namespace ioreel
