#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// Onto what a device of the trace is replayed.
struct DeviceMapping {
  std::string device;       ///< its name in the trace, byte for byte
  std::string target;       ///< target_spec.h
  std::string origin = {};  ///< where this stands: "--map sda", "FILE, line 3"
};

/// DEVICE=TARGET. The name goes up to the first "=". One that holds this, begins with a quote, or
/// begins or ends with a blank stands in double quotes, in which two quotes are one. No byte means
/// anything else: backslashes, slashes and underscores are themselves. Blanks around the name, the
/// "=" and the target are none of theirs. The origin is left empty.
/// Errors: InvalidArgument that shows the text.
absl::StatusOr<DeviceMapping> ParseDeviceMapping(absl::string_view text);

/// A file with one of these on each line, in UTF-8, with or without a byte order mark; blank lines
/// and those that begin with "#" are comments.
/// Errors: those of reading it; InvalidArgument with the line.
absl::StatusOr<std::vector<DeviceMapping>> ReadDeviceMap(const std::string& path);

}  // namespace ioreel
