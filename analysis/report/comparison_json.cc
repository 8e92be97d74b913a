#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/comparison_output.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json OrNull(std::optional<double> value) { return value ? Json(*value) : Json(); }

/// Of a shift of logarithms; null where it is not bounded.
Json Ratio(double shift) { return std::isinf(shift) ? Json() : Json(std::exp(shift)); }

const char* MethodName(ShiftEstimate::Method method) {
  switch (method) {
    case ShiftEstimate::Method::kRanks:
      return "ranks";
    case ShiftEstimate::Method::kPercentile:
      return "percentile";
    case ShiftEstimate::Method::kBca:
      return "bca";
  }
  return "";
}

Json SideJson(const SideFacts& side) {
  return {{"files", side.files}, {"how", side.how}, {"runs", side.runs}};
}

Json MetricJson(const MetricComparison& metric) {
  Json json = {{"metric", std::string(metric.metric->key)},
               {"a_median", OrNull(metric.a_median)},
               {"b_median", OrNull(metric.b_median)},
               {"noise", OrNull(metric.noise)},
               {"ratio", Json()},
               {"ratio_low", Json()},
               {"ratio_high", Json()},
               {"interval", Json()},
               {"p", Json()},
               {"p_adjusted", OrNull(metric.adjusted_p)},
               {"significant", Json()},
               {"detectable", Json()},
               {"conclusion", Conclusion(metric)}};
  if (!metric.shift) return json;
  const ShiftEstimate& shift = *metric.shift;
  json["ratio"] = Ratio(shift.shift);
  json["ratio_low"] = Ratio(shift.interval.low);
  json["ratio_high"] = Ratio(shift.interval.high);
  json["interval"] = MethodName(shift.method);
  json["p"] = shift.p;
  json["significant"] = metric.significant();
  if (shift.detectable) json["detectable"] = std::expm1(*shift.detectable);
  return json;
}

Json MetricsJson(const std::vector<MetricComparison>& metrics) {
  Json json = Json::array();
  for (const MetricComparison& metric : metrics) json.push_back(MetricJson(metric));
  return json;
}

Json TraceJson(const Comparison& comparison) {
  return {
      {"trace", comparison.trace},       {"outcome", std::string(OutcomeName(comparison.outcome))},
      {"reasons", comparison.reasons},   {"a", SideJson(comparison.a)},
      {"b", SideJson(comparison.b)},     {"varied", comparison.varied},
      {"warnings", comparison.warnings}, {"metrics", MetricsJson(comparison.metrics)}};
}

Json SuiteJson(const SuiteComparison& comparison) {
  if (comparison.suite.empty()) return Json();
  return {{"a_runs", comparison.suite_runs_a},
          {"b_runs", comparison.suite_runs_b},
          {"warnings", comparison.warnings},
          {"metrics", MetricsJson(comparison.suite)}};
}

}  // namespace

std::string ComparisonJson(const SuiteComparison& comparison) {
  Json json = {{"outcome", std::string(OutcomeName(comparison.outcome))},
               {"reasons", comparison.reasons},
               {"paired", comparison.sampling.paired},
               {"seed", comparison.sampling.seed},
               {"traces", Json::array()},
               {"suite", SuiteJson(comparison)}};
  for (const Comparison& trace : comparison.traces) json["traces"].push_back(TraceJson(trace));
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
