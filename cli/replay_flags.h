#pragma once

#include <string>

#include "absl/status/status.h"
#include "cli/flag_set.h"
#include "cli/map_options.h"
#include "cli/target_options.h"
#include "replay/session_options.h"

namespace ioreel {

/// The options that say how a trace is replayed, whatever the target: those of `ioreel replay`, and
/// of each replay of `ioreel gate run`.
class ReplayFlags {
 public:
  void Declare(FlagSet& flags, SessionOptions* options);

  /// Fills in what the texts say. Errors: UsageError for what does not fit together.
  absl::Status Complete(SessionOptions* options) const;

 private:
  void DeclareTiming(FlagSet& flags, SessionOptions* options);
  void DeclareChoice(FlagSet& flags, SessionOptions* options);
  void DeclareTarget(FlagSet& flags, SessionOptions* options);
  absl::Status CompleteVerification(SessionOptions* options) const;

  PlacementOptions placement_;
  TargetOptions target_;
  std::string tasks_, level_;
  std::string mode_ = "dependent", verify_;
  std::string on_error_ = "continue";
  std::string on_unaligned_ = "reject", on_unsupported_ = "skip";
};

}  // namespace ioreel
