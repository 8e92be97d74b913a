#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ioreel {

/// A PNG as EncodePng writes it: shades of one colour, 4 bits each.
struct DecodedPng {
  uint32_t width = 0, height = 0;
  std::string palette;          ///< PLTE
  std::string opacities;        ///< tRNS
  std::vector<uint8_t> shades;  ///< row after row
};

/// REQUIRES, checked: signature, checksums, and nothing but what EncodePng uses.
DecodedPng DecodePng(const std::string& png);

}  // namespace ioreel
