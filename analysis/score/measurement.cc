#include "analysis/score/measurement.h"

#include <cmath>
#include <vector>

#include "analysis/stats/statistics.h"

namespace ioreel {
namespace {

/// `value(repeat)` is NaN where the repeat does not know it.
template <typename Value>
Figure OverRepeats(const RunResult& result, const Value& value) {
  std::vector<double> values;
  for (const RepeatResult& repeat : result.repeats) {
    values.push_back(value(repeat));
    if (std::isnan(values.back())) return {};
  }
  return {.median = Median(values), .spread = CoefficientOfVariation(values)};
}

double Known(int64_t time_ns) { return time_ns == kNoTime ? NAN : static_cast<double>(time_ns); }
double KnownIfAny(const RepeatResult& repeat, double value) {
  return repeat.busy_ns > 0 ? value : NAN;
}

}  // namespace

Measurement Measure(const RunResult& result) {
  using Repeat = RepeatResult;
  return {
      .repeats = static_cast<int>(result.repeats.size()),
      .completion_ns = OverRepeats(result, [](const Repeat& r) { return Known(r.completion_ns); }),
      .drain_ns = OverRepeats(result, [](const Repeat& r) { return Known(r.drain_ns); }),
      .busy_ns = OverRepeats(result, [](const Repeat& r) { return Known(r.busy_ns); }),
      .bandwidth_bytes_per_s = OverRepeats(
          result, [](const Repeat& r) { return KnownIfAny(r, r.bandwidth_bytes_per_s); }),
      .mean_access_ns =
          OverRepeats(result, [](const Repeat& r) { return KnownIfAny(r, r.mean_access_ns); }),
      .iops = OverRepeats(result, [](const Repeat& r) { return r.iops; }),
  };
}

}  // namespace ioreel
