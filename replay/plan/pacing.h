#pragma once

#include <cstdint>

#include "formats/level_reader.h"
#include "replay/plan/dependency.h"
#include "replay/plan/schedule.h"

namespace ioreel {

struct PacingOptions {
  double speed = 1;               ///< recorded gaps and think times are divided by it
  int64_t idle_cap_ns = kNoTime;  ///< recorded ones above it count as it; before `speed`
  int64_t wake_up_cost_ns = 0;    ///< taken off what is left of a think time after a completion
};

/// Turns recorded time into replay time. Given the I/Os in order. Not thread-safe.
class Pacer {
 public:
  Pacer(const PacingOptions& options, int64_t zero_ns)
      : options_(options), busy_until_ns_(zero_ns), zero_ns_(zero_ns) {}

  /// Open loop: when `io` is due, from the zero; idle time before it is capped.
  int64_t DueNs(const Io& io);

  /// Open loop: replay time of the trace time `ns`, not before any I/O so far.
  int64_t AtNs(int64_t ns) const { return Scale(ns - zero_ns_); }

  /// Open loop: when the command ends that ended at `ns`; idle time before it is capped.
  int64_t EndNs(int64_t ns) const;

  /// Closed loop: how long to think after the anchor.
  int64_t ThinkNs(const Dependency& dependency);

  int64_t idle_cut_ns() const { return idle_cut_ns_; }

 private:
  int64_t Scale(int64_t ns) const;

  const PacingOptions options_;
  int64_t busy_until_ns_;  ///< last start or completion so far
  int64_t zero_ns_;        ///< trace time that is due at the replay's zero, later by each cut
  int64_t idle_cut_ns_ = 0;
};

}  // namespace ioreel
