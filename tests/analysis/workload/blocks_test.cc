#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/workload/block_walk.h"
#include "analysis/workload/block_writes.h"
#include "analysis/workload/reuse_distances.h"
#include "analysis/workload/working_set.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr uint64_t kBlock = BlockWalk::kBlockBytes;

Io Blocks(uint64_t first, uint64_t count, Op op = Op::kRead, int64_t start_ns = 0) {
  return {.start_ns = start_ns, .offset = first * kBlock, .length = count * kBlock, .op = op};
}

std::vector<BlockTouch> Touches(BlockWalk& walk, const std::vector<Io>& ios) {
  std::vector<BlockTouch> touches;
  for (const Io& io : ios)
    walk.Add(io, [&touches](const BlockTouch& touch) { touches.push_back(touch); });
  return touches;
}

ReuseDistances Reuse(BlockWalk& walk, const std::vector<Io>& ios) {
  ReuseDistances reuse;
  for (const BlockTouch& touch : Touches(walk, ios)) reuse.Add(touch);
  return reuse;
}

TEST(BlockWalkTest, DistanceIsHowManyOthersWereTouchedSince) {
  BlockWalk walk;
  // a b c a a b: a after b and c; a at once; b after c and a.
  const auto touches = Touches(walk, {Blocks(0, 3), Blocks(0, 1), Blocks(0, 1), Blocks(1, 1)});
  std::vector<std::optional<uint64_t>> distances;
  for (const BlockTouch& touch : touches) distances.push_back(touch.blocks);
  EXPECT_THAT(distances, ElementsAre(std::nullopt, std::nullopt, std::nullopt, 2, 0, 2));
  EXPECT_TRUE(walk.exact());
}

TEST(BlockWalkTest, PartsOfABlockAreTheBlock) {
  BlockWalk walk;
  const auto touches = Touches(
      walk,
      {{.offset = 512, .length = 512}, {.offset = 4095, .length = 2}, {.offset = 0, .length = 0}});
  ASSERT_EQ(touches.size(), 3u);  // block 0; blocks 0 and 1; nothing
  EXPECT_EQ(touches[1].blocks, 0u);
  EXPECT_EQ(touches[2].blocks, std::nullopt);
}

TEST(BlockWalkTest, DevicesHaveTheirOwnBlocks) {
  BlockWalk walk;
  Io other = Blocks(0, 1);
  other.device = 1;
  const auto touches = Touches(walk, {Blocks(0, 1), other, Blocks(0, 1)});
  EXPECT_EQ(touches[1].blocks, std::nullopt);
  EXPECT_EQ(touches[2].blocks, 1u);
}

TEST(BlockWalkTest, TheLastByteOfAllHasABlock) {
  BlockWalk walk;
  EXPECT_EQ(Touches(walk, {{.offset = UINT64_MAX - 10, .length = UINT64_MAX},
                           {.offset = UINT64_MAX, .length = 1}})
                .size(),
            1u);
}

/// Against the plain definition: a list in order of the last touch.
TEST(BlockWalkTest, AgreesWithAListOnRandomTouches) {
  std::mt19937 random(7);
  BlockWalk walk(/*most_blocks=*/64);  // so that places run out again and again
  std::vector<uint64_t> recent;
  for (int i = 0; i < 5000; ++i) {
    const uint64_t block = random() % 60;
    const auto known = std::find(recent.begin(), recent.end(), block);
    std::optional<uint64_t> expected;
    if (known != recent.end()) {
      expected = static_cast<uint64_t>(known - recent.begin());
      recent.erase(known);
    }
    recent.insert(recent.begin(), block);
    ASSERT_EQ(Touches(walk, {Blocks(block, 1)})[0].blocks, expected) << i;
  }
}

TEST(BlockWalkTest, ASampleTellsTheWhole) {
  // 100,000 blocks twice in the same order: every second touch at a distance of 99,999.
  std::vector<Io> ios;
  for (int pass = 0; pass < 2; ++pass)
    for (uint64_t i = 0; i < 100'000; ++i) ios.push_back(Blocks(i * 7, 1));
  BlockWalk walk(/*most_blocks=*/4096);
  const ReuseDistances::Result reuse = Reuse(walk, ios).result(walk.touches());
  EXPECT_GT(walk.sampling(), 8u);
  EXPECT_NEAR(static_cast<double>(reuse.first), 1e5, 5e3);
  EXPECT_EQ(reuse.touches, 200'000u);
  EXPECT_NEAR(reuse.lru_hits.rbegin()->second, 0.5, 0.03);
  EXPECT_NEAR(reuse.bytes.mean, 1e5 * kBlock, 5e3 * kBlock);
}

/// Whether the hot block is in the sample or not: about half of the sizes of samples have it.
TEST(BlockWalkTest, OneBlockThatIsTouchedAllTheTimeDoesNotSpoilASample) {
  for (uint64_t hot = 1'000'000; hot < 1'000'016; ++hot) {
    std::vector<Io> ios;
    for (uint64_t i = 0; i < 20'000; ++i) {
      ios.push_back(Blocks(i, 1));
      ios.push_back(Blocks(hot, 1));
    }
    BlockWalk walk(/*most_blocks=*/8192);
    const ReuseDistances::Result reuse = Reuse(walk, ios).result(walk.touches());
    EXPECT_GT(walk.sampling(), 1u);
    EXPECT_NEAR(reuse.lru_hits.rbegin()->second, 0.5, 0.02) << hot;
  }
}

TEST(ReuseDistancesTest, CachesFindWhatIsNearEnough) {
  BlockWalk walk;
  // Four blocks in a ring, twice, then the last again: distances 3, 3, 3, 3, 0.
  const auto result = Reuse(walk, {Blocks(0, 4), Blocks(0, 4), Blocks(3, 1)}).result(9);
  EXPECT_EQ(result.touches, 9u);
  EXPECT_EQ(result.first, 4u);
  EXPECT_EQ(result.bytes.max, static_cast<int64_t>(3 * kBlock));
  EXPECT_THAT(result.lru_hits, ElementsAre(Pair(kBlock, 1 / 9.0), Pair(2 * kBlock, 1 / 9.0),
                                           Pair(4 * kBlock, 5 / 9.0)));
}

TEST(ReuseDistancesTest, WithoutReuseThereIsNone) {
  BlockWalk walk;
  const auto result = Reuse(walk, {Blocks(0, 3)}).result(3);
  EXPECT_EQ(result.touches, 3u);
  EXPECT_EQ(result.bytes.count, 0u);
  EXPECT_TRUE(result.lru_hits.empty());
}

TEST(BlockWritesTest, OnceAgainOrOnlyRead) {
  BlockWalk walk;
  Touches(walk, {Blocks(0, 4, Op::kWrite), Blocks(3, 2, Op::kWrite), Blocks(3, 3), Blocks(3, 1)});
  BlockWrites writes;
  walk.ForEachBlock([&writes](const BlockFate& block) { writes.Add(block); });
  EXPECT_EQ(writes.result().read_only_bytes, 1 * kBlock);
  EXPECT_EQ(writes.result().written_once_bytes, 4 * kBlock);
  EXPECT_EQ(writes.result().rewritten_bytes, 1 * kBlock);
  EXPECT_DOUBLE_EQ(*writes.result().written_once_share(), 0.8);
  EXPECT_EQ(BlockWrites().result().written_once_share(), std::nullopt);
}

std::vector<std::pair<uint64_t, uint64_t>> WorkingSets(WorkingSet& set) {
  std::vector<std::pair<uint64_t, uint64_t>> sets;
  for (const auto& step : set.series().steps())
    sets.emplace_back(step.cell.bytes() / kBlock, step.cell.first_bytes() / kBlock);
  return sets;
}

TEST(WorkingSetTest, DistinctInEachStepAlsoWhenStepsGrow) {
  BlockWalk walk;
  WorkingSet set(10);
  for (const Io& io : {Blocks(0, 4, Op::kRead, 1), Blocks(0, 2, Op::kRead, 9),  // step 0
                       Blocks(2, 4, Op::kWrite, 15),                            // step 1
                       Blocks(0, 1, Op::kRead, 25),                             // step 2
                       Blocks(0, 6, Op::kRead, 31), Blocks(9, 1, Op::kRead, kNoTime)})
    walk.Add(io, [&set](const BlockTouch& touch) { set.Add(touch); });
  using Sets = std::vector<std::pair<uint64_t, uint64_t>>;
  EXPECT_EQ(WorkingSets(set), (Sets{{4, 4}, {4, 2}, {1, 0}, {6, 0}}));
  set.series().CoarsenTo(20);
  EXPECT_EQ(WorkingSets(set), (Sets{{6, 6}, {6, 0}}));
  set.series().CoarsenTo(40);
  EXPECT_EQ(WorkingSets(set), (Sets{{6, 6}}));
}

}  // namespace
}  // namespace ioreel
