#pragma once

#include "absl/status/statusor.h"
#include "analysis/compare/comparison.h"
#include "cli/flag_set.h"
#include "cli/vary_option.h"

namespace ioreel {

/// How one side is held against the other: --vary, --paired and --seed.
class ComparisonFlags {
 public:
  void Declare(FlagSet& flags);

  /// Errors: UsageError.
  absl::StatusOr<ComparisonOptions> Options() const;

 private:
  VaryOption vary_;
  bool paired_ = false;
  int seed_ = 1;
};

}  // namespace ioreel
