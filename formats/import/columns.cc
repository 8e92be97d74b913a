#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "formats/columnar/column_choice.h"
#include "formats/columnar/column_parser.h"
#include "formats/columnar/field_splitter.h"
#include "formats/columnar/op_words.h"
#include "formats/columnar/usual_names.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/import/iso_date.h"
#include "formats/io/line_reader.h"
#include "formats/option_error.h"

/// Any table as text: its columns are told by ReadOptions::columns, or by a header of usual names.

namespace ioreel {
namespace {

/// The line that names the columns or, without one, the first row, and how it is cut.
struct FirstLine {
  std::string text;  ///< as it stands in the file, but for blanks around it
  char separator = ' ';
  std::vector<std::string> fields = {};
  bool is_header = false;             ///< none of its fields is a number
  std::vector<std::string> row = {};  ///< the fields below a header, as far as there are

  std::vector<absl::string_view> names() const {
    if (!is_header) return {};
    return {fields.begin(), fields.end()};
  }
};

bool IsComment(absl::string_view text) { return absl::StartsWith(text, "#"); }

/// The next record that is not blank, without the blanks around it; "" at the end. A quote in a
/// comment opens no field.
std::string NextText(LineReader* lines) {
  absl::string_view line;
  while (lines->NextRecord(&line).value_or(false)) {
    if (IsComment(absl::StripAsciiWhitespace(line))) lines->KeepFirstLine(&line);
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty()) return std::string(line);
  }
  return "";
}

absl::StatusOr<std::vector<std::string>> Split(char separator, absl::string_view text) {
  FieldSplitter splitter(separator, true);
  IOREEL_ASSIGN_OR_RETURN(const auto fields, splitter.Split(text));
  return std::vector<std::string>(fields.begin(), fields.end());
}

bool IsNumber(absl::string_view field) {
  return ParseTimeNs(field, 1).has_value() || ParseUnsignedOrHex(field).has_value();
}

bool AreNames(const std::vector<std::string>& fields) {
  return !fields.empty() && std::none_of(fields.begin(), fields.end(), IsNumber);
}

/// A row may end in a separator.
bool IsAsWide(const std::vector<std::string>& names, const std::vector<std::string>& row) {
  return names.size() == row.size() || (names.size() + 1 == row.size() && row.back().empty());
}

/// The last comment above a row that names as many columns as the row has, best in words that are
/// usual for columns; nullopt: none does. Without a row, the last one.
std::optional<FirstLine> HeaderIn(const std::vector<std::string>& comments, const FirstLine& row) {
  std::optional<FirstLine> header;
  for (auto comment = comments.rbegin(); comment != comments.rend(); ++comment) {
    const absl::string_view text =
        absl::StripAsciiWhitespace(absl::string_view(*comment).substr(1));
    const char separator = row.text.empty() ? GuessSeparator(text) : row.separator;
    auto fields = Split(separator, text);
    if (!fields.ok() || !AreNames(*fields)) continue;
    if (!row.text.empty() && !IsAsWide(*fields, row.fields)) continue;
    const bool usual = std::any_of(fields->begin(), fields->end(), [](const std::string& name) {
      return FindUsualName(name).has_value();
    });
    if (usual || !header) header = {*comment, separator, *std::move(fields), true, row.fields};
    if (usual || row.text.empty()) break;
  }
  return header;
}

absl::StatusOr<FirstLine> ReadFirstLine(absl::string_view head) {
  IOREEL_ASSIGN_OR_RETURN(LineReader lines,
                          LineReader::Open(*MakeMemoryInput("", std::string(head))));
  FirstLine first;
  std::vector<std::string> comments;
  while (IsComment(first.text = NextText(&lines))) comments.push_back(first.text);
  first.separator = GuessSeparator(first.text);
  IOREEL_ASSIGN_OR_RETURN(first.fields, Split(first.separator, first.text));
  first.is_header = AreNames(first.fields);
  if (first.is_header)
    first.row = Split(first.separator, NextText(&lines)).value_or(first.row);
  else if (std::optional<FirstLine> header = HeaderIn(comments, first))
    return *std::move(header);
  return first;
}

bool Has(const Layout& layout, Role role) {
  return std::any_of(layout.columns.begin(), layout.columns.end(),
                     [role](const Column& column) { return column.role == role; });
}

/// A layout of as many columns as the line, none of which has a role.
Layout BareLayout(const FirstLine& first) {
  Layout layout;
  layout.name = "columns";
  layout.separator = first.separator;
  layout.quotes = true;
  layout.header = first.is_header ? Header::kUnread : Header::kNone;
  if (first.is_header) layout.header_line = first.text;
  layout.columns.resize(first.fields.size());
  layout.find_op = FindUsualOp;
  layout.ignored_rows = "a row whose op is to be ignored";
  layout.origin = TimeOrigin::kGuess;
  return layout;
}

/// Columns by the role that their names tell and that they do not get for want of a unit.
using Unitless = std::map<Role, std::string>;

/// Gives roles that no column has yet to the columns whose names say them.
/// Errors: InvalidArgument: two names for one role.
absl::Status AddUsualNames(const FirstLine& first, Layout* layout, Unitless* unitless) {
  std::array<std::string, 16> named;  // by role: the column
  for (size_t place = 0; place < first.fields.size(); ++place) {
    const std::string& name = first.fields[place];
    const std::optional<UsualName> usual = FindUsualName(name);
    if (!usual || layout->columns[place].role != Role::kIgnored) continue;
    std::string& other = named[static_cast<size_t>(usual->role)];
    if (other.empty() && Has(*layout, usual->role)) continue;
    if (!other.empty())
      return absl::InvalidArgumentError(
          absl::StrCat("the columns ", other, " and ", name, " look alike; choose with --columns"));
    const bool is_date = IsTime(usual->role) && !usual->unit && place < first.row.size() &&
                         ParseDateNs(first.row[place]).has_value();
    if (IsTime(usual->role) && !usual->unit && !is_date) {
      unitless->emplace(usual->role, name);
      continue;
    }
    other = name;
    layout->columns[place] = {
        .role = usual->role, .unit = usual->unit.value_or(1), .is_date = is_date};
    if (is_date) layout->origin = TimeOrigin::kUnix;
  }
  return absl::OkStatus();
}

absl::Status CheckComplete(const Layout& layout, const FirstLine& first, const Unitless& unitless) {
  std::vector<absl::string_view> missing;
  if (!Has(layout, Role::kTime) && !Has(layout, Role::kEndTime)) missing.push_back("time");
  if (!Has(layout, Role::kOp)) missing.push_back("op");
  if (!Has(layout, Role::kOffset)) missing.push_back("offset");
  if (!Has(layout, Role::kLength)) missing.push_back("length");
  if (missing.empty()) return absl::OkStatus();
  const auto start = unitless.find(Role::kTime), end = unitless.find(Role::kEndTime);
  const std::string unit_missing = start != unitless.end() ? start->second
                                   : end != unitless.end() ? end->second
                                                           : "";
  const std::string column = unit_missing.empty() ? "1" : unit_missing;
  return absl::InvalidArgumentError(
      absl::StrCat("nothing says which column is the ", absl::StrJoin(missing, ", "),
                   unit_missing.empty() ? "" : absl::StrCat(" (", column, " has no unit)"), " in ",
                   Quoted(first.text), "; say it with --columns, as in --columns time=", column,
                   "[us],op=2,offset=3[512B],length=4"));
}

/// Tells of columns that the header alone leaves without a role.
void NoteUnread(const FirstLine& first, const Layout& layout, const Unitless& unitless,
                const std::string& place, ImportLog* log) {
  for (const auto& [role, name] : unitless) {
    if (Has(layout, role)) continue;
    log->Add("no_unit", ImportLog::Severity::kNotice, place,
             absl::StrCat("the column ", name, " is not read, as nothing says its unit; --columns ",
                          RoleName(role), "=", name, "[us] does"));
  }
  std::vector<absl::string_view> unread;
  for (size_t place_of = 0; place_of < first.fields.size(); ++place_of) {
    const bool told = std::any_of(unitless.begin(), unitless.end(), [&](const auto& column) {
      return column.second == first.fields[place_of];
    });
    if (layout.columns[place_of].role == Role::kIgnored && !told)
      unread.push_back(first.fields[place_of]);
  }
  if (!unread.empty())
    log->Add("unknown_column", ImportLog::Severity::kNotice, place,
             absl::StrCat("not read: ", absl::StrJoin(unread, ", ")), unread.size());
}

absl::StatusOr<Layout> MakeLayout(absl::string_view head, absl::string_view columns,
                                  const std::string& place, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(const FirstLine first, ReadFirstLine(head));
  IOREEL_ASSIGN_OR_RETURN(const std::vector<ColumnChoice> choices, ParseColumnChoices(columns));
  Layout layout = BareLayout(first);
  IOREEL_RETURN_IF_ERROR(ApplyChoices(choices, first.names(), &layout));
  Unitless unitless;
  if (first.is_header) IOREEL_RETURN_IF_ERROR(AddUsualNames(first, &layout, &unitless));
  IOREEL_RETURN_IF_ERROR(CheckComplete(layout, first, unitless));
  if (first.is_header && columns.empty()) NoteUnread(first, layout, unitless, place, log);
  return layout;
}

/// A header that names an op and a range: a trace, even when its time has no unit.
bool HasUsualHeader(absl::string_view head) {
  const absl::StatusOr<FirstLine> first = ReadFirstLine(head);
  if (!first.ok() || !first->is_header) return false;
  int found = 0;
  for (Role role : {Role::kTime, Role::kOp, Role::kOffset, Role::kLength}) {
    found += std::any_of(first->fields.begin(), first->fields.end(), [role](const auto& name) {
      const std::optional<UsualName> usual = FindUsualName(name);
      return usual && usual->role == role;
    });
  }
  return found == 4;
}

class Columns : public Format {
 public:
  absl::string_view name() const override { return "columns"; }
  absl::string_view description() const override {
    return "any table as text (CSV, TSV, …): columns by --columns or by a header of usual names";
  }
  absl::string_view carries() const override {
    return "what its columns hold: start or end, latency, op, range, device, process";
  }
  bool TakesColumns() const override { return true; }

  bool Sniff(absl::string_view, absl::string_view) const override { return false; }
  bool SniffLast(absl::string_view head, absl::string_view) const override {
    return HasUsualHeader(head);
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    const std::string input_name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(const std::string head, inputs.front()->Head());
    absl::StatusOr<Layout> layout = MakeLayout(head, options.columns, input_name, log);
    if (!layout.ok()) return AnnotateOption(layout.status(), input_name);
    auto parser = std::make_unique<ColumnParser>(std::make_shared<const Layout>(*std::move(layout)),
                                                 input_name);
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }
};

}  // namespace

const Format* ColumnsFormat() {
  static const auto* format = new Columns;
  return format;
}

}  // namespace ioreel
