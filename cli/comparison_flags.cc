#include "cli/comparison_flags.h"

#include "base/status_macros.h"
#include "cli/command.h"

namespace ioreel {

void ComparisonFlags::Declare(FlagSet& flags) {
  vary_.Declare(flags);
  flags.Flag("--paired", &paired_, "the nth run of A and the nth of B were made side by side");
  flags.Option("--seed", &seed_, "of the random numbers behind the intervals");
}

absl::StatusOr<ComparisonOptions> ComparisonFlags::Options() const {
  ComparisonOptions options;
  IOREEL_ASSIGN_OR_RETURN(options.vary, vary_.Varied());
  if (seed_ < 0) return UsageError("--seed takes a number from 0 on");
  options.sampling = {.paired = paired_, .seed = static_cast<uint64_t>(seed_)};
  return options;
}

}  // namespace ioreel
