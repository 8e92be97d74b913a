#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/models/drive_spec.h"

namespace ioreel {

/// A drive's file (docs/simulation.md). Errors: as ReadFile; InvalidArgument "PATH:LINE:COLUMN: …".
absl::StatusOr<DriveSpec> ReadDriveFile(const std::string& path);
absl::StatusOr<DriveSpec> ParseDrive(const std::string& text, const std::string& name);

/// The file of a drive, all keys written out; ParseDrive undoes it. `comment`: its first lines.
std::string DriveFileText(const DriveSpec& drive, const std::string& comment);

/// The drives that come with ioreel: their names, in order. None where they are not installed.
std::vector<std::string> DriveNames();
/// Where the file of one is. Errors: NotFound, with those that there are.
absl::StatusOr<std::string> FindDriveFile(absl::string_view name);

}  // namespace ioreel
