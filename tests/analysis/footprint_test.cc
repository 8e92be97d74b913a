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

TEST(DistinctBlocksTest, CountsAFewExactly) {
  DistinctBlocks blocks(100);
  for (uint64_t i = 0; i < 1000; ++i) blocks.Add(i % 100);
  EXPECT_EQ(blocks.estimate(), 100u);
}

}  // namespace
}  // namespace ioreel
