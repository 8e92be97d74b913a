#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "analysis/gate/policy.h"
#include "cli/flag_set.h"

namespace ioreel {

/// The option that says when a gate fails.
class PolicyOption {
 public:
  void Declare(FlagSet& flags);

  /// Errors: those of ReadPolicy, as wrong usage.
  absl::StatusOr<GatePolicy> Policy() const;

  /// "" = there is none.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ioreel
