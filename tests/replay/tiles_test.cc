#include "replay/plan/tiles.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/replay/sim_replay.h"

namespace ioreel {
namespace {

constexpr uint64_t kMiB = 1 << 20;

// cases.md M6: a small trace over a big target: ranges that do not meet, each I/O once a tile.
TEST(TilesTest, M6CopiesAreDisjointAndWaitForTheirOwn) {
  std::vector<Step> steps = {TimedStep(5, ReadAt(4096)),
                             ChildStep(0, Anchor::kComplete, 7, ReadAt(kMiB - 4096))};
  steps[1].id = 1;
  std::vector<Step> tiled;
  AppendTiles({.count = 4, .strides_bytes = {2 * kMiB}}, steps, &tiled);
  ASSERT_EQ(tiled.size(), 8u);
  for (uint64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(tiled[i].id, i);
    EXPECT_EQ(tiled[i].io.offset, steps[i / 4].io.offset + i % 4 * 2 * kMiB);
    EXPECT_EQ(tiled[i].not_before_ns, steps[i / 4].not_before_ns);
    if (i >= 4) {
      EXPECT_EQ(tiled[i].parent, i - 4) << "the same tile's";
    }
  }
  EXPECT_EQ(tiled[0].parent, kNoStep);
}

TEST(TilesTest, EachVolumeHasItsStrideAndAFlushNoPlace) {
  BlockIo flush = {.volume = 1, .op = Op::kFlush};
  BlockIo read = ReadAt(0);
  read.volume = 1;
  std::vector<Step> tiled;
  AppendTiles({.count = 2, .strides_bytes = {kMiB, 8 * kMiB}}, {FreeStep(flush), FreeStep(read)},
              &tiled);
  EXPECT_EQ(tiled[1].io.offset, 0u);
  EXPECT_EQ(tiled[3].io.offset, 8 * kMiB);
}

TEST(TilesTest, AParentInOneCopysWindowIsInTheWindowOfAll) {
  for (const int tiles : {1, 3, 7, kMostTiles}) {
    const uint64_t furthest = TileWindow(tiles) - 1;
    EXPECT_LT(furthest * static_cast<uint64_t>(tiles), kStepWindow);
    EXPECT_GE(furthest, 100u);
  }
}

TEST(TilesTest, M6TilesOfAClosedLoopRunBesideEachOther) {
  std::vector<Step> steps = {FreeStep(ReadAt(0)), ChildStep(0, Anchor::kComplete, 1'000)};
  steps[1].id = 1;
  std::vector<Step> tiled;
  AppendTiles({.count = 2, .strides_bytes = {kMiB}}, steps, &tiled);
  SimReplay replay;
  replay.Run(tiled);
  ASSERT_EQ(replay.samples.size(), 4u);
  EXPECT_EQ(replay.samples[0].submit_ns, replay.samples[1].submit_ns);
  EXPECT_EQ(replay.samples[2].submit_ns, replay.samples[0].complete_ns + 1'000);
  EXPECT_EQ(replay.samples[3].submit_ns, replay.samples[1].complete_ns + 1'000);
}

}  // namespace
}  // namespace ioreel
