#include "analysis/stats/shift_estimate.h"

#include <algorithm>

#include "analysis/stats/bootstrap.h"
#include "analysis/stats/mde.h"
#include "analysis/stats/rank_test.h"
#include "base/check.h"

namespace ioreel {
namespace {

using Method = ShiftEstimate::Method;

Method MethodFor(size_t values) {
  constexpr size_t kFewestResampled = 8, kFewestCorrected = 10, kMostResampled = 50;
  if (values < kFewestResampled || values > kMostResampled) return Method::kRanks;
  return values < kFewestCorrected ? Method::kPercentile : Method::kBca;
}

BootstrapKind KindOf(Method method) {
  return method == Method::kBca ? BootstrapKind::kBca : BootstrapKind::kPercentile;
}

ShiftEstimate EstimatePaired(const std::vector<double>& differences, uint64_t seed) {
  const Method method = MethodFor(differences.size());
  const int pairs = static_cast<int>(differences.size());
  ShiftEstimate estimate = {.shift = PseudoMedian(differences),
                            .interval = PseudoMedianInterval(differences),
                            .method = method,
                            .p = WilcoxonP(differences),
                            .detectable = {}};
  if (method != Method::kRanks) {
    const auto statistic = [](const Samples& samples) { return PseudoMedian(samples[0]); };
    estimate.interval = BootstrapInterval({differences}, statistic, KindOf(method), seed);
  }
  if (SmallestWilcoxonP(pairs) < kSignificance) {
    estimate.detectable = DetectablePairedShift(Deviation(differences), pairs);
  }
  return estimate;
}

ShiftEstimate EstimateIndependent(const std::vector<double>& a, const std::vector<double>& b,
                                  uint64_t seed) {
  const size_t fewest = std::min(a.size(), b.size()), most = std::max(a.size(), b.size());
  const Method method = MethodFor(MethodFor(most) == Method::kRanks ? most : fewest);
  const int a_count = static_cast<int>(a.size()), b_count = static_cast<int>(b.size());
  ShiftEstimate estimate = {.shift = MedianShift(a, b),
                            .interval = MedianShiftInterval(a, b),
                            .method = method,
                            .p = MannWhitneyP(a, b),
                            .detectable = {}};
  if (method != Method::kRanks) {
    const auto statistic = [](const Samples& sides) { return MedianShift(sides[0], sides[1]); };
    estimate.interval = BootstrapInterval({a, b}, statistic, KindOf(method), seed);
  }
  if (fewest >= 2 && SmallestMannWhitneyP(a_count, b_count) < kSignificance) {
    estimate.detectable = DetectableShift(PooledDeviation(a, b), a_count, b_count);
  }
  return estimate;
}

}  // namespace

ShiftEstimate EstimateShift(const std::vector<double>& a, const std::vector<double>& b, bool paired,
                            uint64_t seed) {
  CHECK(!a.empty() && !b.empty());
  if (!paired) return EstimateIndependent(a, b, seed);
  CHECK(a.size() == b.size());
  std::vector<double> differences;
  for (size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);
  return EstimatePaired(differences, seed);
}

double SmallestP(int a_count, int b_count, bool paired) {
  return paired ? SmallestWilcoxonP(a_count) : SmallestMannWhitneyP(a_count, b_count);
}

}  // namespace ioreel
