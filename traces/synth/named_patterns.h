#pragma once

#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A pattern with a name. Sources: docs/synthetic.md.
struct NamedPattern {
  absl::string_view name;
  absl::string_view keys;  ///< pattern_text.h, without a name in front
  absl::string_view description;
};

/// In the order of `ioreel list patterns`.
const std::vector<NamedPattern>& NamedPatterns();

/// nullptr where there is none of that name.
const NamedPattern* FindPattern(absl::string_view name);

}  // namespace ioreel
