#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/flag_set.h"
#include "replay/session_options.h"

namespace ioreel {

/// The options of a replay that say on which targets: one for all, or one for each device.
class MapOptions {
 public:
  void Declare(FlagSet& flags, SessionOptions* options);

  /// Fills in what the texts say. Errors: UsageError for what does not fit together; those of
  /// reading a map file.
  absl::Status Complete(SessionOptions* options) const;

 private:
  std::vector<std::string> maps_;
  std::string map_file_;
};

/// Those that say what of the trace goes where on its targets.
class PlacementOptions {
 public:
  void Declare(FlagSet& flags, SessionOptions* options);

  /// As that of MapOptions.
  absl::Status Complete(SessionOptions* options) const;

 private:
  std::string fit_ = "fail";
};

}  // namespace ioreel
