#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "base/histogram.h"
#include "formats/result/run_result.h"
#include "replay/plan/schedule.h"
#include "replay/replay_mode.h"

namespace ioreel {

/// Judges from its samples whether a replay kept time, in bounded memory. Valid is: everything
/// planned was issued; the p99 of |submit − due| is within the limit; in the closed loops, where it
/// moves all that follows, no I/O was late by more than 1 % of the span, or 20 times the limit, the
/// longer; in timed mode the drift is within 1 ms or 0.1 % of the span, the longer. Drift is the
/// median error of the last part of the I/Os less that of the first part; a part is 1 % of them,
/// but at least 50, and at most a third. Fewer than 20 have none that single late ones could not
/// feign. Steps that had to wait for room in the target's queue are counted apart and judge nobody;
/// as fast as possible knows no due times at all.
class FidelityMeter {
 public:
  explicit FidelityMeter(ReplayMode mode, int64_t max_lag_ns = Fidelity().max_lag_ns)
      : mode_(mode), max_lag_ns_(max_lag_ns) {}

  /// In order of completion.
  void Add(absl::Span<const Sample> samples);

  /// `planned` and `issued` as in ReplayOutcome.
  Fidelity Finish(uint64_t planned, uint64_t issued) const;

 private:
  void KeepForDrift(int64_t error_ns);
  int64_t DriftNs() const;  ///< kNoTime = too few I/Os
  int64_t MostLateNs() const;

  const ReplayMode mode_;
  const int64_t max_lag_ns_;
  Histogram errors_;
  uint64_t late_ = 0, saturated_ = 0;
  int64_t first_due_ns_ = 0, last_due_ns_ = 0;
  bool any_ = false;
  std::vector<int64_t> series_;  ///< every stride_-th signed error, in order
  uint64_t stride_ = 1, seen_ = 0;
};

}  // namespace ioreel
