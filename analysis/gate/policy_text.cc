#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/gate/policy_file.h"
#include "base/toml_table.h"

namespace ioreel {
namespace {

std::string RuleText(const GateRule& rule) {
  return absl::StrCat(
      "tolerance = ", rule.tolerance, "\nrequired = ", rule.required ? "true" : "false", "\n",
      rule.required ? "" : absl::StrCat("reason = ", TomlQuoted(rule.reason), "\n"));
}

std::string MetricText(const MetricPolicy& metric) {
  const std::string head = absl::StrCat("metric.", metric.metric->key);
  std::string text = absl::StrCat(
      "\n[", head, "]\n", RuleText(metric.suite), "better = \"",
      metric.more_is_better ? "higher" : "lower",
      "\"\neach_trace_required = ", metric.each_trace.required ? "true" : "false", "\n");
  for (const auto& [trace, rule] : metric.named) {
    absl::StrAppend(&text, "\n[", head, ".trace.", TomlQuoted(trace), "]\n", RuleText(rule));
  }
  return text;
}

}  // namespace

std::string PolicyText(const GatePolicy& policy) {
  std::string text =
      absl::StrCat("alpha = ", policy.alpha, "\nlooks = [", absl::StrJoin(policy.looks, ", "),
                   "]\nnoise_factor = ", policy.noise_factor,
                   "\nold_after_days = ", policy.old_after_days, "\n");
  for (const MetricPolicy& metric : policy.metrics) absl::StrAppend(&text, MetricText(metric));
  return text;
}

}  // namespace ioreel
