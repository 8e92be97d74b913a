#include "analysis/stats/mde.h"

#include <cmath>
#include <numeric>

#include "analysis/stats/normal.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr double kRankEfficiency = 0.955;

double SquaresAboutMean(const std::vector<double>& values) {
  CHECK(values.size() >= 2);
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

double Detectable(double standard_error, int freedom) {
  CHECK(freedom > 0);
  const double errors = StudentQuantile(0.975, freedom) + StudentQuantile(0.8, freedom);
  return errors * standard_error / std::sqrt(kRankEfficiency);
}

}  // namespace

double PooledDeviation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto freedom = static_cast<double>(a.size() + b.size() - 2);
  return std::sqrt((SquaresAboutMean(a) + SquaresAboutMean(b)) / freedom);
}

double Deviation(const std::vector<double>& values) {
  return std::sqrt(SquaresAboutMean(values) / static_cast<double>(values.size() - 1));
}

double DetectableShift(double deviation, int a_count, int b_count) {
  return Detectable(deviation * std::sqrt(1.0 / a_count + 1.0 / b_count), a_count + b_count - 2);
}

double DetectablePairedShift(double deviation, int pairs) {
  return Detectable(deviation / std::sqrt(pairs), pairs - 1);
}

}  // namespace ioreel
