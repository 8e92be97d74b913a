#pragma once

#include <vector>

/// By how much a sample lies above another, as Hodges and Lehmann estimate it: a median, so that a
/// wild run moves it little.

namespace ioreel {

struct Interval {
  double low;   ///< −∞: so few values do not bound it
  double high;  ///< +∞ likewise

  bool operator==(const Interval&) const = default;
};

/// All b − a.
std::vector<double> AllDifferences(const std::vector<double>& a, const std::vector<double>& b);
/// The means of all pairs of values, each with itself, too.
std::vector<double> WalshAverages(const std::vector<double>& values);

/// Median of all b − a. REQUIRES: neither is empty.
double MedianShift(const std::vector<double>& a, const std::vector<double>& b);

/// Median of their Walsh averages.
/// REQUIRES: !differences.empty().
double PseudoMedian(const std::vector<double>& differences);

/// 95 % confidence intervals from the same M numbers in order: the kth from either end, k =
/// ⌊M / 2 − 1.96 σ⌋, σ² that of the rank test: nA nB (N + 1) / 12, or n (n + 1)(2n + 1) / 24.
/// They agree with the rank test at 5 %.
Interval MedianShiftInterval(const std::vector<double>& a, const std::vector<double>& b);
Interval PseudoMedianInterval(const std::vector<double>& differences);

}  // namespace ioreel
