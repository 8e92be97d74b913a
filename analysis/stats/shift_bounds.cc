#include "analysis/stats/shift_bounds.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "analysis/stats/rank_test.h"
#include "base/check.h"

namespace ioreel {
namespace {

std::vector<double> PairDifferences(const TwoSamples& samples) {
  CHECK(samples.a.size() == samples.b.size());
  std::vector<double> differences;
  for (size_t i = 0; i < samples.a.size(); ++i) {
    differences.push_back(samples.b[i] - samples.a[i]);
  }
  return differences;
}

TwoSamples Swapped(const TwoSamples& samples) {
  return {.a = samples.b, .b = samples.a, .paired = samples.paired};
}

/// The shifts at which the ranks change, in order.
std::vector<double> Steps(const TwoSamples& samples) {
  std::vector<double> steps = samples.paired ? WalshAverages(PairDifferences(samples))
                                             : AllDifferences(samples.a, samples.b);
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

/// PAtMost grows from step to step and is the same between two: the last step below which it is
/// less than `alpha`.
double LowerBound(const TwoSamples& samples, double alpha) {
  const std::vector<double> steps = Steps(samples);
  const auto is_rejected_below = [&](size_t i) {
    const double below = i == 0 ? steps[0] - 1 : std::midpoint(steps[i - 1], steps[i]);
    return PAtMost(samples, below) < alpha;
  };
  std::vector<size_t> indices(steps.size());
  std::iota(indices.begin(), indices.end(), size_t{0});
  const auto accepted = std::partition_point(indices.begin(), indices.end(), is_rejected_below);
  if (accepted == indices.begin()) return -std::numeric_limits<double>::infinity();
  return steps[*(accepted - 1)];
}

}  // namespace

double Shift(const TwoSamples& samples) {
  return samples.paired ? PseudoMedian(PairDifferences(samples))
                        : MedianShift(samples.a, samples.b);
}

double PAtMost(const TwoSamples& samples, double most) {
  std::vector<double> nearer = samples.paired ? PairDifferences(samples) : samples.b;
  for (double& value : nearer) value -= most;
  return samples.paired ? WilcoxonUpperP(nearer) : MannWhitneyUpperP(samples.a, nearer);
}

double PAtLeast(const TwoSamples& samples, double least) {
  return PAtMost(Swapped(samples), -least);
}

Interval ShiftBounds(const TwoSamples& samples, double alpha) {
  CHECK(!samples.a.empty() && !samples.b.empty());
  return {.low = LowerBound(samples, alpha), .high = -LowerBound(Swapped(samples), alpha)};
}

}  // namespace ioreel
