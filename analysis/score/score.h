#pragma once

#include <optional>

#include "analysis/score/measurement.h"

/// The formulas of docs/scoring.md.

namespace ioreel {

/// What 1000 points stand for: the recorded run, or a reference result.
struct Baseline {
  std::optional<double> completion_ns;
  std::optional<double> busy_ns;
};
Baseline RecordedRun(const TraceFacts& trace);
Baseline ReferenceRun(const Measurement& reference);

/// More is better. nullopt where a figure it needs is unknown or 0.
struct Score {
  std::optional<double> speed;    ///< 1000 × baseline ÷ measured completion time
  std::optional<double> device;   ///< 1000 × baseline ÷ measured busy time
  std::optional<double> storage;  ///< √(bandwidth ÷ mean access time), in MB/s and s
};
Score ComputeScore(const Measurement& measured, const Baseline& baseline);

}  // namespace ioreel
