#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// Onto what a device of the trace is replayed.
struct DeviceMapping {
  std::string device;  ///< its name in the trace, byte for byte
  std::string target;  ///< target_spec.h
};

/// DEVICE=TARGET. The name goes up to the first "="; one that holds this stands in double quotes,
/// and goes up to the last quote that "=" follows. No byte means anything else: backslashes,
/// slashes and underscores are themselves.
/// Errors: InvalidArgument that shows the text.
absl::StatusOr<DeviceMapping> ParseDeviceMapping(absl::string_view text);

/// A file with one of these on each line; blank lines and those that begin with "#" are comments.
/// Errors: those of reading it; InvalidArgument with the line.
absl::StatusOr<std::vector<DeviceMapping>> ReadDeviceMap(const std::string& path);

}  // namespace ioreel
