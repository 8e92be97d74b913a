#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ioreel {

/// An image whose pixels are one colour at one of 16 opacities, the first of which is none.
struct ShadeImage {
  uint32_t width = 0, height = 0;   ///< neither is 0
  std::array<uint8_t, 3> colour{};  ///< red, green, blue
  std::vector<uint8_t> shades;      ///< 0 to 15, row after row from the top
};

/// The bytes of a PNG file, ISO/IEC 15948: 4 bits a pixel, opacities in tRNS.
std::string EncodePng(const ShadeImage& image);

}  // namespace ioreel
