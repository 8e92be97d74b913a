#include "analysis/gate/policy_file.h"

#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/toml_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr char kSuiteDecides[] = "the suite decides";

/// What `required` and `reason` say; `*rule` holds what applies without them.
absl::Status ReadRequirement(const TomlTable& table, GateRule* rule) {
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

absl::Status ReadNamedTraces(const TomlTable& traces, MetricPolicy* policy) {
  for (const std::string& name : traces.keys()) {
    IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> table, traces.Table(name));
    IOREEL_RETURN_IF_ERROR(table->CheckKeys({"tolerance", "required", "reason"}));
    GateRule rule = policy->each_trace;
    IOREEL_RETURN_IF_ERROR(table->Number("tolerance", 0, kMostTolerance, &rule.tolerance));
    IOREEL_RETURN_IF_ERROR(ReadRequirement(*table, &rule));
    policy->named[name] = rule;
  }
  return absl::OkStatus();
}

absl::Status ReadDirection(const TomlTable& table, MetricPolicy* policy) {
  policy->more_is_better = policy->metric->more_is_better();
  std::string better;
  IOREEL_RETURN_IF_ERROR(table.Text("better", &better));
  if (better == "higher" || better == "lower") policy->more_is_better = better == "higher";
  if (!table.Has("better") || better == "higher" || better == "lower") return absl::OkStatus();
  return table.FaultOf("better", "takes \"lower\" or \"higher\"");
}

absl::Status ReadMetric(const TomlTable& table, MetricPolicy* policy) {
  IOREEL_RETURN_IF_ERROR(table.CheckKeys(
      {"tolerance", "better", "required", "reason", "each_trace_required", "trace"}));
  if (!table.Has("tolerance")) {
    return table.Fault(absl::StrCat("metric ", policy->metric->key,
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
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> traces, table.Table("trace"));
  return traces ? ReadNamedTraces(*traces, policy) : absl::OkStatus();
}

/// In the order of the file.
absl::Status ReadMetrics(const TomlTable& metrics, GatePolicy* policy) {
  std::vector<std::string> known;
  for (const Metric& metric : ComparedMetrics()) known.emplace_back(metric.key);
  IOREEL_RETURN_IF_ERROR(metrics.CheckKeys(known));
  for (const std::string& key : metrics.keys()) {
    MetricPolicy& metric = policy->metrics.emplace_back();
    metric.metric = FindMetric(key);
    IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> table, metrics.Table(key));
    IOREEL_RETURN_IF_ERROR(ReadMetric(*table, &metric));
  }
  return absl::OkStatus();
}

absl::Status ReadLooks(const TomlTable& top, GatePolicy* policy) {
  constexpr int64_t kMostPairs = 999;
  int64_t before = 0;
  const auto fits = [&before](int64_t pairs) {
    return pairs > std::exchange(before, pairs) && pairs <= kMostPairs;
  };
  std::vector<int64_t> looks(policy->looks.begin(), policy->looks.end());
  IOREEL_RETURN_IF_ERROR(
      top.Wholes("looks",
                 absl::StrCat("takes numbers of pairs, each more than the one before, and ",
                              kMostPairs, " at most: [8, 12, 20]"),
                 fits, &looks));
  policy->looks.assign(looks.begin(), looks.end());
  return absl::OkStatus();
}

/// The smallest p of n pairs is 2⁻ⁿ.
absl::Status CheckLooksCanDecide(const TomlTable& top, const GatePolicy& policy) {
  const double alpha = policy.alpha / static_cast<double>(policy.looks.size());
  if (std::ldexp(1.0, -policy.looks.front()) < alpha) return absl::OkStatus();
  return top.FaultOf(
      top.Has("looks") ? "looks" : "alpha",
      absl::StrCat(FormatCount(static_cast<uint64_t>(policy.looks.front()), "pair"),
                   " can never decide at alpha ", policy.alpha, " shared by ",
                   FormatCount(policy.looks.size(), "look"), "; begin with more pairs"));
}

absl::Status ReadTop(const TomlTable& top, const std::string& file, GatePolicy* policy) {
  IOREEL_RETURN_IF_ERROR(
      top.CheckKeys({"alpha", "looks", "noise_factor", "old_after_days", "metric"}));
  constexpr double kLeastAlpha = 1e-6, kMostAlpha = 0.25, kMostNoiseFactor = 10, kMostDays = 36'525;
  IOREEL_RETURN_IF_ERROR(top.Number("alpha", kLeastAlpha, kMostAlpha, &policy->alpha));
  IOREEL_RETURN_IF_ERROR(top.Number("noise_factor", 0, kMostNoiseFactor, &policy->noise_factor));
  IOREEL_RETURN_IF_ERROR(top.Number("old_after_days", 0, kMostDays, &policy->old_after_days));
  IOREEL_RETURN_IF_ERROR(ReadLooks(top, policy));
  IOREEL_RETURN_IF_ERROR(CheckLooksCanDecide(top, *policy));
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> metrics, top.Table("metric"));
  if (!metrics || metrics->keys().empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        file, ": names no metric; begin with [metric.completion_ns] and tolerance = 0.05"));
  }
  return ReadMetrics(*metrics, policy);
}

}  // namespace

absl::StatusOr<GatePolicy> ParsePolicy(const std::string& text, const std::string& name) {
  IOREEL_ASSIGN_OR_RETURN(const TomlTable top, TomlTable::Parse(text, name));
  GatePolicy policy = {.name = name, .metrics = {}};
  IOREEL_RETURN_IF_ERROR(ReadTop(top, name, &policy));
  return policy;
}

absl::StatusOr<GatePolicy> ReadPolicy(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParsePolicy(text, path);
}

}  // namespace ioreel
