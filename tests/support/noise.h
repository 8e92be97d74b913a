#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "analysis/stats/normal.h"

namespace ioreel {

/// Normally distributed numbers, the same for the same seed.
class Noise {
 public:
  explicit Noise(uint64_t seed) : random_(seed) {}

  std::vector<double> Draw(int count, double mean, double deviation) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
      const double share = (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53;
      values.push_back(mean + deviation * NormalQuantile(share));
    }
    return values;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace ioreel
