#include <gtest/gtest.h>

#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "replay/prime/io_buffers.h"
#include "tests/replay/image_engine.h"
#include "tests/replay/sim_replay.h"

namespace ioreel {
namespace {

constexpr int kDepth = 48;
constexpr uint64_t kBytes = 1 << 18;
constexpr uint64_t kLongest = 96 << 10;

/// Many I/Os at once that overlap a lot, done by the loop in no order of their completions.
struct ArrayReplay {
  explicit ArrayReplay(const std::string& spec) : images(spec, {kBytes}) {}

  void Run(int count, uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Step> steps;
    const uint64_t blocks = images.target()->size_bytes() / 512;
    for (int i = 0; i < count; ++i) {
      const uint64_t most = random() % 6 == 0 ? kLongest / 512 : 24;
      const uint64_t length = 1 + random() % most;
      BlockIo io = {.offset = random() % (blocks - length + 1) * 512, .length = length * 512};
      if (random() % 3 > 0) io.op = Op::kWrite;
      if (random() % 40 == 0) io = {.op = Op::kFlush};
      if (io.op == Op::kWrite && random() % 20 == 0) io.flags = kPreflush | kFua;
      steps.push_back(FreeStep(io));
    }
    Replay(std::move(steps));
  }

  void Replay(std::vector<Step> steps) {
    VirtualClock clock;
    StepList source(std::move(steps));
    auto buffers = IoBuffers::Create({.depth = kDepth,
                                      .longest_read = kLongest,
                                      .longest_write = kLongest,
                                      .written_bytes = 8 << 20,
                                      .scratch = images.target()->ScratchBytes(kLongest)});
    ASSERT_THAT(buffers, IsOk());
    ImageEngine engine(&clock, &images);
    ASSERT_THAT(engine.Open({.depth = 4 * kDepth}), IsOk());
    engine.Fail(failing_device, failing_op);
    ReplaySetup setup;
    setup.source = &source;
    setup.target = images.target();
    setup.buffers = &*buffers;
    setup.engine = &engine;
    setup.clock = &clock;
    setup.sink = &samples;
    setup.part_sink = &parts;
    outcome = ioreel::Replay(setup, {.depth = kDepth});
    most_in_flight = engine.most_in_flight();
  }

  MemberImages images;
  SampleVector samples, parts;
  ReplayOutcome outcome;
  size_t most_in_flight = 0;
  int failing_device = -1;  ///< none
  Op failing_op = Op::kRead;
};

TEST(ArrayReplayTest, StripesStayWholeWhenManyWriteToThemAtOnce) {
  ArrayReplay replay("raid5(chunk=8k,a,b,c,d)");
  replay.Run(6'000, 1);
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.errors, 0u);
  EXPECT_GT(replay.most_in_flight, 16u) << "it did not go one by one";
  const std::string expected = replay.images.All();
  for (int missing = 0; missing < 4; ++missing) {
    MemberImages degraded(absl::StrCat("degraded(raid5(chunk=8k,a,b,c,d),missing=", missing, ")"),
                          {kBytes});
    degraded.images() = replay.images.images();
    degraded.images().erase(degraded.images().begin() + missing);
    ASSERT_EQ(degraded.All(), expected) << missing;
  }
}

TEST(ArrayReplayTest, MirrorsStayEqualWhenWritesOverlap) {
  ArrayReplay replay("raid1(a,b,c)");
  replay.Run(6'000, 2);
  EXPECT_EQ(replay.images.images()[0], replay.images.images()[1]);
  EXPECT_EQ(replay.images.images()[0], replay.images.images()[2]);
}

// The same requests one after the other, without the cache, leave the same data: each block that is
// written here is written as a whole, so that only the order of writes to it matters.
TEST(ArrayReplayTest, ACacheKeepsTheOrderOfWhatTouchesABlock) {
  for (const std::string mode : {"read", "writethrough", "writeback"}) {
    for (const std::string policy : {"lru", "lfu", "hot"}) {
      ArrayReplay replay(
          absl::StrCat("cache(fast=f,slow=raid5(chunk=8k,a,b,c),size=64k,block=8k,mode=", mode,
                       ",policy=", policy, ")"));
      ArrayReplay plain("raid5(chunk=8k,a,b,c)");
      std::mt19937_64 random(3);
      std::vector<Step> steps;
      for (int i = 0; i < 3'000; ++i) {
        BlockIo io = {.offset = random() % 20 * 8192, .length = 8192 * (1 + random() % 3)};
        if (random() % 2 == 0) io.op = Op::kWrite;
        steps.push_back(FreeStep(io));
      }
      replay.Replay(steps);
      plain.Replay(steps);
      EXPECT_EQ(replay.outcome.late_errors, 0u);
      replay.images.EmptyCaches();
      ASSERT_TRUE(replay.images.All() == plain.images.All()) << mode << " " << policy;
    }
  }
}

TEST(ArrayReplayTest, EveryPartIsASampleOfItsMember) {
  ArrayReplay replay("raid1(a,b)");
  Step write = FreeStep({.offset = 4096, .length = 8192, .op = Op::kWrite});
  replay.Replay({write, FreeStep({.op = Op::kFlush})});
  ASSERT_EQ(replay.samples.samples().size(), 2u);
  ASSERT_EQ(replay.parts.samples().size(), 4u);
  uint64_t written_bytes = 0;
  for (const Sample& part : replay.parts.samples()) {
    EXPECT_GE(part.complete_ns, part.submit_ns);
    EXPECT_EQ(part.result, 0);
    if (part.op == Op::kWrite) written_bytes += part.length;
  }
  EXPECT_EQ(written_bytes, 2u * 8192);
}

TEST(ArrayReplayTest, WhatFollowsAFailedStageIsNotDoneAndNothingWaitsForEver) {
  ArrayReplay replay("raid5(chunk=8k,a,b,c)");
  replay.failing_device = 1;
  const Step write = FreeStep({.offset = 0, .length = 4096, .op = Op::kWrite});
  replay.Replay({write, write, FreeStep({.offset = 8192, .length = 8192, .op = Op::kWrite})});
  EXPECT_TRUE(replay.outcome.complete);
  EXPECT_EQ(replay.outcome.errors, 2u) << "those that read device b for the parity";
  EXPECT_EQ(replay.images.images()[0], std::string(kBytes, '\0'));
  uint64_t failed_parts = 0;
  for (const Sample& part : replay.parts.samples()) failed_parts += part.result == -EIO;
  EXPECT_EQ(failed_parts, 2u);
}

TEST(ArrayReplayTest, AFailureInTheBackgroundIsCountedApart) {
  ArrayReplay replay("cache(fast=f,slow=s,block=8k)");
  replay.failing_device = 0;
  replay.failing_op = Op::kWrite;
  replay.Replay({FreeStep({.offset = 0, .length = 8192})});
  EXPECT_EQ(replay.outcome.errors, 0u);
  EXPECT_EQ(replay.outcome.late_errors, 1u);
}

TEST(ArrayReplayTest, AWriteThatWaitsForAnotherIsNoLaterButTakesLonger) {
  ArrayReplay replay("raid1(a,b)");
  const Step write = FreeStep({.offset = 0, .length = 4096, .op = Op::kWrite});
  replay.Replay({write, write, write});
  const auto& samples = replay.samples.samples();
  ASSERT_EQ(samples.size(), 3u);
  for (size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(samples[i].step, i);
    EXPECT_EQ(samples[i].submit_ns, samples[0].submit_ns);
    EXPECT_FALSE(samples[i].saturated);
    EXPECT_EQ(samples[i].complete_ns, samples[i].submit_ns + 2'000 * static_cast<int64_t>(i + 1));
  }
  EXPECT_EQ(replay.most_in_flight, 2u);
}

}  // namespace
}  // namespace ioreel
