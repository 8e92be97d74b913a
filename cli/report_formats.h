#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

/// What `ioreel report` writes.

namespace ioreel {

/// "html", "text", "md", "json", "csv", "svg", "perfetto".
std::vector<std::string> ReportFormats();

/// The one that the extension of a file tells; text where `path` is "".
/// Error: UsageError that names the formats.
absl::StatusOr<std::string> ReportFormatOf(const std::string& path);

/// Whether it is printed where no file is named.
bool GoesToStandardOutput(const std::string& format);

}  // namespace ioreel
