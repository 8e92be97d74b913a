#pragma once

namespace ioreel {

/// Share of the standard normal distribution at or below `z`.
double NormalCdf(double z);

/// The z at or below which `share` of it lies; REQUIRES: 0 < share < 1.
double NormalQuantile(double share);

/// The same of Student's t with `freedom` degrees; REQUIRES: 0 < share < 1, freedom > 0.
double StudentQuantile(double share, double freedom);

}  // namespace ioreel
