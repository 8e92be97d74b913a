#include "replay/engines/sim_engine.h"

#include <errno.h>
#include <gtest/gtest.h>

#include <limits>

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

}  // namespace
}  // namespace ioreel
