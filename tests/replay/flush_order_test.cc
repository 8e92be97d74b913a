#include "replay/run/flush_order.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/replay/sim_replay.h"

namespace ioreel {
namespace {

constexpr int64_t kMs = 1'000'000;
constexpr BlockIo kCommit = {.length = 4096, .op = Op::kWrite, .flags = kPreflush};

/// `count` writes that flush for `flush_ns`, 20 ms apart, each followed by a read 1 ms later.
SimReplay Commits(int count, int64_t flush_ns, int64_t order_ns) {
  SimReplay replay;
  replay.model.channels = 8;
  replay.model.other_ns = flush_ns;
  replay.model.write_ns = 4 * kMs;
  replay.options.order_ns = order_ns;
  std::vector<Step> steps;
  for (int i = 0; i < count; ++i) {
    steps.push_back(TimedStep(i * 20 * kMs, kCommit));
    steps.push_back(TimedStep((i * 20 + 1) * kMs));
  }
  replay.Run(steps);
  return replay;
}

TEST(FlushOrder, WhatComesLaterWaitsForTheFlushAndNotForTheWrite) {
  const SimReplay replay = Commits(2, 3 * kMs, 5 * kMs);
  EXPECT_EQ(replay.samples[1].submit_ns, 3 * kMs);
  EXPECT_EQ(replay.samples[3].submit_ns, 23 * kMs);
  EXPECT_EQ(replay.outcome.overtook, 0u);
}

TEST(FlushOrder, AFlushThatIsDoneHoldsNothing) {
  const SimReplay replay = Commits(2, kMs / 2, 5 * kMs);
  EXPECT_EQ(replay.samples[1].submit_ns, kMs);
  EXPECT_EQ(replay.samples[3].submit_ns, 21 * kMs);
}

TEST(FlushOrder, AfterThreeSlowFlushesTimeGoesFirstAndOvertakingIsCounted) {
  const SimReplay replay = Commits(5, 9 * kMs, 5 * kMs);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(replay.samples[2 * i + 1].submit_ns, (20 * i + 6) * kMs);
  for (int i = 3; i < 5; ++i) EXPECT_EQ(replay.samples[2 * i + 1].submit_ns, (20 * i + 1) * kMs);
  EXPECT_EQ(replay.outcome.overtook, 5u);
}

TEST(FlushOrder, AQuickFlushBetweenSlowOnesRenewsThePatience) {
  FlushOrder order(5);
  for (int64_t start = 0; start < 1000; start += 100) {
    EXPECT_TRUE(order.Holds(1, start));
    const bool slow = start % 300 != 0;
    EXPECT_EQ(order.Holds(1, start + (slow ? 5 : 4)), !slow);
    EXPECT_FALSE(order.Holds(0, start + 50));
  }
}

TEST(FlushOrder, WithoutPatienceNothingWaitsAndNothingIsCounted) {
  const SimReplay replay = Commits(2, 9 * kMs, 0);
  EXPECT_EQ(replay.samples[1].submit_ns, kMs);
  EXPECT_EQ(replay.outcome.overtook, 0u);
}

TEST(FlushOrder, APlainFlushHoldsNothing) {
  SimReplay replay;
  replay.model.channels = 8;
  replay.model.other_ns = 3 * kMs;
  replay.options.order_ns = 5 * kMs;
  replay.Run({TimedStep(0, {.op = Op::kFlush}), TimedStep(kMs)});
  EXPECT_EQ(replay.samples[1].submit_ns, kMs);
}

}  // namespace
}  // namespace ioreel
