#include "replay/engines/sim_engine.h"

#include <errno.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "tests/replay/sim_replay.h"

namespace ioreel {
namespace {

constexpr int64_t kYearNs = int64_t{365} * 24 * 3'600 * 1'000'000'000;

TEST(SimEngineTest, TimeJumpsOverWhatTakesYears) {
  SimReplay replay;
  replay.model.read_ns = 10 * kYearNs;
  replay.Run({FreeStep(), FreeStep()});
  EXPECT_EQ(replay.CompletionTimes(), (std::vector<int64_t>{10 * kYearNs, 20 * kYearNs}));
}

TEST(SimEngineTest, WhatTimeCannotCountFailsAtOnceAndTheOthersGoOn) {
  SimReplay replay;
  replay.model.read_ns = 100 * kYearNs;
  replay.Run({FreeStep(), FreeStep(), FreeStep({.length = 4096, .op = Op::kWrite})});
  ASSERT_EQ(replay.samples.size(), 3u);
  EXPECT_EQ(replay.samples[0].result, 0);
  EXPECT_EQ(replay.samples[1].result, -EOVERFLOW);
  EXPECT_EQ(replay.samples[1].complete_ns, 0);
  EXPECT_EQ(replay.samples[2].complete_ns, 100 * kYearNs + replay.model.write_ns);

  replay.model.read_ns = std::numeric_limits<int64_t>::max();
  replay.model.ns_per_byte = 1e300;
  replay.Run({FreeStep(), FreeStep({.length = 4096, .op = Op::kWrite})});
  EXPECT_EQ(replay.outcome.errors, 2u);
}

/// Of two devices, of which one is much faster, completions come in order of time.
TEST(SimEngineTest, EachDeviceGoesOnByItself) {
  VirtualClock clock;
  SimModel slow, fast;
  slow.read_ns = 1'000;
  fast.read_ns = 300;
  const auto engine = MakeSimEngine(&clock, {slow, fast});
  EngineOptions options;
  options.fds = {-1, -1};
  ASSERT_TRUE(engine->Open(options).ok());
  std::vector<DeviceIo> ios(6);
  for (size_t i = 0; i < ios.size(); ++i) {
    ios[i].tag = i;
    ios[i].device = static_cast<int>(i % 2);
    ios[i].length = 512;
  }
  ASSERT_EQ(engine->Submit(ios), 6u);
  std::vector<Completion> done;
  while (done.size() < 6) ASSERT_GT(engine->Wait(10'000, &done), 0u);
  std::vector<std::pair<uint64_t, int64_t>> order;
  for (const Completion& one : done) order.emplace_back(one.tag, one.time_ns);
  EXPECT_EQ(order, (std::vector<std::pair<uint64_t, int64_t>>{
                       {1, 300}, {3, 600}, {5, 900}, {0, 1'000}, {2, 2'000}, {4, 3'000}}));
  EXPECT_EQ(engine->Wait(10'000, &done), 0u);
  EXPECT_EQ(clock.NowNs(), 10'000);
}

}  // namespace
}  // namespace ioreel
