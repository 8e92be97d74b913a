#include "formats/columnar/column_binding.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

/// Places in `header` of a name in one of its spellings. A '#' in front makes a header a comment
/// for other tools.
std::vector<size_t> PlacesOf(absl::string_view spellings,
                             absl::Span<const absl::string_view> header) {
  std::vector<size_t> places;
  const std::vector<absl::string_view> names = absl::StrSplit(spellings, '|');
  for (size_t place = 0; place < header.size(); ++place) {
    absl::string_view field = header[place];
    if (place == 0) absl::ConsumePrefix(&field, "#");
    const bool named = std::any_of(names.begin(), names.end(), [field](absl::string_view name) {
      return absl::EqualsIgnoreCase(name, field);
    });
    if (named) places.push_back(place);
  }
  return places;
}

void Bind(const Column& column, size_t place, Binding* binding) {
  if (column.role == Role::kOp)
    binding->op_place = place;
  else if (column.role != Role::kIgnored)
    binding->columns.push_back({place, column.role, column.unit, column.is_date});
}

}  // namespace

absl::StatusOr<std::optional<size_t>> FindColumn(const Column& column,
                                                 absl::Span<const absl::string_view> header) {
  const std::vector<size_t> places = PlacesOf(column.name, header);
  if (places.size() == 1) return places.front();
  const std::string name = absl::StrReplaceAll(column.name, {{"|", " or "}});
  if (places.size() > 1)
    return absl::InvalidArgumentError(absl::StrCat("the column ", name, " more than once"));
  if (column.needed) return absl::InvalidArgumentError(absl::StrCat("no column ", name));
  return std::nullopt;
}

Binding BindByPlace(const Layout& layout) {
  Binding binding;
  binding.fields = layout.columns.size();
  binding.more_fields = layout.more_fields;
  for (size_t place = 0; place < layout.columns.size(); ++place)
    Bind(layout.columns[place], place, &binding);
  return binding;
}

absl::StatusOr<Binding> BindByHeader(const Layout& layout,
                                     absl::Span<const absl::string_view> header) {
  Binding binding;
  binding.fields = header.size();
  binding.more_fields = layout.more_fields;
  for (const Column& column : layout.columns) {
    if (column.name.empty()) continue;
    IOREEL_ASSIGN_OR_RETURN(const std::optional<size_t> place, FindColumn(column, header));
    if (place) Bind(column, *place, &binding);
  }
  return binding;
}

Binding StartTimeOf(const Binding& binding) {
  const auto& all = binding.columns;
  const bool has_start = std::any_of(
      all.begin(), all.end(), [](const BoundColumn& column) { return column.role == Role::kTime; });
  Binding start;
  start.more_fields = true;
  for (const BoundColumn& column : all) {
    if (has_start ? column.role != Role::kTime : !IsTime(column.role)) continue;
    start.columns.push_back(column);
    start.fields = std::max(start.fields, column.place + 1);
  }
  return start;
}

}  // namespace ioreel
