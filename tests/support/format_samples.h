#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A small valid file of a format that ioreel reads but does not write. REQUIRES: there is one; a
/// new format needs a sample.
std::string FormatSample(absl::string_view format);

/// The name that a file of the format has where that is needed to tell it.
std::string FormatSampleName(absl::string_view format);

}  // namespace ioreel
