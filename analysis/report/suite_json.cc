#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/json_parts.h"
#include "analysis/report/suite_output.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json WholeNs(std::optional<double> ns) { return ns ? Json(std::llround(*ns)) : Json(); }

Json TraceJson(const SuiteTraceScore& trace) {
  const Measurement& m = trace.measured;
  return {{"name", trace.name},
          {"weight", trace.weight},
          {"passes", trace.passes},
          {"reference_completion_ns", WholeNs(trace.reference.completion_ns)},
          {"reference_busy_ns", WholeNs(trace.reference.busy_ns)},
          {"completion_ns", WholeNs(m.completion_ns.median)},
          {"completion_spread", OrNull<Json>(m.completion_ns.spread)},
          {"busy_ns", WholeNs(m.busy_ns.median)},
          {"busy_spread", OrNull<Json>(m.busy_ns.spread)},
          {"bandwidth_bytes_per_s", OrNull<Json>(m.bandwidth_bytes_per_s.median)},
          {"mean_access_ns", WholeNs(m.mean_access_ns.median)},
          {"read_p99_ns", WholeNs(trace.read_p99_ns)},
          {"write_p99_ns", WholeNs(trace.write_p99_ns)},
          {"longest_ns", WholeNs(trace.longest_ns)},
          {"speed_score", OrNull<Json>(trace.score.speed)},
          {"device_score", OrNull<Json>(trace.score.device)},
          {"storage_score", OrNull<Json>(trace.score.storage)},
          {"pass_speed_scores", trace.pass_speeds}};
}

Json SuiteJson(const SuiteScore& score) {
  Json json = {{"file", score.name},
               {"suite", score.suite.name},
               {"version", score.suite.version},
               {"scope", score.scope},
               {"passes", score.passes},
               {"layout", score.layout},
               {"idle_ns", score.idle_ns},
               {"how", score.how},
               {"verdict", std::string(VerdictName(score))},
               {"invalid", score.invalid},
               {"withheld", score.withheld},
               {"differences", score.differences},
               {"notes", score.notes},
               {"reference", score.reference},
               {"speed_score", OrNull<Json>(score.total.speed)},
               {"device_score", OrNull<Json>(score.total.device)},
               {"storage_score", OrNull<Json>(score.total.storage)},
               {"pass_speed_scores", score.pass_speeds},
               {"traces", Json::array()}};
  for (const SuiteTraceScore& trace : score.traces) json["traces"].push_back(TraceJson(trace));
  return json;
}

}  // namespace

std::string SuiteScoresJson(absl::Span<const SuiteScore> scores) {
  Json json = {{"suites", Json::array()}};
  for (const SuiteScore& score : scores) json["suites"].push_back(SuiteJson(score));
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
