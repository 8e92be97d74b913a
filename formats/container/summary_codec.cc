#include "formats/container/summary_codec.h"

#include <initializer_list>
#include <nlohmann/json.hpp>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

using Json = nlohmann::json;

/// Of DefaultSelection and IoSelector: others take other I/Os.
constexpr uint64_t kRules = 1;

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

/// Takes a summary apart; keeps in mind what is the first thing wrong with it.
class SummaryParser {
 public:
  TraceSummary::PerLevel Level(const Json& json) {
    TraceSummary::PerLevel level;
    LevelSummary& taken = level.taken;
    level.ios = Count(Member(json, "ios"), "ios");
    level.untimed = Count(Member(json, "untimed"), "untimed");
    for (const auto& [reason, ios] : Object(Member(json, "left_out"), "left_out").items()) {
      taken.left_out[reason] = Count(ios, "left_out");
    }
    for (const auto& [key, demand] : Object(Member(json, "devices"), "devices").items()) {
      taken.devices[static_cast<uint16_t>(Index(key, UINT16_MAX, "devices"))] = DemandOf(demand);
    }
    for (const auto& [device, demand] : taken.devices) taken.all.Add(demand, 0);
    taken.first_ns = Time(Member(json, "first_ns"), "first_ns");
    taken.last_ns = Time(Member(json, "last_ns"), "last_ns");
    taken.last_complete_ns = Time(Member(json, "last_complete_ns"), "last_complete_ns");
    taken.without_completion = Count(Member(json, "without_completion"), "without_completion");
    taken.without_thread = Count(Member(json, "without_thread"), "without_thread");
    taken.busy_ns = Time(Member(json, "busy_ns"), "busy_ns");
    const Json& mean_depth = Member(json, "mean_depth");
    if (mean_depth.is_number()) taken.mean_depth = mean_depth.get<double>();
    if (!mean_depth.is_number() || taken.mean_depth < 0) Wrong("mean_depth", "no number");
    if (taken.busy_ns < 0) Wrong("busy_ns", "below 0");
    return level;
  }

  const Json& Member(const Json& json, const char* key) {
    static const Json kNull;
    const auto found = json.is_object() ? json.find(key) : json.end();
    if (json.is_object() && found != json.end()) return *found;
    Wrong(key, "missing");
    return kNull;
  }

  uint64_t Count(const Json& json, const char* what) {
    if (json.is_number_unsigned()) return json.get<uint64_t>();
    Wrong(what, "no whole number from 0 to 2^64 - 1");
    return 0;
  }

  /// "" where all was right.
  const std::string& wrong() const { return wrong_; }

 private:
  Demand DemandOf(const Json& json) {
    Demand demand;
    demand.ios = Count(Member(json, "ios"), "ios");
    demand.end_bytes = Count(Member(json, "end_bytes"), "end_bytes");
    demand.furthest_ordinal = Count(Member(json, "furthest"), "furthest");
    for (const auto& [key, sum] : Object(Member(json, "ops"), "ops").items()) {
      Demand::PerOp& op = demand.ops[Index(key, demand.ops.size() - 1, "ops")];
      Counts(sum, "ops", {&op.count, &op.bytes, &op.longest});
    }
    for (const auto& [key, sum] : Object(Member(json, "alignments"), "alignments").items()) {
      Demand::PerAlignment& alignment =
          demand.alignments[Index(key, demand.alignments.size() - 1, "alignments")];
      Counts(sum, "alignments", {&alignment.count, &alignment.first});
    }
    return demand;
  }

  const Json& Object(const Json& json, const char* what) {
    static const Json kEmpty = Json::object();
    if (json.is_object()) return json;
    Wrong(what, "no object");
    return kEmpty;
  }

  void Counts(const Json& json, const char* what, std::initializer_list<uint64_t*> to) {
    if (!json.is_array() || json.size() != to.size()) return Wrong(what, "no list of that length");
    auto number = json.begin();
    for (uint64_t* count : to) *count = Count(*number++, what);
  }

  int64_t Time(const Json& json, const char* what) {
    const bool fits =
        json.is_number_unsigned() ? json.get<uint64_t>() <= INT64_MAX : json.is_number_integer();
    if (fits) return json.get<int64_t>();
    Wrong(what, "no whole number of 64 bits with sign");
    return 0;
  }

  size_t Index(const std::string& key, size_t most, const char* what) {
    uint32_t index = 0;
    if (absl::SimpleAtoi(key, &index) && index <= most && std::to_string(index) == key)
      return index;
    Wrong(what, "for something of which there is none");
    return 0;
  }

  void Wrong(const char* what, const char* why) {
    if (wrong_.empty()) wrong_ = absl::StrCat(what, " is ", why);
  }

  std::string wrong_;
};

}  // namespace

std::string PackSummary(const TraceSummary& summary) {
  return Json{
      {"summary",
       {{"rules", kRules}, {"queue", ToJson(summary.queue)}, {"issue", ToJson(summary.issue)}}}}
      .dump();
}

absl::StatusOr<std::optional<TraceSummary>> ParseSummary(absl::string_view text) {
  const Json frame = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!frame.is_object()) return absl::DataLossError("it is no summary of a trace: not JSON");
  const auto found = frame.find("summary");
  if (found == frame.end()) return std::nullopt;
  SummaryParser parser;
  const uint64_t rules = parser.Count(parser.Member(*found, "rules"), "rules");
  if (parser.wrong().empty() && rules != kRules) return std::nullopt;
  TraceSummary summary;
  summary.queue = parser.Level(parser.Member(*found, "queue"));
  summary.issue = parser.Level(parser.Member(*found, "issue"));
  if (!parser.wrong().empty())
    return absl::DataLossError(absl::StrCat("it is no summary of a trace: ", parser.wrong()));
  return summary;
}

}  // namespace ioreel
