#include "formats/container/summary_codec.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

using Json = nlohmann::json;

/// Of DefaultSelection and IoSelector: others take other I/Os.
constexpr int kRules = 1;

Json ToJson(const Demand& demand) {
  Json ops = Json::object(), alignments = Json::object();
  for (int i = 0; i < kOpCount; ++i) {
    const Demand::PerOp& sum = demand.of(static_cast<Op>(i));
    if (sum.count == 0) continue;
    ops[std::to_string(i)] = {sum.count, sum.bytes, sum.longest};
  }
  for (size_t i = 0; i < demand.alignments.size(); ++i) {
    const Demand::PerAlignment& sum = demand.alignments[i];
    if (sum.count > 0) alignments[std::to_string(i)] = {sum.count, sum.first};
  }
  return {{"ios", demand.ios},
          {"ops", std::move(ops)},
          {"end_bytes", demand.end_bytes},
          {"furthest", demand.furthest_ordinal},
          {"alignments", std::move(alignments)}};
}

Demand DemandFrom(const Json& json) {
  Demand demand;
  demand.ios = json.at("ios").get<uint64_t>();
  demand.end_bytes = json.at("end_bytes").get<uint64_t>();
  demand.furthest_ordinal = json.at("furthest").get<uint64_t>();
  for (const auto& [key, sum] : json.at("ops").items()) {
    Demand::PerOp& op = demand.ops.at(std::stoul(key));
    sum.at(0).get_to(op.count);
    sum.at(1).get_to(op.bytes);
    sum.at(2).get_to(op.longest);
  }
  for (const auto& [key, sum] : json.at("alignments").items()) {
    Demand::PerAlignment& alignment = demand.alignments.at(std::stoul(key));
    sum.at(0).get_to(alignment.count);
    sum.at(1).get_to(alignment.first);
  }
  return demand;
}

Json ToJson(const TraceSummary::PerLevel& level) {
  const LevelSummary& taken = level.taken;
  Json devices = Json::object();
  for (const auto& [device, demand] : taken.devices) {
    devices[std::to_string(device)] = ToJson(demand);
  }
  return {{"ios", level.ios},
          {"untimed", level.untimed},
          {"left_out", taken.left_out},
          {"devices", std::move(devices)},
          {"first_ns", taken.first_ns},
          {"last_ns", taken.last_ns},
          {"last_complete_ns", taken.last_complete_ns},
          {"without_completion", taken.without_completion},
          {"without_thread", taken.without_thread},
          {"busy_ns", taken.busy_ns},
          {"mean_depth", taken.mean_depth}};
}

TraceSummary::PerLevel LevelFrom(const Json& json) {
  TraceSummary::PerLevel level;
  LevelSummary& taken = level.taken;
  json.at("ios").get_to(level.ios);
  json.at("untimed").get_to(level.untimed);
  json.at("left_out").get_to(taken.left_out);
  for (const auto& [key, demand] : json.at("devices").items()) {
    const unsigned long device = std::stoul(key);
    if (device > UINT16_MAX) throw std::out_of_range("a device of too high a number");
    taken.devices[static_cast<uint16_t>(device)] = DemandFrom(demand);
  }
  for (const auto& [device, demand] : taken.devices) taken.all.Add(demand, 0);
  json.at("first_ns").get_to(taken.first_ns);
  json.at("last_ns").get_to(taken.last_ns);
  json.at("last_complete_ns").get_to(taken.last_complete_ns);
  json.at("without_completion").get_to(taken.without_completion);
  json.at("without_thread").get_to(taken.without_thread);
  json.at("busy_ns").get_to(taken.busy_ns);
  json.at("mean_depth").get_to(taken.mean_depth);
  return level;
}

}  // namespace

std::string PackSummary(const TraceSummary& summary) {
  return Json{
      {"summary",
       {{"rules", kRules}, {"queue", ToJson(summary.queue)}, {"issue", ToJson(summary.issue)}}}}
      .dump();
}

absl::StatusOr<std::optional<TraceSummary>> ParseSummary(absl::string_view text) try {
  const Json frame = Json::parse(text.begin(), text.end());
  const auto found = frame.find("summary");
  if (found == frame.end() || found->at("rules") != kRules) return std::nullopt;
  return TraceSummary{LevelFrom(found->at("queue")), LevelFrom(found->at("issue"))};
} catch (const std::exception& error) {
  return absl::DataLossError(absl::StrCat("it is no summary of a trace: ", error.what()));
}

}  // namespace ioreel
