#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/metric_comparison.h"
#include "analysis/score/score_report.h"

/// A baseline is a set of pinned results, of one machine and one way to run each trace. Its centre
/// is a median, and a result far from it is not of it (docs/ci.md).

namespace ioreel {

/// The middle and the spread of the runs of a metric.
struct RobustCentre {
  double median;     ///< in the metric's unit
  double deviation;  ///< of logarithms, RobustDeviation()
  int runs;

  bool operator==(const RobustCentre&) const = default;
};

/// Of the runs of all `results`; nullopt where one does not know the figure, and of nothing.
std::optional<RobustCentre> CentreOf(const std::vector<NamedResult>& results, const Metric& metric);

/// Why `result` is none like `others`, of the same trace: its median completion or busy time is
/// further from their centre than 3.5 deviations and 5 %, or that of one of its runs further than 5
/// deviations and 5 %. Runs are held against the rest of its own, too, where the others are fewer
/// than 5; "" where it is like them, or all are fewer.
std::string WhyOutlying(const NamedResult& result, const std::vector<NamedResult>& others);

/// A result of a baseline.
struct PinnedResult {
  NamedResult named;
  std::string outlying;  ///< WhyOutlying() of the others of its trace; "" where it is scattered
};

/// The results of one trace.
struct PinnedTrace {
  std::string trace;  ///< as TraceText()
  std::string digest;
  std::vector<PinnedResult> results;  ///< the oldest first
  /// Not "": the runs of results that would lie out are half of all or more, so that which are
  /// the usual ones cannot be told, with the reason and what to do.
  std::string scattered;
  /// Of those that do not lie out.
  std::optional<RobustCentre> completion, busy;
};

struct BaselineSet {
  std::vector<PinnedTrace> traces;
  std::vector<std::string> mixed;  ///< what differs between results that should have it in common
};

BaselineSet MakeBaseline(const std::vector<NamedResult>& results);

/// Why `result` must not be added.
struct PinRefusal {
  std::vector<std::string> invalid;  ///< it must not be trusted, or lies out
  std::vector<std::string> mixing;   ///< it is of another machine, or was run in another way
};

/// `pinned`: what the baseline holds; `added`: what is to be added with it, which it is held
/// against where the baseline has too few.
PinRefusal JudgePin(const NamedResult& result, const std::vector<NamedResult>& pinned,
                    const std::vector<NamedResult>& added);

}  // namespace ioreel
