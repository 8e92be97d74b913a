#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Whether what is written to `fd` may be coloured: it is a terminal, not a dumb one, and the
/// variable NO_COLOR (no-color.org) is unset or empty.
bool TakesColour(int fd);

/// `text` with the words of a verdict ("INVALID", "WARNING", "valid:", …) in the colour of what
/// they mean, as escape sequences of a terminal.
std::string Highlight(absl::string_view text);

}  // namespace ioreel
