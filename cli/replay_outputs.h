#pragma once

#include <string>

#include "absl/status/status.h"
#include "replay/session_options.h"

namespace ioreel {

/// The target, the result (`output`, "" = none) and the samples of a replay must be files of their
/// own: not the trace or one of its files, not each other, by whatever name or link.
/// Errors: UsageError that names both; those of finding the trace's files and of the target's
/// spec. Nothing is opened.
absl::Status CheckFilesAreApart(const SessionOptions& options, const std::string& output);

/// Whether two paths name one file, by whatever name or link, also where it is not there yet.
bool IsSameFile(const std::string& a, const std::string& b);

}  // namespace ioreel
