#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Appends a field of comma-separated text as FieldSplitter reads it: one with a comma, a quote or
/// a line end, or with a blank at an end, stands in quotes, a quote in it is doubled.
void AppendCsvField(absl::string_view text, std::string* out);

}  // namespace ioreel
