#include "analysis/workload/distribution.h"

#include <algorithm>
#include <limits>

namespace ioreel {

Distribution Describe(const Histogram& samples) {
  return {.count = samples.count(),
          .min = samples.min(),
          .mean = samples.mean(),
          .p50 = samples.Quantile(0.5),
          .p90 = samples.Quantile(0.9),
          .p95 = samples.Quantile(0.95),
          .p99 = samples.Quantile(0.99),
          .p999 = samples.Quantile(0.999),
          .max = samples.max()};
}

int64_t SampleOf(uint64_t amount) {
  return static_cast<int64_t>(std::min<uint64_t>(amount, std::numeric_limits<int64_t>::max()));
}

}  // namespace ioreel
