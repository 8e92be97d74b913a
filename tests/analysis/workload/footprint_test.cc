#include "analysis/workload/footprint.h"

#include <gtest/gtest.h>

#include <random>

namespace ioreel {
namespace {

TEST(FootprintTest, CountsEachByteOnce) {
  Footprint footprint;
  footprint.Add(0, 100);
  footprint.Add(50, 100);    // overlaps
  footprint.Add(150, 50);    // touches
  footprint.Add(1000, 10);   // apart
  footprint.Add(1002, 5);    // inside
  footprint.Add(20'000, 0);  // nothing
  EXPECT_EQ(footprint.bytes(), 210u);
  EXPECT_TRUE(footprint.exact());
}

TEST(FootprintTest, ManyRangesAreEstimatedWithinOnePercent) {
  Footprint footprint;
  std::mt19937_64 random(1);
  constexpr uint64_t kBlocks = 1'000'000;
  for (uint64_t i = 0; i < kBlocks; ++i) footprint.Add(i * 3 * Footprint::kBlockBytes, 512);
  for (uint64_t i = 0; i < kBlocks; ++i) {  // again, in any order
    footprint.Add(random() % kBlocks * 3 * Footprint::kBlockBytes, 4096);
  }
  EXPECT_FALSE(footprint.exact());
  const double expected = kBlocks * Footprint::kBlockBytes;
  EXPECT_NEAR(static_cast<double>(footprint.bytes()), expected, expected * 0.01);
}

TEST(FootprintTest, IsExactUntilThereAreTooManyRanges) {
  Footprint footprint;
  for (uint64_t i = 0; i < Footprint::kMaxRanges; ++i) footprint.Add(i * 8192, 512);
  footprint.Add(0, 512);
  EXPECT_TRUE(footprint.exact());
  EXPECT_EQ(footprint.bytes(), Footprint::kMaxRanges * 512);
  footprint.Add(Footprint::kMaxRanges * 8192, 512);
  EXPECT_FALSE(footprint.exact());
}

TEST(FootprintTest, EndsWithTheAddressSpace) {
  Footprint footprint;
  footprint.Add(UINT64_MAX - 10, 100);
  EXPECT_EQ(footprint.bytes(), 10u);
}

TEST(FootprintTest, ALongIoCountsWholly) {
  constexpr uint64_t kTiB = uint64_t{1} << 40;
  Footprint footprint;
  footprint.Add(0, 64 * kTiB);
  EXPECT_EQ(footprint.bytes(), 64 * kTiB);
  EXPECT_TRUE(footprint.exact());
}

TEST(FootprintTest, ALongIoCountsWhollyInAnEstimate) {
  constexpr uint64_t kTiB = uint64_t{1} << 40, kMany = 4 * Footprint::kMaxRanges;
  Footprint long_first, long_last, merged;
  long_first.Add(0, 64 * kTiB);
  for (uint64_t i = 0; i < kMany; ++i) {  // half of them within it
    const uint64_t offset = (i % 2 == 0 ? 0 : 64 * kTiB) + i * 8192;
    for (Footprint* footprint : {&long_first, &long_last}) footprint->Add(offset, 4096);
  }
  long_last.Add(0, 64 * kTiB);
  merged.Merge(long_last);
  for (const Footprint* footprint : {&long_first, &long_last, &merged}) {
    EXPECT_FALSE(footprint->exact());
    const double beyond = static_cast<double>(footprint->bytes() - 64 * kTiB);
    EXPECT_NEAR(beyond, kMany / 2 * 4096.0, kMany / 2 * 4096.0 * 0.02);
  }
}

TEST(DistinctBlocksTest, CountsAFewExactly) {
  DistinctBlocks blocks(100);
  for (uint64_t i = 0; i < 1000; ++i) blocks.Add(i % 100);
  EXPECT_EQ(blocks.estimate(), 100u);
}

}  // namespace
}  // namespace ioreel
