#pragma once

#include <string>

#include "absl/status/status.h"
#include "cli/flag_set.h"
#include "replay/session_options.h"

namespace ioreel {

/// The options of everything that writes to a target: how I/O is done, with what, and what may be
/// destroyed by it.
class TargetOptions {
 public:
  void Declare(FlagSet& flags, SessionOptions* options);

  /// Fills in what the texts say. Errors: UsageError.
  absl::Status Complete(SessionOptions* options) const;

 private:
  std::string payload_ = "random";
};

}  // namespace ioreel
