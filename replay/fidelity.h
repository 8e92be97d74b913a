#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "base/histogram.h"
#include "formats/result/run_result.h"
#include "replay/replay_mode.h"
#include "replay/schedule.h"

namespace ioreel {

/// What a replay must keep to be valid.
struct FidelityLimits {
  int64_t max_lag_ns = 5'000'000;  ///< on the p99 of |submit − due|
  int64_t max_drift_ns = kNoTime;  ///< on |drift|; kNoTime = no limit
};

/// The limits of a mode: timed also bounds the drift, by 1 ms or 0.1 % of `span_ns`, the longer.
FidelityLimits LimitsOf(ReplayMode mode, int64_t span_ns,
                        int64_t max_lag_ns = FidelityLimits().max_lag_ns);

/// Judges whether a replay kept time, from its samples, in bounded memory. Steps that had to
/// wait for room in the target's queue are counted apart and judge nobody.
class FidelityMeter {
 public:
  void Add(absl::Span<const Sample> samples);

  /// `planned` and `issued` as in ReplayOutcome. As-fast-as-possible replays have no due times:
  /// only issued = planned is judged.
  Fidelity Finish(ReplayMode mode, uint64_t planned, uint64_t issued,
                  const FidelityLimits& limits) const;

 private:
  void KeepForDrift(int64_t error_ns);

  Histogram errors_;
  uint64_t saturated_ = 0;
  std::vector<int64_t> series_;  ///< every stride_-th error, in order
  uint64_t stride_ = 1, seen_ = 0;
};

}  // namespace ioreel
