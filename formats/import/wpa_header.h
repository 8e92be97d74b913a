#pragma once

#include <algorithm>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/columnar/column_binding.h"
#include "formats/io/input.h"

namespace ioreel {

/// What the first line of WPA's Disk Usage table makes of its columns. They may stand in any order
/// and bring their units ("IO Time (µs)").
struct WpaHeader {
  char separator = ',';
  Binding binding;
  std::optional<size_t> count_place;  ///< of the number of I/Os that a row sums up

  bool Has(Role role) const {
    if (role == Role::kOp) return binding.op_place.has_value();
    return std::any_of(binding.columns.begin(), binding.columns.end(),
                       [role](const BoundColumn& column) { return column.role == role; });
  }
  /// Has what tells such a table from others: ops, times and sizes.
  bool IsWpa() const {
    return Has(Role::kOp) && (Has(Role::kTime) || Has(Role::kEndTime)) && Has(Role::kLength);
  }
};

/// Reads the first line that is not blank of a text that begins with `head`.
WpaHeader ReadWpaHeader(absl::string_view head);

/// Reads the text until a number tells which of '.' and ',' is the decimal sign; '.' where none
/// has any.
/// Errors: InvalidArgument for a text whose numbers can be read both ways; those of opening.
absl::StatusOr<char> LearnDecimalSign(const Input& input, const WpaHeader& header);

}  // namespace ioreel
