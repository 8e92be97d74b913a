#include "analysis/gate/gate_test_maker.h"

#include <algorithm>
#include <cmath>

#include "analysis/stats/shift_bounds.h"
#include "analysis/stats/statistics.h"

namespace ioreel {
namespace {

/// Fewer runs hardly tell how much they vary.
constexpr size_t kFewestForNoise = 8;

/// Of figures of which more is worse.
std::vector<double> Badness(const std::vector<double>& values, bool more_is_better) {
  std::vector<double> badness;
  for (const double value : values) {
    badness.push_back(more_is_better ? -std::log(value) : std::log(value));
  }
  return badness;
}

/// Worse is what is above `alarm`; within, what is below `within`.
Slowdown Measure(const TwoSamples& samples, double alarm, double within, double alpha) {
  const Interval bounds = ShiftBounds(samples, alpha);
  const double p_worse = PAtMost(samples, std::log1p(alarm));
  return {.ratio = std::exp(Shift(samples)),
          .low = std::exp(bounds.low),
          .high = std::exp(bounds.high),
          .p_worse = p_worse,
          .p_adjusted = p_worse,
          .p_within = PAtLeast(samples, std::log1p(within))};
}

}  // namespace

GateTest GateTestMaker::Make(const MetricPolicy& metric, const GateRule& rule,
                             const std::string& trace, const std::vector<double>& baseline,
                             const std::vector<double>& candidate) const {
  GateTest test;
  test.metric = metric.metric;
  test.trace = trace;
  test.rule = rule;
  test.alarm = test.within = rule.tolerance;
  if (!AllKnown(baseline) || !AllKnown(candidate)) return test;
  test.baseline_median = Median(baseline);
  test.candidate_median = Median(candidate);
  const TwoSamples samples = {.a = Badness(baseline, metric.more_is_better),
                              .b = Badness(candidate, metric.more_is_better),
                              .paired = paired_};
  if (!paired_ && baseline.size() >= kFewestForNoise) {
    const double noise = *RobustDeviation(samples.a);
    const double floor = std::expm1(noise_factor_ * noise);
    if (floor > test.alarm) {
      test.alarm = floor;
      test.within = std::max(rule.tolerance, std::min(floor, kMostForNoise));
      test.noise = noise;
    }
  }
  test.slowdown = Measure(samples, test.alarm, test.within, alpha_);
  return test;
}

}  // namespace ioreel
