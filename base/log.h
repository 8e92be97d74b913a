#pragma once

#include "absl/strings/string_view.h"

namespace ioreel {

/// Lines for the user on stderr, each whole, prefixed "ioreel: ". Thread-safe.
void LogInfo(absl::string_view message);
/// The same with "warning: "; for what the user should know but need not act on.
void LogWarning(absl::string_view message);

}  // namespace ioreel
