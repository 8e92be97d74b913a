#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/stats/hodges_lehmann.h"

namespace ioreel {

/// How far one sample of logarithms lies above another, as well as so few values tell.
struct ShiftEstimate {
  enum class Method { kRanks, kPercentile, kBca };

  double shift;       ///< Hodges and Lehmann's
  Interval interval;  ///< 95 %
  Method method;      ///< of the interval
  double p;           ///< Mann and Whitney's, or Wilcoxon's for pairs
  /// What would be found in about 4 of 5 such comparisons; nullopt where nothing could be.
  std::optional<double> detectable;
};

/// Every p below is significant.
constexpr double kSignificance = 0.05;

/// Of `b` above `a`, independent samples or, if `paired`, one value of each in every pair. The
/// interval is that of the ranks for fewer than 8 values a side, where bootstrap intervals are too
/// narrow, and for more than 50, where they cost much and agree; a percentile bootstrap for 8 and
/// 9; BCa from 10 on.
/// REQUIRES: neither is empty; as many of each, if paired.
ShiftEstimate EstimateShift(const std::vector<double>& a, const std::vector<double>& b, bool paired,
                            uint64_t seed);

/// The smallest p that so many runs can give.
double SmallestP(int a_count, int b_count, bool paired);

}  // namespace ioreel
