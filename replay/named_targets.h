#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "replay/session_options.h"
#include "replay/target_spec.h"

namespace ioreel {

/// A target as an option of the command names it.
struct NamedTarget {
  std::string origin;  ///< "--target", "--map sda", "FILE, line 3": where it is named
  TargetSpec spec;
};

/// Takes the targets of a replay apart, before anything is opened.
/// Errors: InvalidArgument that begins with the origin and points at the column; also for what
/// does not go with simulated drives, or with several threads.
absl::StatusOr<std::vector<NamedTarget>> NameTargets(const SessionOptions& options);

}  // namespace ioreel
