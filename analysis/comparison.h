#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/comparability.h"
#include "analysis/outcome.h"
#include "analysis/score_report.h"
#include "analysis/shift_estimate.h"

namespace ioreel {

/// One figure of the runs of both sides. Nothing but `name` and `unit` is known where a run does
/// not know the figure, or has 0.
struct MetricComparison {
  enum class Unit { kNanoseconds, kBytesPerSecond };

  std::string name;  ///< "completion time"
  std::string key;   ///< of it in result.json: "completion_ns"
  Unit unit = Unit::kNanoseconds;
  std::optional<double> a_median, b_median;
  /// Coefficient of variation within a side, of the noisier one: single runs differ so much anyway.
  std::optional<double> noise;
  /// Of the logarithm of B's figures above that of A's.
  std::optional<ShiftEstimate> shift;

  bool more_is_better() const { return unit == Unit::kBytesPerSecond; }
};

/// B held against A.
struct Comparison {
  struct Side {
    std::vector<std::string> files;
    std::string how;  ///< of its first run
    int runs = 0;     ///< repeats of all its results
  };

  Outcome outcome = Outcome::kOk;
  std::vector<std::string> reasons;  ///< why there are no metrics, if not kOk
  std::string trace;                 ///< of the first run, with the recorded command
  Side a, b;
  bool paired = false;
  uint64_t seed = 0;
  std::vector<std::string> varied;  ///< what is under test and does differ
  std::vector<std::string> warnings;
  std::vector<MetricComparison> metrics;
};

struct ComparisonOptions {
  std::set<Vary> vary = {Vary::kTarget};
  bool paired = false;  ///< the nth run of A and the nth of B are a pair
  uint64_t seed = 1;    ///< of the bootstrap
};

/// Every repeat of every result is a run. An outcome other than kOk comes without metrics: invalid
/// or tainted runs before sides that cannot be compared. Pairs need as many runs on both sides.
/// REQUIRES: neither is empty.
Comparison Compare(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                   const ComparisonOptions& options);

}  // namespace ioreel
