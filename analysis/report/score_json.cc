#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/score_output.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json OrNull(std::optional<double> value) { return value ? Json(*value) : Json(); }
Json WholeNs(std::optional<double> ns) { return ns ? Json(std::llround(*ns)) : Json(); }

Json Card(const ScoreCard& card) {
  std::vector<std::string> reasons = card.verdict.invalid;
  reasons.insert(reasons.end(), card.verdict.tainted.begin(), card.verdict.tainted.end());
  const Measurement& m = card.measured;
  return {
      {"file", card.name},
      {"how", card.how},
      {"verdict", std::string(VerdictName(card))},
      {"reasons", reasons},
      {"withheld", card.verdict.withheld},
      {"differences", card.differences},
      {"notes", card.notes},
      {"repeats", m.repeats},
      {"recorded_completion_ns", WholeNs(card.recorded.completion_ns)},
      {"recorded_busy_ns", WholeNs(card.recorded.busy_ns)},
      {"completion_ns", WholeNs(m.completion_ns.median)},
      {"completion_spread", OrNull(m.completion_ns.spread)},
      {"drain_ns", WholeNs(m.drain_ns.median)},
      {"busy_ns", WholeNs(m.busy_ns.median)},
      {"busy_spread", OrNull(m.busy_ns.spread)},
      {"bandwidth_bytes_per_s", OrNull(m.bandwidth_bytes_per_s.median)},
      {"mean_access_ns", WholeNs(m.mean_access_ns.median)},
      {"iops", OrNull(m.iops.median)},
      {"speed_score", OrNull(card.score.speed)},
      {"device_score", OrNull(card.score.device)},
      {"storage_score", OrNull(card.score.storage)},
  };
}

}  // namespace

std::string ScoreReportJson(const ScoreReport& report) {
  Json json = {
      {"trace", report.trace},
      {"baseline", report.reference ? "reference" : "recorded"},
      {"reference", report.reference ? Card(*report.reference) : Json()},
      {"results", Json::array()},
  };
  for (const ScoreCard& card : report.cards) json["results"].push_back(Card(card));
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
