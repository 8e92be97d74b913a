#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A small valid file of a format that ioreel reads but does not write. REQUIRES: there is one; a
/// new format needs a sample.
std::string FormatSample(absl::string_view format);

}  // namespace ioreel
