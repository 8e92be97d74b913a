#pragma once

namespace ioreel {

/// Share of the standard normal distribution at or below `z`.
double NormalCdf(double z);

/// The z at or below which `share` of it lies; REQUIRES: 0 < share < 1.
double NormalQuantile(double share);

/// The same of Student's t with `freedom` degrees: exact for 1 and 2, else by its expansion about
/// the normal distribution (Abramowitz and Stegun, 26.7.5): 4 % off at 3 degrees, 2 % at 4, less
/// with more.
double StudentQuantile(double share, double freedom);

}  // namespace ioreel
