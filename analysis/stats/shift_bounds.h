#pragma once

#include <vector>

#include "analysis/stats/hodges_lehmann.h"

/// One-sided questions: whether a sample lies above another by more, or by less, than so much.
/// Asked of ranks (rank_test.h), exactly for up to 20 values a side.

namespace ioreel {

/// Two samples, independent of each other, or one value of each in every pair.
struct TwoSamples {
  std::vector<double> a, b;
  bool paired = false;  ///< REQUIRES then: as many of each
};

/// By how much b lies above a: MedianShift, or PseudoMedian of pairs. REQUIRES: neither is empty.
double Shift(const TwoSamples& samples);

/// The probability of samples at least so far apart if the shift is `most` or less: small = b lies
/// further above a.
double PAtMost(const TwoSamples& samples, double most);
/// If it is `least` or more: small = b does not lie that far above a.
double PAtLeast(const TwoSamples& samples, double least);

/// The shifts between which neither test has a p below `alpha`: each bound is one of confidence 1 −
/// alpha. ±∞ where so few values do not bound it. REQUIRES: neither is empty.
Interval ShiftBounds(const TwoSamples& samples, double alpha);

}  // namespace ioreel
