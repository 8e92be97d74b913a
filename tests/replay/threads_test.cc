#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "replay/run/loop_threads.h"
#include "tests/replay/scripted_engines.h"
#include "tests/replay/sim_replay.h"
#include "tests/support/matchers.h"

/// Replays by several loops, each on a thread of its own, in real time.

namespace ioreel {
namespace {

using ::testing::Each;
using ::testing::Gt;
using ::testing::Lt;

constexpr int64_t kUs = 1'000;
constexpr int64_t kMs = 1'000'000;

struct ThreadedReplay {
  explicit ThreadedReplay(int threads) : threads(threads) { options.depth = 32; }

  void Run(std::vector<Step> steps) {
    StepList source(std::move(steps));
    SteadyClock clock;
    PlainTarget target;
    SampleVector sink;
    LoopThreads team(static_cast<size_t>(threads));
    std::vector<std::unique_ptr<ScriptedEngine>> engines;
    for (int i = 0; i < threads; ++i) {
      engines.push_back(std::make_unique<ScriptedEngine>(&script, i));
      ASSERT_THAT(engines.back()->Open({.depth = options.depth}), IsOk());
    }
    ReplaySetup setup;
    setup.source = &source;
    setup.target = &target;
    setup.engine = engines.front().get();
    for (int i = 1; i < threads; ++i) setup.more.push_back({nullptr, engines[i].get()});
    setup.threads = &team;
    setup.clock = &clock;
    setup.sink = &sink;
    outcome = Replay(setup, options);
    samples = sink.samples();
    std::sort(samples.begin(), samples.end(),
              [](const Sample& a, const Sample& b) { return a.step < b.step; });
  }

  /// Offsets that an engine was given, in order.
  std::vector<uint64_t> OffsetsOf(int engine) const {
    std::vector<uint64_t> offsets;
    for (const Script::Given& given : script.given) {
      if (given.engine == engine) offsets.push_back(given.io.offset);
    }
    return offsets;
  }

  const int threads;
  Script script;
  ReplayOptions options;
  ReplayOutcome outcome;
  std::vector<Sample> samples;  ///< in order of step
};

/// Reads of a block each, one behind the other, `gap_ns` apart.
std::vector<Step> Reads(uint64_t count, int64_t gap_ns) {
  std::vector<Step> steps;
  for (uint64_t i = 0; i < count; ++i) {
    steps.push_back(TimedStep(static_cast<int64_t>(i) * gap_ns, ReadAt(i * 4096)));
  }
  return steps;
}

class Threads : public testing::TestWithParam<int> {};

TEST_P(Threads, EachIoGoesOutOnceAndNoLoopTurnsTheOrderRound) {
  for (const int64_t gap_ns : {int64_t{0}, 5 * kUs}) {
    ThreadedReplay replay(GetParam());
    replay.Run(Reads(5'000, gap_ns));
    EXPECT_TRUE(replay.outcome.complete);
    EXPECT_EQ(replay.outcome.planned, 5'000u);
    EXPECT_EQ(replay.outcome.issued, 5'000u);
    ASSERT_EQ(replay.samples.size(), 5'000u);
    for (uint64_t i = 0; i < 5'000; ++i) {
      ASSERT_EQ(replay.samples[i].step, i);
      EXPECT_EQ(replay.samples[i].offset, i * 4096);
      EXPECT_EQ(replay.samples[i].due_ns, static_cast<int64_t>(i) * gap_ns);
      EXPECT_GE(replay.samples[i].submit_ns, replay.samples[i].due_ns);
    }
    EXPECT_EQ(replay.script.given.size(), 5'000u);
    for (int i = 0; i < GetParam(); ++i) {
      const std::vector<uint64_t> offsets = replay.OffsetsOf(i);
      EXPECT_TRUE(std::is_sorted(offsets.begin(), offsets.end()));
    }
  }
}

TEST_P(Threads, NoMoreThanTheDepthIsInFlight) {
  ThreadedReplay replay(GetParam());
  replay.options.depth = 7;
  for (uint64_t i = 0; i < 4'000; ++i) replay.script.hangs.insert(i * 4096);
  replay.options.timeout_ns = 20 * kMs;
  replay.Run(Reads(4'000, 0));
  EXPECT_EQ(replay.script.given.size(), 7u);
  EXPECT_EQ(replay.outcome.max_in_flight, 7);
  EXPECT_EQ(replay.outcome.abandoned, 7);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
}

TEST_P(Threads, AStopEndsAllOfThem) {
  ThreadedReplay replay(GetParam());
  std::atomic<bool> stop = false;
  replay.options.stop = &stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
  });
  replay.Run(Reads(100'000, kMs / 10));
  stopper.join();
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
  EXPECT_LT(replay.outcome.issued, 100'000u);
  EXPECT_GE(replay.outcome.planned, replay.outcome.issued);
}

TEST_P(Threads, AnErrorOfOneEndsAllWhereErrorsStop) {
  ThreadedReplay replay(GetParam());
  replay.options.stop_on_error = true;
  replay.script.errors = {{100 * 4096, EIO}};
  replay.Run(Reads(100'000, kMs / 10));
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.errors, 1u);
  EXPECT_LT(replay.outcome.issued, 100'000u);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
}

TEST_P(Threads, AnIoThatHangsEndsAllOfThem) {
  ThreadedReplay replay(GetParam());
  replay.options.timeout_ns = 20 * kMs;
  replay.script.hangs = {40 * 4096};
  replay.Run(Reads(100'000, kMs / 10));
  EXPECT_FALSE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.abandoned, 1);
  EXPECT_EQ(replay.outcome.errors, 1u);
  const auto hung = std::find_if(replay.samples.begin(), replay.samples.end(),
                                 [](const Sample& sample) { return sample.step == 40; });
  ASSERT_NE(hung, replay.samples.end());
  EXPECT_EQ(hung->result, -ETIMEDOUT);
  EXPECT_EQ(replay.samples.size(), replay.outcome.issued);
}

TEST_P(Threads, WhatFollowsAWriteThatFlushesWaitsForItsFlushInAllLoops) {
  for (const uint64_t commit : {0, 15, 16, 90}) {
    ThreadedReplay replay(GetParam());
    replay.options.order_ns = 10'000 * kMs;
    replay.script.flush_ns = 5 * kMs;
    std::vector<Step> steps = Reads(200, kUs);
    steps[commit].io.op = Op::kWrite;
    steps[commit].io.flags = kPreflush;
    replay.Run(std::move(steps));
    EXPECT_EQ(replay.outcome.issued, 200u);
    EXPECT_EQ(replay.outcome.overtook, 0u);
    // What comes before may be late enough to meet the flush.
    EXPECT_THAT(replay.script.during_flush, Each(Lt(commit * 4096)));
  }
}

TEST_P(Threads, TheCommandsEndHangsOnWhateverLoopHasItsParent) {
  for (uint64_t parent = 0; parent < 100; parent += 7) {
    ThreadedReplay replay(GetParam());
    std::vector<Step> steps = Reads(100, kUs);
    Step end = ChildStep(parent, Anchor::kComplete, 30 * kMs);
    end.kind = StepKind::kCommandEnd;
    steps.push_back(end);
    replay.Run(std::move(steps));
    EXPECT_TRUE(replay.outcome.complete);
    EXPECT_EQ(replay.outcome.command_end_ns, replay.samples[parent].complete_ns + 30 * kMs);
  }
}

TEST_P(Threads, AllHaveOneZero) {
  ThreadedReplay replay(GetParam());
  replay.options.realtime = true;
  replay.Run(Reads(500, 20 * kUs));
  for (const Sample& sample : replay.samples) {
    EXPECT_LT(sample.submit_ns - sample.due_ns, 10'000 * kMs);
  }
  EXPECT_THAT(replay.outcome.zero_ns, Gt(0));
  const std::string several = std::to_string(GetParam()) + " threads: ";
  EXPECT_EQ(replay.outcome.realtime.find(several) != std::string::npos, GetParam() > 1);
}

INSTANTIATE_TEST_SUITE_P(Counts, Threads, testing::Values(1, 2, 4));

TEST(LoopThreads, EachIndexKeepsItsThread) {
  LoopThreads threads(3);
  std::vector<std::thread::id> first(3), later(3);
  threads.Run([&](size_t i) { first[i] = std::this_thread::get_id(); });
  for (int run = 0; run < 50; ++run) {
    threads.Run([&](size_t i) { later[i] = std::this_thread::get_id(); });
    EXPECT_EQ(later, first);
  }
  EXPECT_EQ(first[0], std::this_thread::get_id());
  EXPECT_THAT(first, testing::Contains(testing::Ne(first[0])).Times(2));
}

}  // namespace
}  // namespace ioreel
