#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "traces/synth/sweep_plan.h"

namespace ioreel {

/// A sweep with a name: a method that others use. Sources: docs/synthetic.md.
struct SweepPreset {
  absl::string_view name;
  absl::string_view description;
  SweepPlan (*make)();
};

/// In the order of `ioreel list sweeps`.
const std::vector<SweepPreset>& SweepPresets();

/// Errors: InvalidArgument, naming those there are.
absl::StatusOr<SweepPlan> MakePresetSweep(absl::string_view name);

}  // namespace ioreel
