#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/load_runner.h"
#include "formats/result/sweep_result.h"
#include "traces/synth/sweep_plan.h"

namespace ioreel {

/// Measures the loads of a sweep on one target, each as often as it says, or until the drive is
/// steady. What is measured so far is there at any time.
class SweepSession {
 public:
  SweepSession(SweepPlan plan, const SessionOptions& options, const std::atomic<bool>* stop);

  /// Finds the target's size where `span_bytes` is 0, and what stands against any of the loads, all
  /// of it at once. Nothing is written. Errors: those of RunSession; InvalidArgument.
  absl::Status Plan(uint64_t span_bytes, uint64_t seed);

  /// Writes the whole span of a target that is made anew, so that no read finds a hole.
  absl::Status Fill();

  /// Errors: those of RunSession; Cancelled when it was stopped.
  absl::Status Run();

  const SweepResult& result() const { return result_; }

 private:
  absl::Status Measure(size_t cell, int round);
  void Tell(size_t cell, int round) const;

  SweepPlan plan_;
  LoadRunner runner_;
  const std::atomic<bool>* const stop_;
  SweepResult result_;
  std::vector<double> tracked_;  ///< the figure that tells whether the drive is steady, by round
};

}  // namespace ioreel
