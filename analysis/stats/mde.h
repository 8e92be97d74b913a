#pragma once

#include <vector>

/// What a comparison could have found. All of logarithms, where effects are ratios: a standard
/// deviation of ln x is about the coefficient of variation of x.

namespace ioreel {

/// Standard deviation within the sides, each about its own mean. REQUIRES: two values or more on
/// each side.
double PooledDeviation(const std::vector<double>& a, const std::vector<double>& b);

/// Sample standard deviation. REQUIRES: two values or more.
double Deviation(const std::vector<double>& values);

/// The shift that Mann and Whitney's test at 5 %, two-sided, finds in about 80 of 100 comparisons:
/// (t(0.975) + t(0.8)) × deviation × √(1/nA + 1/nB) ÷ √0.955, with the quantiles of Student's t of
/// nA + nB − 2 degrees of freedom, 1.96 + 0.84 = 2.80 for many; 0.955 is what the test has of the
/// efficiency of Student's under normal noise. REQUIRES: nA + nB > 2.
double DetectableShift(double deviation, int a_count, int b_count);

/// The same of Wilcoxon's test on pairs: (t + t) × deviation of the differences ÷ √n ÷ √0.955, n −
/// 1 degrees. REQUIRES: pairs > 1.
double DetectablePairedShift(double deviation, int pairs);

}  // namespace ioreel
