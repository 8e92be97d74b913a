#include "cli/policy_option.h"

#include "analysis/gate/policy_file.h"
#include "cli/command.h"

namespace ioreel {
namespace {

/// Without the option the default holds; an empty name is a mistake, as of a variable not set.
absl::Status CheckNamed(absl::string_view path) {
  return path.empty() ? absl::InvalidArgumentError("takes a file, not an empty name")
                      : absl::OkStatus();
}

}  // namespace

void PolicyOption::Declare(FlagSet& flags) {
  flags.Checked("--policy", &path_, CheckNamed,
                "which metrics are required, and what is tolerated (docs/ci.md); without it "
                "completion time may be 5 % longer",
                "gate.toml");
}

absl::StatusOr<GatePolicy> PolicyOption::Policy() const {
  if (path_.empty()) return DefaultPolicy();
  absl::StatusOr<GatePolicy> policy = ReadPolicy(path_);
  if (!policy.ok()) return UsageError(policy.status().message());
  return policy;
}

}  // namespace ioreel
