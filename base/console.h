#pragma once

#include <string>

#include "absl/strings/string_view.h"

/// Text on its way to a person. Names in traces come from anywhere, so that what would steer a
/// terminal (control characters, direction marks, bytes that are no UTF-8) stands escaped, as in
/// "\x1b"; and what the locale cannot show is spelled in ASCII.

namespace ioreel {

/// A piece of text that stays on one line: line ends are escaped, too.
std::string Printable(absl::string_view text);

/// All that is written at once: `text` as this process's locale shows it, line ends kept.
std::string ConsoleText(absl::string_view text);
/// The same for a locale that shows UTF-8, or only ASCII: "µs" becomes "us".
std::string ConsoleText(absl::string_view text, bool utf8);

/// Writes ConsoleText to standard output, with colours where that takes them.
void Print(absl::string_view text);

}  // namespace ioreel
