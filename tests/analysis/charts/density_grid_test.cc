#include "analysis/charts/density_grid.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace ioreel {
namespace {

uint64_t Sum(const DensityGrid::Picture& picture) {
  return std::accumulate(picture.counts.begin(), picture.counts.end(), uint64_t{0});
}

TEST(DensityGridTest, IsEmptyAtFirst) {
  const DensityGrid grid(4, 0, 4, 0);
  EXPECT_TRUE(grid.empty());
  EXPECT_EQ(grid.picture().columns, 0u);
  EXPECT_TRUE(grid.picture().counts.empty());
}

TEST(DensityGridTest, OnePointIsOneCell) {
  DensityGrid grid(4, 0, 4, 2);
  grid.Add(1000, 77);
  const DensityGrid::Picture picture = grid.picture();
  EXPECT_EQ(picture.columns, 1u);
  EXPECT_EQ(picture.rows, 1u);
  EXPECT_EQ(picture.at(0, 0), 1u);
  EXPECT_EQ(picture.x_low, 1000u);
  EXPECT_EQ(picture.y_low, 76u);
  EXPECT_EQ(picture.y_width, 4);
}

TEST(DensityGridTest, PlacesPointsByColumnAndRow) {
  DensityGrid grid(4, 0, 4, 0);
  grid.Add(0, 0);
  grid.Add(3, 0);
  grid.Add(3, 2);
  grid.Add(3, 2);
  const DensityGrid::Picture picture = grid.picture();
  ASSERT_EQ(picture.columns, 4u);
  ASSERT_EQ(picture.rows, 3u);
  EXPECT_EQ(picture.counts, (std::vector<uint64_t>{1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2}));
}

TEST(DensityGridTest, LosesNothingHoweverItsAxesGrow) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 50; ++round) {
    DensityGrid grid(8, 0, 4, 0);
    for (int i = 0; i < 300; ++i) grid.Add(random() >> random() % 64, random() >> random() % 64);
    const DensityGrid::Picture picture = grid.picture();
    EXPECT_EQ(Sum(picture), 300u);
    EXPECT_LE(picture.columns, 8u);
    EXPECT_LE(picture.rows, 4u);
  }
}

}  // namespace
}  // namespace ioreel
