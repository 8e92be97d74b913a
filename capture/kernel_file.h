#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

/// The small text files by which the kernel is told things: tracefs, sysfs, procfs.

namespace ioreel {

bool FileExists(const std::string& path);

/// Its text without the newline at the end. Errors name the path.
absl::StatusOr<std::string> ReadKernelFile(const std::string& path);

/// As ReadKernelFile, "" when it cannot be read: for facts that a kernel may not offer.
std::string ReadKernelFileOrEmpty(const std::string& path);

/// One write of `value`; never creates a file. Errors name the path and the value.
absl::Status WriteKernelFile(const std::string& path, absl::string_view value);

/// The value that writing back would keep: of "local [mono] boot" the word in brackets, of
/// "7 (expanded: 1408)" 1408 (what the first use of tracing sets), else the text itself.
std::string SettingIn(absl::string_view text);

}  // namespace ioreel
