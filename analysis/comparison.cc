#include "analysis/comparison.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/statistics.h"
#include "base/check.h"

namespace ioreel {
namespace {

using Unit = MetricComparison::Unit;

double P99(const RepeatResult& run, Op op) {
  for (const OpSummary& summary : run.ops) {
    if (summary.op == op) return static_cast<double>(summary.completion.p99_ns);
  }
  return 0;
}

/// 0 where the run does not know the figure.
struct Metric {
  const char* name;
  const char* key;
  Unit unit;
  double (*of)(const RepeatResult&);
};

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

int RunsOf(const std::vector<NamedResult>& side) {
  size_t runs = 0;
  for (const NamedResult& result : side) runs += result.result.repeats.size();
  return static_cast<int>(runs);
}

Comparison::Side Describe(const std::vector<NamedResult>& side) {
  Comparison::Side described{
      .files = {}, .how = HowReplayed(side.front().result), .runs = RunsOf(side)};
  for (const NamedResult& result : side) described.files.push_back(result.name);
  return described;
}

std::vector<double> ValuesOf(const std::vector<NamedResult>& side, const Metric& metric) {
  std::vector<double> values;
  for (const NamedResult& result : side) {
    for (const RepeatResult& run : result.result.repeats) values.push_back(metric.of(run));
  }
  return values;
}

std::vector<double> Logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

bool AllKnown(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value) && value > 0; });
}

std::optional<double> NoiseFloor(const std::vector<double>& a, const std::vector<double>& b) {
  const std::optional<double> of_a = CoefficientOfVariation(a), of_b = CoefficientOfVariation(b);
  if (!of_a || !of_b) return of_a ? of_a : of_b;
  return std::max(*of_a, *of_b);
}

MetricComparison CompareMetric(const Metric& metric, const std::vector<double>& a,
                               const std::vector<double>& b, const ComparisonOptions& options) {
  MetricComparison compared;
  compared.name = metric.name;
  compared.key = metric.key;
  compared.unit = metric.unit;
  if (!AllKnown(a) || !AllKnown(b)) return compared;
  compared.a_median = Median(a);
  compared.b_median = Median(b);
  compared.noise = NoiseFloor(a, b);
  compared.shift = EstimateShift(Logarithms(a), Logarithms(b), options.paired, options.seed);
  return compared;
}

/// Why runs of the side must not be trusted.
void JudgeRuns(const std::vector<NamedResult>& side, std::vector<std::string>* reasons) {
  for (const NamedResult& result : side) {
    const Verdict verdict = Judge(result.result);
    for (const auto* list : {&verdict.invalid, &verdict.tainted}) {
      for (const std::string& why : *list) reasons->push_back(result.name + ": " + why);
    }
  }
}

std::string TooFewRuns(const Comparison& comparison) {
  const int a = comparison.a.runs, b = comparison.b.runs;
  int enough = 1;
  while (SmallestP(enough, enough, comparison.paired) >= kSignificance) ++enough;
  return absl::StrFormat(
      "%d and %d runs cannot show a difference, however large: p is %.2g at least, and must be "
      "below %.2g; run %d %s or more",
      a, b, SmallestP(a, b, comparison.paired), kSignificance, enough,
      comparison.paired ? "pairs" : "a side");
}

std::vector<std::string> WarningsOf(const Comparison& comparison, const NamedResult& first) {
  std::vector<std::string> warnings;
  if (SmallestP(comparison.a.runs, comparison.b.runs, comparison.paired) >= kSignificance) {
    warnings.push_back(TooFewRuns(comparison));
  }
  if (comparison.varied.empty()) {
    warnings.push_back("nothing differs between the sides: what is seen is noise");
  }
  if (!first.result.target.direct) {
    warnings.push_back("buffered: both sides went through the page cache, so memory was measured");
  }
  return warnings;
}

}  // namespace

Comparison Compare(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                   const ComparisonOptions& options) {
  CHECK(!a.empty() && !b.empty());
  Comparison comparison;
  comparison.trace = TraceText(a.front().result.trace);
  comparison.a = Describe(a);
  comparison.b = Describe(b);
  comparison.paired = options.paired;
  comparison.seed = options.seed;
  JudgeRuns(a, &comparison.reasons);
  JudgeRuns(b, &comparison.reasons);
  if (!comparison.reasons.empty()) {
    comparison.outcome = Outcome::kInvalid;
    return comparison;
  }
  Comparability found = CompareSides(a, b, options.vary);
  comparison.reasons = std::move(found.obstacles);
  if (options.paired && comparison.a.runs != comparison.b.runs) {
    comparison.reasons.push_back(absl::StrCat("pairs need as many runs on both sides, not ",
                                              comparison.a.runs, " and ", comparison.b.runs));
  }
  if (!comparison.reasons.empty()) {
    comparison.outcome = Outcome::kIncomparable;
    return comparison;
  }
  comparison.varied = std::move(found.varied);
  comparison.warnings = WarningsOf(comparison, a.front());
  for (const Metric& metric : kMetrics) {
    comparison.metrics.push_back(
        CompareMetric(metric, ValuesOf(a, metric), ValuesOf(b, metric), options));
  }
  return comparison;
}

}  // namespace ioreel
