#include "analysis/svg/density_image.h"

#include <cmath>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "analysis/svg/png.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr double kDarkest = 15;

uint8_t Shade(uint64_t count, uint64_t most) {
  if (count == 0) return 0;
  if (most <= 1) return static_cast<uint8_t>(kDarkest);
  const double share = std::log(static_cast<double>(count)) / std::log(static_cast<double>(most));
  return static_cast<uint8_t>(1 + std::lround(share * (kDarkest - 1)));
}

}  // namespace

std::string DensityImage(const DensityGrid::Picture& picture, uint64_t most,
                         std::array<uint8_t, 3> colour) {
  CHECK(picture.columns > 0 && most > 0);
  ShadeImage image{
      .width = picture.columns, .height = picture.rows, .colour = colour, .shades = {}};
  for (uint32_t row = picture.rows; row-- > 0;) {
    for (uint32_t column = 0; column < picture.columns; ++column)
      image.shades.push_back(Shade(picture.at(column, row), most));
  }
  return absl::StrCat("data:image/png;base64,", absl::Base64Escape(EncodePng(image)));
}

}  // namespace ioreel
