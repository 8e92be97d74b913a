#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Plain text for Markdown, in which it stands as it is, also in a cell of a table.
std::string MarkdownText(absl::string_view text);

}  // namespace ioreel
