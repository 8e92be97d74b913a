#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "formats/format.h"

namespace ioreel {

/// Every format, in sniffing order. A new format is one line in registry.cc.
const std::vector<const Format*>& AllFormats();

/// Their names: "msr, spc".
std::string FormatNames(const std::vector<const Format*>& formats);

/// By Format::name(); nullptr when there is none.
const Format* FindFormat(absl::string_view name);

}  // namespace ioreel
