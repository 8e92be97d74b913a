#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "formats/result/run_result.h"
#include "replay/session_options.h"
#include "traces/synth/pattern.h"

namespace ioreel {

/// Drives one target with synthetic loads, each as fast as possible, as `ioreel replay` does it.
/// Its plans are not shown, its warnings are. Errors, beside what each says: those of RunSession;
/// Cancelled when it was stopped.
class LoadRunner {
 public:
  /// `options` say the target and how I/O is done. `stop` is borrowed.
  LoadRunner(const SessionOptions& options, const std::atomic<bool>* stop);

  /// What a result would say, from the plan alone; nothing is written. Also finds what stands
  /// against the load. REQUIRES, as those below: the span is known.
  absl::StatusOr<RunResult> Plan(const Pattern& pattern, int depth) const;

  /// Looks at the target: `*span_bytes` becomes its size where that is 0. Errors: also
  /// InvalidArgument where the target has less.
  absl::Status FindSpan(uint64_t* span_bytes) const;

  /// A named pattern on that span as the target can do it: of whole blocks, and of no I/O longer
  /// than the span. REQUIRES: FindSpan() was OK.
  absl::StatusOr<Pattern> PatternFor(absl::string_view spec, uint64_t span_bytes) const;

  /// The whole pattern, with `depth` I/Os of each thread in flight.
  absl::StatusOr<RunResult> RunAll(const Pattern& pattern, int depth);

  /// For so long, as many I/Os as it takes. Looks first, for a tenth of a second, how many.
  absl::StatusOr<RunResult> RunFor(int64_t time_ns, const Pattern& pattern, int depth);

  /// The target's, once something was planned.
  const TargetFacts& target() const { return target_; }

 private:
  absl::StatusOr<SessionOptions> OptionsFor(const Pattern& pattern, int depth) const;
  absl::StatusOr<RunResult> Run(const SessionOptions& options);

  SessionOptions options_;
  const std::atomic<bool>* const stop_;
  mutable TargetFacts target_;
};

}  // namespace ioreel
