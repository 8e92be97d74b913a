#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analysis/score/score_report.h"
#include "analysis/stats/shift_estimate.h"
#include "formats/result/run_result.h"

namespace ioreel {

/// A figure of a run.
struct Metric {
  enum class Unit { kNanoseconds, kBytesPerSecond };

  absl::string_view name;  ///< "completion time"
  absl::string_view key;   ///< of it in result.json: "completion_ns"
  Unit unit;
  double (*of)(const RepeatResult&);  ///< 0 where the run does not know it

  bool more_is_better() const { return unit == Unit::kBytesPerSecond; }
};

/// Those that are compared.
absl::Span<const Metric> ComparedMetrics();

/// Of every repeat of every result, in this order.
std::vector<double> ValuesOf(const std::vector<NamedResult>& side, const Metric& metric);

/// Whether every run knows its figure.
bool AllKnown(const std::vector<double>& values);

/// One figure of the runs of both sides. Nothing but the metric is known where a run does not know
/// the figure, or has 0.
struct MetricComparison {
  const Metric* metric = nullptr;
  std::optional<double> a_median, b_median;
  /// Coefficient of variation within a side, of the noisier one: single runs differ so much anyway.
  std::optional<double> noise;
  /// Of the logarithm of B's figures above that of A's.
  std::optional<ShiftEstimate> shift;
  /// Holm's, where there are further traces; it says what is significant then.
  std::optional<double> adjusted_p;

  /// REQUIRES: shift is known.
  bool significant() const { return adjusted_p.value_or(shift->p) < kSignificance; }
};

struct SamplingOptions {
  bool paired = false;  ///< the nth run of A and the nth of B are a pair
  uint64_t seed = 1;    ///< of the bootstrap
};

MetricComparison CompareMetric(const Metric& metric, const std::vector<double>& a,
                               const std::vector<double>& b, const SamplingOptions& options);

}  // namespace ioreel
