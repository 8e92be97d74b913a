#include "formats/import/wpa_header.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/columnar/column_choice.h"
#include "formats/columnar/field_splitter.h"
#include "formats/import/locale_number.h"
#include "formats/io/line_reader.h"

namespace ioreel {
namespace {

struct WpaColumn {
  absl::string_view name;  ///< without the unit
  Role role;
  int64_t unit = 1;  ///< unless the header has one
};

constexpr WpaColumn kColumns[] = {
    {"IO Type", Role::kOp},
    {"Init Time", Role::kTime, kSecond},
    {"Issue Time", Role::kTime, kSecond},
    {"Complete Time", Role::kEndTime, kSecond},
    {"IO Time", Role::kLatency, kUs},
    {"Size", Role::kLength},
    {"Min Offset", Role::kOffset},
    {"Disk", Role::kDevice},
    {"Process (Name)", Role::kProcess},
    {"Process Name", Role::kProcess},
    {"Process", Role::kProcessPid},
    {"Thread ID", Role::kTid},
};

/// "IO Time (µs)" cut into name and unit.
std::pair<absl::string_view, absl::string_view> NameAndUnit(absl::string_view field) {
  const size_t open = field.rfind('(');
  if (open == absl::string_view::npos || !absl::EndsWith(field, ")")) return {field, ""};
  return {absl::StripAsciiWhitespace(field.substr(0, open)),
          field.substr(open + 1, field.size() - open - 2)};
}

const WpaColumn* FindColumn(absl::string_view field) {
  for (const WpaColumn& column : kColumns) {
    if (column.name == field || column.name == NameAndUnit(field).first) return &column;
  }
  return nullptr;
}

absl::string_view FirstLine(absl::string_view head) {
  head = absl::StripLeadingAsciiWhitespace(WithoutByteOrderMark(head));
  return absl::StripAsciiWhitespace(head.substr(0, head.find('\n')));
}

/// Bytes are whole.
bool MayHaveDecimals(const BoundColumn& column) {
  return IsTime(column.role) || (column.role == Role::kLength && column.unit > 1);
}

}  // namespace

WpaHeader ReadWpaHeader(absl::string_view head) {
  const absl::string_view line = FirstLine(head);
  WpaHeader header;
  header.separator = GuessSeparator(line);
  FieldSplitter splitter(header.separator, true);
  const auto fields = splitter.Split(line);
  if (!fields.ok()) return header;
  header.binding.fields = fields->size();
  for (size_t place = 0; place < fields->size(); ++place) {
    const absl::string_view field = (*fields)[place];
    const WpaColumn* const column = FindColumn(field);
    if (field == "Count") header.count_place = place;
    if (column == nullptr || header.Has(column->role)) continue;
    const auto unit = FindUnit(column->role, NameAndUnit(field).second);
    if (column->role == Role::kOp)
      header.binding.op_place = place;
    else
      header.binding.columns.push_back({place, column->role, unit.value_or(column->unit)});
  }
  return header;
}

absl::StatusOr<char> LearnDecimalSign(const Input& input, const WpaHeader& header) {
  IOREEL_ASSIGN_OR_RETURN(LineReader lines, LineReader::Open(input));
  FieldSplitter splitter(header.separator, true);
  DecimalSign decimal;
  std::string place;
  absl::string_view line;
  // Damage is met again, and reported, when the rows are read.
  while (decimal.sign() == 0 && lines.NextRecord(&line).value_or(false)) {
    const auto fields = splitter.Split(line);
    if (!fields.ok() || fields->size() != header.binding.fields) continue;
    for (const BoundColumn& column : header.binding.columns) {
      if (MayHaveDecimals(column)) decimal.Learn((*fields)[column.place]);
    }
    if (place.empty() && !decimal.doubtful().empty()) place = lines.Place();
  }
  if (decimal.sign() != 0) return decimal.sign();
  if (place.empty()) return '.';
  return absl::InvalidArgumentError(absl::StrCat(
      place, ": ", decimal.doubtful(),
      " has three digits behind its only sign, as all such numbers in the file, so that nothing "
      "tells whether the sign parts decimals or thousands; export times in seconds with all their "
      "decimals, or say the columns with --format columns --columns, which takes '.' for the "
      "decimal sign"));
}

}  // namespace ioreel
