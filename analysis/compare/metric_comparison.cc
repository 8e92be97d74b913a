#include "analysis/compare/metric_comparison.h"

#include <algorithm>
#include <cmath>

#include "analysis/stats/statistics.h"

namespace ioreel {
namespace {

using Unit = Metric::Unit;

double P99(const RepeatResult& run, Op op) {
  for (const OpSummary& summary : run.ops) {
    if (summary.op == op) return static_cast<double>(summary.completion.p99_ns);
  }
  return 0;
}

const Metric kMetrics[] = {
    {"completion time", "completion_ns", Unit::kNanoseconds,
     [](const RepeatResult& run) {
       return run.completion_ns == kNoTime ? 0 : static_cast<double>(run.completion_ns);
     }},
    {"busy time", "busy_ns", Unit::kNanoseconds,
     [](const RepeatResult& run) { return static_cast<double>(run.busy_ns); }},
    {"bandwidth", "bandwidth_bytes_per_s", Unit::kBytesPerSecond,
     [](const RepeatResult& run) { return run.bandwidth_bytes_per_s; }},
    {"mean access time", "mean_access_ns", Unit::kNanoseconds,
     [](const RepeatResult& run) { return run.mean_access_ns; }},
    {"read p99", "read_p99_ns", Unit::kNanoseconds,
     [](const RepeatResult& run) { return P99(run, Op::kRead); }},
    {"write p99", "write_p99_ns", Unit::kNanoseconds,
     [](const RepeatResult& run) { return P99(run, Op::kWrite); }},
};

std::vector<double> Logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

std::optional<double> NoiseFloor(const std::vector<double>& a, const std::vector<double>& b) {
  const std::optional<double> of_a = CoefficientOfVariation(a), of_b = CoefficientOfVariation(b);
  if (!of_a || !of_b) return of_a ? of_a : of_b;
  return std::max(*of_a, *of_b);
}

}  // namespace

absl::Span<const Metric> ComparedMetrics() { return kMetrics; }

std::vector<double> ValuesOf(const std::vector<NamedResult>& side, const Metric& metric) {
  std::vector<double> values;
  for (const NamedResult& result : side) {
    for (const RepeatResult& run : result.result.repeats) values.push_back(metric.of(run));
  }
  return values;
}

bool AllKnown(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value) && value > 0; });
}

MetricComparison CompareMetric(const Metric& metric, const std::vector<double>& a,
                               const std::vector<double>& b, const SamplingOptions& options) {
  MetricComparison compared;
  compared.metric = &metric;
  if (!AllKnown(a) || !AllKnown(b)) return compared;
  compared.a_median = Median(a);
  compared.b_median = Median(b);
  compared.noise = NoiseFloor(a, b);
  compared.shift = EstimateShift(Logarithms(a), Logarithms(b), options.paired, options.seed);
  return compared;
}

}  // namespace ioreel
