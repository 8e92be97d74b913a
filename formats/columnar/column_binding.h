#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/columnar/layout.h"

namespace ioreel {

/// A column of a Layout at its place in the rows of one text.
struct BoundColumn {
  size_t place = 0;  ///< field of a row, from 0
  Role role = Role::kIgnored;
  int64_t unit = 1;
  bool is_date = false;
};

/// How the rows of one text are read.
struct Binding {
  std::optional<size_t> op_place;    ///< field of the op; without one, all are reads
  std::vector<BoundColumn> columns;  ///< the others, without kIgnored
  size_t fields = 0;                 ///< of each row
  bool more_fields = false;          ///< or more
};

/// Where a header names a column; nullopt where it may be left out and is.
/// Errors: InvalidArgument: it is not there though needed, or stands twice.
absl::StatusOr<std::optional<size_t>> FindColumn(const Column& column,
                                                 absl::Span<const absl::string_view> header);

/// The columns stand as the layout has them.
Binding BindByPlace(const Layout& layout);

/// The columns stand where a header names them.
/// Errors: InvalidArgument: a needed column is not there, or stands twice.
absl::StatusOr<Binding> BindByHeader(const Layout& layout,
                                     absl::Span<const absl::string_view> header);

/// The columns that tell when an I/O was started: that of the start itself, or those of its end and
/// its latency; `fields` is how many of a row that takes.
Binding StartTimeOf(const Binding& binding);

}  // namespace ioreel
