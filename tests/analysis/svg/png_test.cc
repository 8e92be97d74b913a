#include "tests/support/png.h"

#include <gtest/gtest.h>

#include <random>

#include "absl/strings/escaping.h"
#include "absl/strings/strip.h"
#include "analysis/svg/density_image.h"
#include "analysis/svg/png.h"

namespace ioreel {
namespace {

TEST(PngTest, HoldsThePixelsItWasGiven) {
  std::mt19937 random(1);
  for (const auto& [width, height] : {std::pair{1u, 1u}, {2u, 3u}, {7u, 5u}, {1024u, 256u}}) {
    ShadeImage image{.width = width, .height = height, .colour = {1, 2, 3}, .shades = {}};
    for (size_t i = 0; i < size_t{width} * height; ++i)
      image.shades.push_back(static_cast<uint8_t>(random() % 16));
    const DecodedPng decoded = DecodePng(EncodePng(image));
    EXPECT_EQ(decoded.width, width);
    EXPECT_EQ(decoded.height, height);
    EXPECT_EQ(decoded.shades, image.shades);
    EXPECT_EQ(decoded.palette.substr(0, 3), "\x01\x02\x03");
    EXPECT_EQ(decoded.palette.size(), 48u);
  }
}

TEST(PngTest, OpacityGrowsFromNoneToFull) {
  const DecodedPng decoded =
      DecodePng(EncodePng({.width = 1, .height = 1, .colour = {}, .shades = {0}}));
  ASSERT_EQ(decoded.opacities.size(), 16u);
  EXPECT_EQ(decoded.opacities.front(), '\0');
  EXPECT_EQ(decoded.opacities.back(), '\xff');
  for (size_t i = 1; i < 16; ++i) {
    EXPECT_LT(static_cast<uint8_t>(decoded.opacities[i - 1]),
              static_cast<uint8_t>(decoded.opacities[i]));
  }
}

DecodedPng ImageOf(const DensityGrid& grid, uint64_t most) {
  const std::string url = DensityImage(grid.picture(), most, {9, 9, 9});
  std::string png;
  EXPECT_TRUE(absl::Base64Unescape(absl::StripPrefix(url, "data:image/png;base64,"), &png));
  return DecodePng(png);
}

TEST(DensityImageTest, ShowsTheLowestRowAtTheBottomAndMoreAsDarker) {
  DensityGrid grid(4, 0, 4, 0);
  grid.Add(0, 0);
  for (int i = 0; i < 100; ++i) grid.Add(1, 1);
  for (int i = 0; i < 10; ++i) grid.Add(0, 1);
  EXPECT_EQ(ImageOf(grid, 100).shades, (std::vector<uint8_t>{8, 15, 1, 0}));
}

TEST(DensityImageTest, OneIoIsSeenWhereNoCellHasMore) {
  DensityGrid grid(4, 0, 4, 0);
  grid.Add(5, 5);
  EXPECT_EQ(ImageOf(grid, 1).shades, std::vector<uint8_t>{15});
}

}  // namespace
}  // namespace ioreel
