#pragma once

#include <cstdint>

#include "base/histogram.h"

namespace ioreel {

/// A distribution in a few numbers, in the unit of its samples. All 0 when count is 0.
struct Distribution {
  uint64_t count = 0;
  int64_t min = 0;
  double mean = 0;
  int64_t p50 = 0, p90 = 0, p95 = 0, p99 = 0, p999 = 0;  ///< off by less than 0.4 %
  int64_t max = 0;

  bool operator==(const Distribution&) const = default;
};

Distribution Describe(const Histogram& samples);

/// An amount as a sample: INT64_MAX where it does not fit.
int64_t SampleOf(uint64_t amount);

}  // namespace ioreel
