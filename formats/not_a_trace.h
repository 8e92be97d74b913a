#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What the contents that begin with `head` (Input::Head) are, where no format reads them as they
/// stand though they may hold a trace: an archive, a recording for another program, a text in
/// UTF-16; and how to get at the trace. "" when they are none of these.
std::string TellUnreadable(absl::string_view head);

/// What the contents are, where they are a known report about I/O and no trace, and what to give
/// instead; "" when they are none that is known.
std::string TellReport(absl::string_view head);

}  // namespace ioreel
