#pragma once

#include <string>

#include "absl/strings/string_view.h"

/// Names in traces and results come from anywhere. What they hold stands as text wherever they go.

namespace ioreel {

/// For the contents of elements and for attributes in quotes, of HTML, XML and SVG. Control
/// characters, direction marks and bytes that are no UTF-8 stand escaped as Printable() has them.
std::string MarkupText(absl::string_view text);

/// JSON for a <script> of data: the same JSON without "<", ">", "&", U+2028 and U+2029, which stand
/// as \uXXXX. REQUIRES: valid JSON, in which these can stand only in strings.
std::string JsonInMarkup(absl::string_view json);

}  // namespace ioreel
