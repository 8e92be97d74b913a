#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/flag_set.h"
#include "replay/session_options.h"

namespace ioreel {

/// The options of a replay that say what of the trace goes where: targets, devices and offsets.
class MapOptions {
 public:
  void Declare(FlagSet& flags, SessionOptions* options);

  /// Fills in what the texts say. Errors: UsageError for what does not fit together; those of
  /// reading a map file.
  absl::Status Complete(SessionOptions* options) const;

 private:
  absl::Status CompleteMap(SessionOptions* options) const;

  std::vector<std::string> maps_;
  std::string map_file_, fit_ = "fail";
};

}  // namespace ioreel
