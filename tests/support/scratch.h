#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A path in the test program's own temporary folder.
std::string ScratchPath(absl::string_view name);

/// The same, with no file there.
std::string FreshScratchPath(absl::string_view name);

/// A file there that holds `text`; its path.
std::string ScratchFile(absl::string_view name, absl::string_view text);

}  // namespace ioreel
