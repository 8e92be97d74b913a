#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A small valid file of a format that ioreel reads but does not write: tests/golden/NAME/in, or
/// made here where it is binary. REQUIRES: there is one; a new format needs it.
std::string FormatSample(absl::string_view format);

/// The name that a file of the format has where that is needed to tell it.
std::string FormatSampleName(absl::string_view format);

}  // namespace ioreel
