#pragma once

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/compare/comparability.h"
#include "cli/flag_set.h"

namespace ioreel {

/// The option that says what is under test.
class VaryOption {
 public:
  void Declare(FlagSet& flags);

  /// Errors: UsageError for what cannot be under test.
  absl::StatusOr<std::set<Vary>> Varied() const;

 private:
  std::vector<std::string> names_;
};

}  // namespace ioreel
