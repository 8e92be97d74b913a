#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/compare/metric_comparison.h"

namespace ioreel {

/// What is asked of one figure of a candidate.
struct GateRule {
  double tolerance = 0;  ///< 0.05: up to 5 % worse than the baseline is good
  bool required = true;  ///< else it is only reported
  std::string reason;    ///< why not required
  bool operator==(const GateRule&) const = default;
};

/// Whether a policy's `name` is that of the trace: its path, its file's name or its digest.
bool Names(absl::string_view name, const TraceFacts& trace);

/// What is asked of a metric: of its geometric mean over the suite, and of single traces.
struct MetricPolicy {
  const Metric* metric = nullptr;
  bool more_is_better = false;
  GateRule suite;
  GateRule each_trace;                    ///< of the traces that are not named
  std::map<std::string, GateRule> named;  ///< by path, file name or digest of the trace

  /// The rule that names the trace, or null.
  const GateRule* RuleNaming(const TraceFacts& trace) const;

  bool operator==(const MetricPolicy&) const = default;
};

/// When a gate fails (docs/ci.md).
struct GatePolicy {
  std::string name;     ///< its file; "default"
  double alpha = 0.05;  ///< chance of failing a candidate that is just as bad as tolerated
  std::vector<int> looks = {8, 12, 20};  ///< numbers of pairs after which `gate run` may end
  /// Unpaired runs fail only by more than so many deviations of the baseline's runs.
  double noise_factor = 2;
  /// A warning says where the baseline is so much older than the candidate; 0 = never.
  double old_after_days = 90;
  std::vector<MetricPolicy> metrics;

  /// The last of the looks that so many pairs reach, from 1 on; 1 where they reach none.
  int LookAfter(int pairs) const;

  bool operator==(const GatePolicy&) const = default;
};

/// Completion time may be 5 % longer; busy time and p99 are reported.
GatePolicy DefaultPolicy();

/// nullptr for what is no key of ComparedMetrics().
const Metric* FindMetric(absl::string_view key);

}  // namespace ioreel
