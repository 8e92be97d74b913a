#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/range_set.h"
#include "replay/opened_target.h"
#include "replay/plan/mapping_forecast.h"
#include "replay/plan/trace_survey.h"
#include "replay/prime/growth.h"
#include "replay/safety/preflight.h"
#include "replay/session_options.h"

namespace ioreel {

/// Whether such I/Os leave holes where there was data.
bool RemovesData(const Demand& demand);

/// Which ranges of the target are written before anything is measured: by default, on files that
/// ioreel made, what the trace touches and they never had (reading a hole costs nothing, and
/// writing to one costs the filesystem's allocation), and what caches will use of their fast
/// members; with --prime, also everything that is read.
class PrimePlan {
 public:
  PrimePlan() = default;  ///< primes nothing

  /// For the target of one volume. Errors: those of reading the trace.
  static absl::StatusOr<PrimePlan> Make(const SessionOptions& options, const ReplayTrace& trace,
                                        const TraceSurvey& survey, uint16_t volume,
                                        const Preflight& preflight, const std::atomic<bool>* stop,
                                        OpenedTarget* target);

  /// Whether the target may be written to by Run.
  bool primes() const { return primes_; }

  /// What the target's files will grow by, primed or not: CheckRoom takes that of all volumes.
  /// Nothing is said of files beside devices that are not primed.
  const std::vector<Growth>& growths() const { return growths_; }

  /// Lines for the plan.
  const std::vector<std::string>& lines() const { return lines_; }

  /// Before the first repeat, and before each when the trace removes data. Errors: as Prime.
  absl::Status Run(const SessionOptions& options, OpenedTarget* target, const std::string& engine,
                   const std::atomic<bool>* stop) const;

 private:
  /// What files grow by.
  RangeSet PlanFiles(const SessionOptions& options, const TargetRanges& touched,
                     OpenedTarget* target);
  void PlanFront(const SessionOptions& options, OpenedTarget* target, DeviceWrites* writes);

  bool primes_ = false;
  RangeSet ranges_{4096};   ///< before the first repeat
  RangeSet touched_{4096};  ///< by reads and writes
  RangeSet front_{4096};    ///< of Target::front(touched_)
  std::vector<Growth> growths_;
  std::vector<std::string> lines_;
};

}  // namespace ioreel
