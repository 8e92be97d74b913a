#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What the contents are, where they are a known report about I/O and no trace, and what to give
/// instead; "" when they are none that is known.
std::string TellReport(absl::string_view head);

}  // namespace ioreel
