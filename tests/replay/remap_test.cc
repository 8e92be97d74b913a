#include "replay/plan/remap.h"

#include <gtest/gtest.h>

#include <random>

namespace ioreel {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

/// "offset+length" after the rules, or "lost".
std::string Mapped(Remap& remap, uint64_t offset, uint64_t length) {
  BlockIo io = {.offset = offset, .length = length, .op = Op::kWrite};
  if (!remap.Apply(&io)) return "lost";
  return std::to_string(io.offset) + "+" + std::to_string(io.length);
}

TEST(RemapTest, M5AlignMovesStartsDownAndEndsUpAbove4GiB) {
  Remap remap({.room_bytes = 8 * kGiB, .align_bytes = 4096});
  EXPECT_EQ(Mapped(remap, 5 * kGiB + 512, 4096), std::to_string(5 * kGiB) + "+8192");
  EXPECT_EQ(Mapped(remap, 4096, 4096), "4096+4096");
  EXPECT_EQ(Mapped(remap, 0, 1), "0+4096");
  ASSERT_EQ(remap.changes().size(), 1u);
  EXPECT_EQ(remap.changes()[0].what, "widened to multiples of 4 KiB");
  EXPECT_EQ(remap.changes()[0].count, 2u);
  EXPECT_EQ(remap.changes()[0].bytes, 4096u + 4095u);
}

TEST(RemapTest, FailTakesWhatFitsAndNothingElse) {
  Remap remap({.room_bytes = 8192, .block_bytes = 512, .align_bytes = 512});
  EXPECT_EQ(Mapped(remap, 4096, 4096), "4096+4096");
  EXPECT_EQ(Mapped(remap, 4608, 4096), "lost");
  EXPECT_EQ(Mapped(remap, UINT64_MAX - 100, 4096), "lost");
  EXPECT_EQ(Mapped(remap, UINT64_MAX - 511, 511), "lost");
  ASSERT_EQ(remap.changes().size(), 1u);
  EXPECT_EQ(remap.changes()[0].count, 3u);
  EXPECT_FALSE(remap.changes()[0].comparable);
}

TEST(RemapTest, WrapStaysInsideAndKeepsLengths) {
  Remap remap({.fit = Fit::kWrap, .room_bytes = 10'000, .block_bytes = 512, .align_bytes = 512});
  EXPECT_EQ(Mapped(remap, 1024, 512), "1024+512");
  EXPECT_EQ(Mapped(remap, 9728 + 512, 1024), "512+1024");
  EXPECT_EQ(Mapped(remap, 9728 - 512, 1024), "8704+1024") << "shifted back from the end";
  EXPECT_EQ(Mapped(remap, 0, 10'240), "lost") << "longer than the target";
}

TEST(RemapTest, ScaleShrinksOnlyAndKeepsBlocks) {
  Remap shrinks({.fit = Fit::kScale,
                 .room_bytes = kGiB,
                 .block_bytes = 4096,
                 .align_bytes = 4096,
                 .trace_end_bytes = 4 * kGiB});
  EXPECT_EQ(Mapped(shrinks, 2 * kGiB, 8192), std::to_string(kGiB / 2) + "+8192");
  EXPECT_EQ(Mapped(shrinks, 4 * kGiB - 4096, 4096), std::to_string(kGiB - 4096) + "+4096");
  EXPECT_EQ(Mapped(shrinks, 4096 * 6, 4096), "4096+4096");
  Remap fits({.fit = Fit::kScale, .room_bytes = 4 * kGiB, .trace_end_bytes = kGiB});
  EXPECT_EQ(Mapped(fits, 12'345, 10), "12345+10");
  EXPECT_TRUE(fits.changes().empty());
}

TEST(RemapTest, WhatIsFoldedStaysAligned) {
  for (const Fit fit : {Fit::kWrap, Fit::kScale}) {
    Remap remap({.fit = fit,
                 .room_bytes = 10'240,
                 .block_bytes = 512,
                 .align_bytes = 4096,
                 .trace_end_bytes = 36'864});
    EXPECT_EQ(Mapped(remap, 8192, 4096), "0+4096") << FitName(fit);
    EXPECT_EQ(Mapped(remap, 32'768 - 512, 512), "4096+4096") << FitName(fit);
    EXPECT_EQ(Mapped(remap, 4095, 4098), "lost") << "12 KiB of 10";
  }
}

TEST(RemapTest, ScaleDoesNotOverflow) {
  Remap remap(
      {.fit = Fit::kScale, .room_bytes = uint64_t{1} << 62, .trace_end_bytes = uint64_t{1} << 63});
  EXPECT_EQ(Mapped(remap, uint64_t{1} << 61, 1), std::to_string(uint64_t{1} << 60) + "+1");
}

TEST(RemapTest, CompactPacksWhatIsTouchedAndKeepsNeighboursTogether) {
  RemapRules rules = {.fit = Fit::kCompact, .room_bytes = 32'768, .touched = RangeSet(4096)};
  for (const uint64_t offset : {100 * kGiB, 100 * kGiB + 4096, 7 * kGiB + 512, 200 * kGiB}) {
    rules.touched.Add(offset, 4096);
  }
  EXPECT_EQ(Remap::EndBytes(rules), 8192u + 8192 + 4096);
  Remap remap(rules);
  EXPECT_EQ(Mapped(remap, 7 * kGiB + 512, 4096), "512+4096");
  EXPECT_EQ(Mapped(remap, 100 * kGiB, 8192), "8192+8192");
  EXPECT_EQ(Mapped(remap, 200 * kGiB, 4096), "16384+4096");
}

TEST(RemapTest, TheEndIsThatOfTheWidenedIos) {
  EXPECT_EQ(Remap::EndBytes({.align_bytes = 4096, .trace_end_bytes = (1 << 20) + 513}),
            (1u << 20) + 4096);
  EXPECT_EQ(Remap::EndBytes({.align_bytes = 4096, .trace_end_bytes = UINT64_MAX - 5}), UINT64_MAX);
}

TEST(RemapTest, EveryFitStaysInsideTheTarget) {
  std::mt19937_64 random(3);
  for (const Fit fit : {Fit::kFail, Fit::kWrap, Fit::kScale, Fit::kCompact}) {
    RemapRules rules = {.fit = fit,
                        .room_bytes = (64 << 20) + 777,
                        .block_bytes = 512,
                        .align_bytes = 4096,
                        .touched = RangeSet(4096)};
    std::vector<BlockIo> ios(2000);
    for (BlockIo& io : ios) {
      io.offset = random() % (64 * kGiB);
      io.length = 1 + random() % 40'000;
      rules.trace_end_bytes = std::max(rules.trace_end_bytes, io.offset + io.length);
      if (fit == Fit::kCompact) rules.touched.Add(io.offset, io.length);
    }
    Remap remap(rules);
    size_t mapped = 0;
    for (BlockIo& io : ios) {
      if (!remap.Apply(&io)) continue;
      ++mapped;
      EXPECT_EQ(io.offset % 512, 0u);
      EXPECT_LE(io.offset + io.length, rules.room_bytes);
    }
    if (fit == Fit::kWrap || fit == Fit::kScale) {
      EXPECT_EQ(mapped, ios.size());
    }
  }
}

TEST(RemapTest, OpsAreReplacedAndCounted) {
  RemapRules rules = {.room_bytes = kGiB};
  rules.ops[static_cast<size_t>(Op::kDiscard)] = Op::kWriteZeroes;
  Remap remap(rules);
  BlockIo io = {.offset = 0, .length = 4096, .op = Op::kDiscard};
  ASSERT_TRUE(remap.Apply(&io));
  EXPECT_EQ(io.op, Op::kWriteZeroes);
  ASSERT_EQ(remap.changes().size(), 1u);
  EXPECT_EQ(remap.changes()[0].what, "discard replaced by write_zeroes");
}

TEST(RemapTest, O6AFlushHasNoPlace) {
  Remap remap({.room_bytes = 4096});
  BlockIo io = {.offset = UINT64_MAX, .op = Op::kFlush};
  EXPECT_TRUE(remap.Apply(&io));
  EXPECT_TRUE(remap.changes().empty());
}

TEST(RemapTest, TheRoomBeginsWhereItIsTold) {
  Remap remap(
      {.room_bytes = 8192, .begin_bytes = 5 * kGiB, .block_bytes = 512, .align_bytes = 512});
  EXPECT_EQ(Mapped(remap, 4096, 4096), std::to_string(5 * kGiB + 4096) + "+4096");
  EXPECT_EQ(Mapped(remap, 4608, 4096), "lost") << "the room ends before the target does";
  ASSERT_EQ(remap.changes().size(), 2u);
  EXPECT_EQ(remap.changes()[0].what, "placed 5 GiB into the target (--offset)");
  EXPECT_EQ(remap.changes()[0].count, 1u);
}

TEST(RangeSetTest, MergesWhatTouches) {
  RangeSet set;
  set.Add(10, 10);
  set.Add(30, 10);
  set.Add(12, 3);
  EXPECT_EQ(set.bytes(), 20u);
  set.Add(20, 10);
  EXPECT_EQ(set.ranges().size(), 1u);
  EXPECT_EQ(set.bytes(), 30u);
  set.Add(0, 100);
  EXPECT_EQ(set.bytes(), 100u);
  set.Add(50, 0);
  EXPECT_EQ(set.ranges().size(), 1u);
}

TEST(RangeSetTest, CoarsensInsteadOfGrowingWithoutBound) {
  RangeSet set(4096, 100);
  for (uint64_t i = 0; i < 10'000; ++i) set.Add((i * 7919 % 10'000) * 1'000'000, 512);
  EXPECT_LE(set.ranges().size(), 100u);
  EXPECT_GT(set.granule(), 4096u);
  for (uint64_t i = 0; i < 10'000; ++i) {
    auto range = set.ranges().upper_bound(i * 1'000'000);
    ASSERT_NE(range, set.ranges().begin());
    ASSERT_GE((--range)->second, i * 1'000'000 + 512);
  }
}

}  // namespace
}  // namespace ioreel
