#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "replay/session_options.h"

namespace ioreel {

/// The target, the result (`output`, "" = none) and the samples of a replay must be files of their
/// own: not the trace or one of its files, not each other, not the file of a simulated drive, by
/// whatever name or link. `role` is the option that names `output`.
/// Errors: UsageError that names both; those of finding the trace's files and of the target's
/// spec. Nothing is opened.
absl::Status CheckFilesAreApart(const SessionOptions& options, const std::string& output,
                                absl::string_view role = "-o");

/// Whether two paths name one file, by whatever name or link, also where it is not there yet.
bool IsSameFile(const std::string& a, const std::string& b);

}  // namespace ioreel
