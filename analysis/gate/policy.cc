#include "analysis/gate/policy.h"

#include <algorithm>
#include <filesystem>

namespace ioreel {
namespace {

constexpr char kSuiteDecides[] = "the suite decides";

MetricPolicy Report(absl::string_view key, double tolerance, const std::string& reason) {
  const GateRule rule = {.tolerance = tolerance, .required = false, .reason = reason};
  return {.metric = FindMetric(key),
          .more_is_better = false,
          .suite = rule,
          .each_trace = rule,
          .named = {}};
}

}  // namespace

bool Names(absl::string_view name, const TraceFacts& trace) {
  return name == trace.digest || name == trace.path ||
         name == std::filesystem::path(trace.path).filename().string();
}

const GateRule* MetricPolicy::RuleNaming(const TraceFacts& trace) const {
  const std::string file_name = std::filesystem::path(trace.path).filename().string();
  for (const std::string& name : {trace.digest, trace.path, file_name}) {
    const auto found = named.find(name);
    if (found != named.end()) return &found->second;
  }
  return nullptr;
}

int GatePolicy::LookAfter(int pairs) const {
  const auto reached = std::upper_bound(looks.begin(), looks.end(), pairs) - looks.begin();
  return static_cast<int>(std::max<std::ptrdiff_t>(reached, 1));
}

GatePolicy DefaultPolicy() {
  constexpr double kTolerance = 0.05, kTailTolerance = 0.2;
  MetricPolicy completion = Report("completion_ns", kTolerance, kSuiteDecides);
  completion.suite = {.tolerance = kTolerance, .required = true, .reason = ""};
  return {
      .name = "default",
      .metrics = {std::move(completion), Report("busy_ns", kTolerance, "completion time decides"),
                  Report("read_p99_ns", kTailTolerance, "tails are noisy"),
                  Report("write_p99_ns", kTailTolerance, "tails are noisy")}};
}

const Metric* FindMetric(absl::string_view key) {
  for (const Metric& metric : ComparedMetrics()) {
    if (metric.key == key) return &metric;
  }
  return nullptr;
}

}  // namespace ioreel
