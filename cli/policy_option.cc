#include "cli/policy_option.h"

#include "analysis/gate/policy_file.h"
#include "cli/command.h"

namespace ioreel {

void PolicyOption::Declare(FlagSet& flags) {
  flags.Option("--policy", &path_,
               "which metrics are required, and what is tolerated (docs/ci.md); without it "
               "completion time may be 5 % longer",
               "gate.toml");
}

absl::StatusOr<GatePolicy> PolicyOption::Policy() const {
  if (path_.empty()) return DefaultPolicy();
  absl::StatusOr<GatePolicy> policy = ReadPolicy(path_);
  if (absl::IsInvalidArgument(policy.status())) return UsageError(policy.status().message());
  return policy;
}

}  // namespace ioreel
