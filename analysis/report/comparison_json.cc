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

Json SideJson(const Comparison::Side& side) {
  return {{"files", side.files}, {"how", side.how}, {"runs", side.runs}};
}

Json MetricJson(const MetricComparison& metric) {
  Json json = {{"metric", metric.key},
               {"a_median", OrNull(metric.a_median)},
               {"b_median", OrNull(metric.b_median)},
               {"noise", OrNull(metric.noise)},
               {"ratio", Json()},
               {"ratio_low", Json()},
               {"ratio_high", Json()},
               {"interval", Json()},
               {"p", Json()},
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
  json["significant"] = shift.p < kSignificance;
  if (shift.detectable) json["detectable"] = std::expm1(*shift.detectable);
  return json;
}

}  // namespace

std::string ComparisonJson(const Comparison& comparison) {
  Json json = {{"outcome", std::string(OutcomeName(comparison.outcome))},
               {"reasons", comparison.reasons},
               {"trace", comparison.trace},
               {"a", SideJson(comparison.a)},
               {"b", SideJson(comparison.b)},
               {"paired", comparison.paired},
               {"seed", comparison.seed},
               {"varied", comparison.varied},
               {"warnings", comparison.warnings},
               {"metrics", Json::array()}};
  for (const MetricComparison& metric : comparison.metrics) {
    json["metrics"].push_back(MetricJson(metric));
  }
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
