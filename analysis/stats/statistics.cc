#include "analysis/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ioreel {

std::optional<double> Median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto upper = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), upper, values.end());
  if (values.size() % 2 == 1) return *upper;
  return std::midpoint(*std::max_element(values.begin(), upper), *upper);
}

std::optional<double> RobustDeviation(const std::vector<double>& values) {
  const std::optional<double> middle = Median(values);
  if (!middle) return std::nullopt;
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - *middle));
  constexpr double kOfNormal = 1.4826;  // 1 ÷ the 75 % point of the standard normal distribution
  return kOfNormal * *Median(distances);
}

std::optional<double> CoefficientOfVariation(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (mean == 0) return std::nullopt;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (n - 1)) / mean;
}

}  // namespace ioreel
