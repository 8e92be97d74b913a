#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/gate_output.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json OrNull(std::optional<double> value) { return value ? Json(*value) : Json(); }
Json IfBounded(double bound) { return bound > 0 && std::isfinite(bound) ? Json(bound) : Json(); }

Json SideJson(const SideFacts& side) {
  return {{"files", side.files}, {"how", side.how}, {"runs", side.runs}};
}

Json TestJson(const GateTest& test) {
  Json json = {{"metric", std::string(test.metric->key)},
               {"trace", test.trace.empty() ? Json() : Json(test.trace)},
               {"required", test.rule.required},
               {"reason", test.rule.required ? Json() : Json(test.rule.reason)},
               {"finding", std::string(FindingName(test.finding))},
               {"tolerance", test.alarm},
               {"within", test.within},
               {"policy_tolerance", test.rule.tolerance},
               {"noise", OrNull(test.noise)},
               {"baseline_median", OrNull(test.baseline_median)},
               {"candidate_median", OrNull(test.candidate_median)}};
  const char* const keys[] = {"slowdown", "slowdown_low", "slowdown_high",
                              "p_worse",  "p_adjusted",   "p_within"};
  for (const char* key : keys) json[key] = Json();
  if (!test.slowdown) return json;
  json["slowdown"] = test.slowdown->ratio;
  json["slowdown_low"] = IfBounded(test.slowdown->low);
  json["slowdown_high"] = IfBounded(test.slowdown->high);
  json["p_worse"] = test.slowdown->p_worse;
  json["p_adjusted"] = test.slowdown->p_adjusted;
  json["p_within"] = test.slowdown->p_within;
  return json;
}

}  // namespace

std::string GateJson(const GateReport& report) {
  Json json = {{"outcome", std::string(GateOutcomeName(report.outcome))},
               {"reasons", report.reasons},
               {"warnings", report.warnings},
               {"policy", report.policy.name},
               {"alpha", report.alpha},
               {"look", report.look},
               {"looks", report.looks},
               {"paired", report.paired},
               {"traces", report.traces},
               {"baseline", SideJson(report.baseline)},
               {"candidate", SideJson(report.candidate)},
               {"varied", report.varied},
               {"tests", Json::array()}};
  for (const GateTest& test : report.tests) json["tests"].push_back(TestJson(test));
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
