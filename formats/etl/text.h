#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// UTF-16 (little endian) up to its NUL or the end of `bytes`, as UTF-8. What is no character
/// becomes U+FFFD.
std::string Utf8FromUtf16(absl::string_view bytes);

/// Text of 8-bit characters up to its NUL or the end of `bytes`, as UTF-8. Windows does not say
/// which code page it is in: those above 127 are taken for Latin-1.
std::string Utf8FromAnsi(absl::string_view bytes);

}  // namespace ioreel
