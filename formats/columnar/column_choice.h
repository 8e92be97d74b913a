#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/columnar/layout.h"

/// What a user says of columns: `time=ts[us],op=3[0=read;1=write],offset=off[512B],length=size`;
/// `time=ts[iso]` for dates.

namespace ioreel {

struct ColumnChoice {
  Role role = Role::kIgnored;
  std::string column = {};           ///< a name in the header, or its number, from 1
  std::optional<size_t> place = {};  ///< from 0, when it is a number
  std::optional<int64_t> unit = {};  ///< ns or bytes, as the role is
  bool file_time = false;            ///< times are FILETIME ticks
  bool is_date = false;              ///< times are dates
  FindOpFn find_op = nullptr;        ///< how ops are spelled
};

/// ReadOptions::columns. Errors: InvalidArgument: what is wrong (a role that only one column can
/// have, but has twice, too), and an example.
absl::StatusOr<std::vector<ColumnChoice>> ParseColumnChoices(absl::string_view text);

/// As the role is written: "latency"; "" = one that cannot be chosen.
absl::string_view RoleName(Role role);

/// The unit that `text` names for a column of that role: "us", "512B", "sectors"; nullopt when it
/// names none, or the role has no units.
std::optional<int64_t> FindUnit(Role role, absl::string_view text);

/// Gives the columns of a layout the roles that were chosen; what stood for such a role before does
/// no more. `header` are the names of a text's columns, and the places of `layout`'s, where the
/// text has a header, else empty.
/// Errors: OptionError: a column that is not there, or chosen twice; a time without a unit.
absl::Status ApplyChoices(absl::Span<const ColumnChoice> choices,
                          absl::Span<const absl::string_view> header, Layout* layout);

}  // namespace ioreel
