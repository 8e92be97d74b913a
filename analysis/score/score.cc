#include "analysis/score/score.h"

#include <cmath>

namespace ioreel {
namespace {

std::optional<double> Known(int64_t time_ns) {
  if (time_ns == kNoTime) return std::nullopt;
  return static_cast<double>(time_ns);
}

std::optional<double> Ratio(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *a <= 0 || *b <= 0) return std::nullopt;
  return *a / *b;
}

std::optional<double> Scaled(std::optional<double> ratio, double factor) {
  if (!ratio) return std::nullopt;
  return *ratio * factor;
}

}  // namespace

Baseline RecordedRun(const TraceFacts& trace) {
  return {.completion_ns = Known(trace.recorded_completion_ns),
          .busy_ns = Known(trace.recorded_busy_ns)};
}

Baseline ReferenceRun(const Measurement& reference) {
  return {.completion_ns = reference.completion_ns.median, .busy_ns = reference.busy_ns.median};
}

Score ComputeScore(const Measurement& measured, const Baseline& baseline) {
  Score score;
  score.speed = Scaled(Ratio(baseline.completion_ns, measured.completion_ns.median), 1000);
  score.device = Scaled(Ratio(baseline.busy_ns, measured.busy_ns.median), 1000);
  constexpr double kMbPerByte = 1e-6, kNsPerS = 1e9;
  const std::optional<double> bandwidth_per_access =
      Scaled(Ratio(measured.bandwidth_bytes_per_s.median, measured.mean_access_ns.median),
             kMbPerByte * kNsPerS);
  if (bandwidth_per_access) score.storage = std::sqrt(*bandwidth_per_access);
  return score;
}

}  // namespace ioreel
