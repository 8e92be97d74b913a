#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What is wrong with HTML or SVG as ioreel writes it: an element not closed or closed out of turn,
/// an attribute without quotes, a bare "<", "&" or control character in text. "" = nothing.
std::string MarkupFault(absl::string_view markup);

}  // namespace ioreel
