#include "analysis/gate/policy_file.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr char kSuiteDecides[] = "the suite decides";

/// A table of the file: looks up its values, each of the type that is wanted.
class PolicyTable {
 public:
  PolicyTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  absl::Status Fault(const toml::source_region& where, absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat(file_, ":", where.begin.line, ":", where.begin.column, ": ", what));
  }
  absl::Status FaultOf(absl::string_view key, absl::string_view what) const {
    const toml::node* node = table_.get(std::string(key));
    return Fault(node ? node->source() : table_.source(), absl::StrCat(key, ": ", what));
  }
  bool Has(absl::string_view key) const { return table_.get(std::string(key)) != nullptr; }

  absl::Status CheckKeys(const std::vector<std::string>& known) const {
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      return Fault(key.source(), absl::StrCat("no key is called '", name, "' here; there are ",
                                              absl::StrJoin(known, ", ")));
    }
    return absl::OkStatus();
  }

  /// `*value` stays where the key is missing. `least` and `most` are the bounds of what can be.
  absl::Status Number(absl::string_view key, double least, double most, double* value) const {
    if (!Has(key)) return absl::OkStatus();
    const auto number = table_.get(std::string(key))->value<double>();
    if (!number) return FaultOf(key, "takes a number, such as 0.05 for 5 %");
    if (!(*number >= least && *number <= most)) {
      return FaultOf(key, absl::StrCat("takes ", least, " to ", most, ", not ", *number));
    }
    *value = *number;
    return absl::OkStatus();
  }

  absl::Status Bool(absl::string_view key, bool* value) const {
    if (!Has(key)) return absl::OkStatus();
    const auto flag = table_.get(std::string(key))->value_exact<bool>();
    if (!flag) return FaultOf(key, "takes true or false");
    *value = *flag;
    return absl::OkStatus();
  }

  absl::Status Text(absl::string_view key, std::string* value) const {
    if (!Has(key)) return absl::OkStatus();
    const auto text = table_.get(std::string(key))->value_exact<std::string>();
    if (!text) return FaultOf(key, "takes a text in quotes");
    *value = *text;
    return absl::OkStatus();
  }

  absl::StatusOr<const toml::table*> Table(absl::string_view key) const {
    if (!Has(key)) return nullptr;
    const toml::table* found = table_.get_as<toml::table>(std::string(key));
    if (found == nullptr) return FaultOf(key, "is a table: write it as [… in brackets]");
    return found;
  }

  const toml::table& toml() const { return table_; }

 private:
  const toml::table& table_;
  const std::string& file_;
};

/// What `required` and `reason` say; `*rule` holds what applies without them.
absl::Status ReadRequirement(const PolicyTable& table, GateRule* rule) {
  IOREEL_RETURN_IF_ERROR(table.Bool("required", &rule->required));
  if (rule->required) rule->reason.clear();
  IOREEL_RETURN_IF_ERROR(table.Text("reason", &rule->reason));
  if (rule->required && table.Has("reason")) {
    return table.FaultOf("reason", "tells why a metric is not required; say required = false, too");
  }
  if (!rule->required && table.Has("required") && (!table.Has("reason") || rule->reason.empty())) {
    return table.FaultOf("required", "what is not required needs a reason = \"…\"");
  }
  return absl::OkStatus();
}

constexpr double kMostTolerance = 10;

absl::Status ReadNamedTraces(const PolicyTable& traces, const std::string& file,
                             MetricPolicy* policy) {
  for (const auto& [key, node] : traces.toml()) {
    const std::string name(key.str());
    IOREEL_ASSIGN_OR_RETURN(const toml::table* found, traces.Table(name));
    const PolicyTable table(*found, file);
    IOREEL_RETURN_IF_ERROR(table.CheckKeys({"tolerance", "required", "reason"}));
    GateRule rule = policy->each_trace;
    IOREEL_RETURN_IF_ERROR(table.Number("tolerance", 0, kMostTolerance, &rule.tolerance));
    IOREEL_RETURN_IF_ERROR(ReadRequirement(table, &rule));
    policy->named[name] = rule;
  }
  return absl::OkStatus();
}

absl::Status ReadDirection(const PolicyTable& table, MetricPolicy* policy) {
  policy->more_is_better = policy->metric->more_is_better();
  std::string better;
  IOREEL_RETURN_IF_ERROR(table.Text("better", &better));
  if (better == "higher" || better == "lower") policy->more_is_better = better == "higher";
  if (!table.Has("better") || better == "higher" || better == "lower") return absl::OkStatus();
  return table.FaultOf("better", "takes \"lower\" or \"higher\"");
}

absl::Status ReadMetric(const PolicyTable& table, const std::string& file, MetricPolicy* policy) {
  IOREEL_RETURN_IF_ERROR(table.CheckKeys(
      {"tolerance", "better", "required", "reason", "each_trace_required", "trace"}));
  if (!table.Has("tolerance")) {
    return table.Fault(table.toml().source(),
                       absl::StrCat("metric ", policy->metric->key,
                                    " needs a tolerance, such as tolerance = 0.05 for 5 %"));
  }
  IOREEL_RETURN_IF_ERROR(table.Number("tolerance", 0, kMostTolerance, &policy->suite.tolerance));
  IOREEL_RETURN_IF_ERROR(ReadDirection(table, policy));
  IOREEL_RETURN_IF_ERROR(ReadRequirement(table, &policy->suite));
  bool each_trace = false;
  IOREEL_RETURN_IF_ERROR(table.Bool("each_trace_required", &each_trace));
  policy->each_trace = {.tolerance = policy->suite.tolerance,
                        .required = each_trace,
                        .reason = each_trace               ? ""
                                  : policy->suite.required ? kSuiteDecides
                                                           : policy->suite.reason};
  IOREEL_ASSIGN_OR_RETURN(const toml::table* traces, table.Table("trace"));
  return traces ? ReadNamedTraces(PolicyTable(*traces, file), file, policy) : absl::OkStatus();
}

/// In the order of the file.
absl::Status ReadMetrics(const PolicyTable& metrics, const std::string& file, GatePolicy* policy) {
  std::vector<std::tuple<uint32_t, uint32_t, std::string>> order;
  for (const auto& [key, node] : metrics.toml()) {
    const toml::source_position at = key.source().begin;
    order.emplace_back(at.line, at.column, std::string(key.str()));
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> known;
  for (const Metric& metric : ComparedMetrics()) known.emplace_back(metric.key);
  IOREEL_RETURN_IF_ERROR(metrics.CheckKeys(known));
  for (const auto& [line, column, key] : order) {
    MetricPolicy& metric = policy->metrics.emplace_back();
    metric.metric = FindMetric(key);
    IOREEL_ASSIGN_OR_RETURN(const toml::table* table, metrics.Table(key));
    IOREEL_RETURN_IF_ERROR(ReadMetric(PolicyTable(*table, file), file, &metric));
  }
  return absl::OkStatus();
}

absl::Status ReadLooks(const PolicyTable& top, GatePolicy* policy) {
  if (!top.Has("looks")) return absl::OkStatus();
  constexpr char kWanted[] = "takes numbers of pairs, each more than the one before: [8, 12, 20]";
  constexpr int64_t kMostPairs = 999;
  const toml::array* looks = top.toml().get_as<toml::array>("looks");
  if (looks == nullptr || looks->empty()) return top.FaultOf("looks", kWanted);
  policy->looks.clear();
  for (const toml::node& look : *looks) {
    const auto pairs = look.value_exact<int64_t>();
    const int64_t before = policy->looks.empty() ? 0 : policy->looks.back();
    if (!pairs || *pairs <= before || *pairs > kMostPairs) {
      return top.Fault(look.source(),
                       absl::StrCat("looks ", kWanted, ", and ", kMostPairs, " at most"));
    }
    policy->looks.push_back(static_cast<int>(*pairs));
  }
  return absl::OkStatus();
}

/// The smallest p of n pairs is 2⁻ⁿ.
absl::Status CheckLooksCanDecide(const PolicyTable& top, const GatePolicy& policy) {
  const double alpha = policy.alpha / static_cast<double>(policy.looks.size());
  if (std::ldexp(1.0, -policy.looks.front()) < alpha) return absl::OkStatus();
  return top.FaultOf(
      top.Has("looks") ? "looks" : "alpha",
      absl::StrCat(policy.looks.front(), " pairs can never decide at alpha ", policy.alpha,
                   " shared by ", FormatCount(policy.looks.size(), "look"),
                   "; begin with more pairs"));
}

absl::Status ReadTop(const PolicyTable& top, const std::string& file, GatePolicy* policy) {
  IOREEL_RETURN_IF_ERROR(top.CheckKeys({"alpha", "looks", "noise_factor", "metric"}));
  constexpr double kLeastAlpha = 1e-6, kMostAlpha = 0.25, kMostNoiseFactor = 10;
  IOREEL_RETURN_IF_ERROR(top.Number("alpha", kLeastAlpha, kMostAlpha, &policy->alpha));
  IOREEL_RETURN_IF_ERROR(top.Number("noise_factor", 0, kMostNoiseFactor, &policy->noise_factor));
  IOREEL_RETURN_IF_ERROR(ReadLooks(top, policy));
  IOREEL_RETURN_IF_ERROR(CheckLooksCanDecide(top, *policy));
  IOREEL_ASSIGN_OR_RETURN(const toml::table* metrics, top.Table("metric"));
  if (metrics == nullptr || metrics->empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        file, ": names no metric; begin with [metric.completion_ns] and tolerance = 0.05"));
  }
  return ReadMetrics(PolicyTable(*metrics, file), file, policy);
}

}  // namespace

absl::StatusOr<GatePolicy> ParsePolicy(const std::string& text, const std::string& name) {
  const toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    return absl::InvalidArgumentError(absl::StrCat(name, ":", at.line, ":", at.column, ": ",
                                                   std::string(parsed.error().description())));
  }
  GatePolicy policy = {.name = name, .metrics = {}};
  IOREEL_RETURN_IF_ERROR(ReadTop(PolicyTable(parsed.table(), name), name, &policy));
  return policy;
}

absl::StatusOr<GatePolicy> ReadPolicy(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParsePolicy(text, path);
}

}  // namespace ioreel
