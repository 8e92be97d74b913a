#include "analysis/stats/mean_interval.h"

#include <cmath>
#include <numeric>

#include "analysis/stats/mde.h"
#include "analysis/stats/normal.h"

namespace ioreel {

std::optional<Interval> GeometricMeanInterval(const std::vector<double>& values) {
  if (values.size() < 3) return std::nullopt;
  std::vector<double> logarithms;
  for (const double value : values) {
    if (!(value > 0)) return std::nullopt;
    logarithms.push_back(std::log(value));
  }
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(logarithms.begin(), logarithms.end(), 0.0) / n;
  const double half = StudentQuantile(0.975, n - 1) * Deviation(logarithms) / std::sqrt(n);
  return Interval{std::exp(mean - half), std::exp(mean + half)};
}

}  // namespace ioreel
