#include "analysis/stats/hodges_lehmann.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/stats/statistics.h"

namespace ioreel {
namespace {

Interval KthFromEitherEnd(std::vector<double> numbers, double variance) {
  constexpr double kQuantile = 1.96;
  const auto count = static_cast<double>(numbers.size());
  const double k = std::floor(count / 2 - kQuantile * std::sqrt(variance));
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  if (k < 1) return {-kUnbounded, kUnbounded};
  std::sort(numbers.begin(), numbers.end());
  const auto index = static_cast<size_t>(k);
  return {numbers[index - 1], numbers[numbers.size() - index]};
}

}  // namespace

std::vector<double> AllDifferences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  differences.reserve(a.size() * b.size());
  for (const double x : a) {
    for (const double y : b) differences.push_back(y - x);
  }
  return differences;
}

std::vector<double> WalshAverages(const std::vector<double>& values) {
  std::vector<double> averages;
  averages.reserve(values.size() * (values.size() + 1) / 2);
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i; j < values.size(); ++j) {
      averages.push_back(std::midpoint(values[i], values[j]));
    }
  }
  return averages;
}

double MedianShift(const std::vector<double>& a, const std::vector<double>& b) {
  return *Median(AllDifferences(a, b));
}

double PseudoMedian(const std::vector<double>& differences) {
  return *Median(WalshAverages(differences));
}

Interval MedianShiftInterval(const std::vector<double>& a, const std::vector<double>& b) {
  const auto a_count = static_cast<double>(a.size()), b_count = static_cast<double>(b.size());
  return KthFromEitherEnd(AllDifferences(a, b), a_count * b_count * (a_count + b_count + 1) / 12);
}

Interval PseudoMedianInterval(const std::vector<double>& differences) {
  const auto n = static_cast<double>(differences.size());
  return KthFromEitherEnd(WalshAverages(differences), n * (n + 1) * (2 * n + 1) / 24);
}

}  // namespace ioreel
