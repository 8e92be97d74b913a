#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "analysis/charts/density_grid.h"

namespace ioreel {

/// A picture of counts as a data: URL of a PNG: nothing where the count is 0, then the more opaque
/// the larger its logarithm, up to `most`. REQUIRES: the picture is not empty; most > 0.
std::string DensityImage(const DensityGrid::Picture& picture, uint64_t most,
                         std::array<uint8_t, 3> colour);

}  // namespace ioreel
