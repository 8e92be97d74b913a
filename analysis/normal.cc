#include "analysis/normal.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "base/check.h"

namespace ioreel {

double NormalCdf(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double NormalQuantile(double share) {
  CHECK(share > 0 && share < 1);
  double low = -40, high = 40;  // beyond them a double has no share left
  while (true) {
    const double middle = std::midpoint(low, high);
    if (middle == low || middle == high) return middle;
    (NormalCdf(middle) < share ? low : high) = middle;
  }
}

double StudentQuantile(double share, double freedom) {
  if (freedom == 1) return std::tan(std::numbers::pi * (share - 0.5));
  if (freedom == 2) return (2 * share - 1) / std::sqrt(2 * share * (1 - share));
  const double z = NormalQuantile(share), z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

}  // namespace ioreel
