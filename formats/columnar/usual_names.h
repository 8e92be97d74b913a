#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "formats/columnar/layout.h"

namespace ioreel {

/// What a column's name in a header says by itself.
struct UsualName {
  Role role = Role::kIgnored;
  std::optional<int64_t> unit = {};  ///< when the name tells it: "time_us", "size (KB)", "lba"
};

/// nullopt: a name that is not in general use for any role.
std::optional<UsualName> FindUsualName(absl::string_view name);

}  // namespace ioreel
