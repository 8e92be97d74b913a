#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/stats/hodges_lehmann.h"

namespace ioreel {

using Samples = std::vector<std::vector<double>>;
using Statistic = std::function<double(const Samples&)>;

enum class BootstrapKind {
  kPercentile,  ///< the 2.5 % and 97.5 % points of the resampled statistic
  kBca          ///< those points corrected for bias and, by the jackknife, for skew (Efron 1987)
};

/// 95 % confidence interval of `statistic` over independent `samples`, each drawn anew from itself
/// with replacement, 10,000 times. The same seed gives the same interval, on any machine.
/// REQUIRES: no sample is empty; for kBca each has two values or more.
Interval BootstrapInterval(const Samples& samples, const Statistic& statistic, BootstrapKind kind,
                           uint64_t seed);

}  // namespace ioreel
