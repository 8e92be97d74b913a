#include "formats/columnar/column_choice.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "formats/columnar/op_words.h"
#include "formats/import/fields.h"
#include "formats/option_error.h"

namespace ioreel {
namespace {

constexpr char kExample[] =
    "write for example time=ts[us],op=3[0=read;1=write],offset=lba[512B],length=size: a role, a "
    "column by name or number, its unit";

absl::Status Bad(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(what, "; ", kExample));
}

constexpr std::pair<absl::string_view, Role> kRoles[] = {
    {"time", Role::kTime},      {"end", Role::kEndTime},   {"latency", Role::kLatency},
    {"op", Role::kOp},          {"offset", Role::kOffset}, {"length", Role::kLength},
    {"device", Role::kDevice},  {"pid", Role::kPid},       {"tid", Role::kTid},
    {"process", Role::kProcess}};

constexpr std::pair<absl::string_view, int64_t> kTimeUnits[] = {{"ns", kNs},
                                                                {"100ns", kFileTimeTick},
                                                                {"us", kUs},
                                                                {"µs", kUs},
                                                                {"usec", kUs},
                                                                {"ms", kMs},
                                                                {"msec", kMs},
                                                                {"s", kSecond},
                                                                {"sec", kSecond},
                                                                {"seconds", kSecond},
                                                                {"filetime", kFileTimeTick}};

constexpr std::pair<absl::string_view, int64_t> kByteUnits[] = {
    {"b", kByte}, {"byte", kByte}, {"bytes", kByte}, {"sector", kSector}, {"sectors", kSector}};

bool IsRange(Role role) { return role == Role::kOffset || role == Role::kLength; }

template <typename Table>
auto FindIn(const Table& table, absl::string_view text) {
  std::optional<decltype(table[0].second)> found;
  for (const auto& [name, value] : table) {
    if (absl::EqualsIgnoreCase(name, text)) found = value;
  }
  return found;
}

/// The texts between commas that are in no brackets.
std::vector<absl::string_view> Parts(absl::string_view text) {
  std::vector<absl::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '[') ++depth;
    if (i < text.size() && text[i] == ']') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    parts.push_back(absl::StripAsciiWhitespace(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

/// "0=read;1=write;9=ignore", or "scsi".
absl::StatusOr<FindOpFn> ParseOpWords(absl::string_view text) {
  if (absl::EqualsIgnoreCase(text, "scsi")) return FindOpFn(FindScsiOp);
  std::vector<std::pair<std::string, OpMeaning>> words;
  std::set<std::string> known;
  for (absl::string_view part : absl::StrSplit(text, ';')) {
    const std::pair<absl::string_view, absl::string_view> word =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    const std::optional<Op> op = FindOp(word.second);
    if (!op && word.second != "ignore")
      return Bad(absl::StrCat("'", part,
                              "' is not a text, '=' and one of read, write, flush, "
                              "discard, write_zeroes, ignore"));
    if (!known.insert(absl::AsciiStrToLower(word.first)).second)
      return Bad(absl::StrCat("'", word.first, "' twice among the ops"));
    words.emplace_back(std::string(word.first),
                       OpMeaning{.op = op.value_or(Op::kRead), .ignored = !op});
  }
  return OpWords(std::move(words));
}

absl::Status ParseBrackets(absl::string_view text, ColumnChoice* choice) {
  if (choice->role == Role::kOp) {
    IOREEL_ASSIGN_OR_RETURN(choice->find_op, ParseOpWords(text));
    return absl::OkStatus();
  }
  choice->is_date =
      absl::EqualsIgnoreCase(text, "iso") && IsTime(choice->role) && choice->role != Role::kLatency;
  choice->unit = choice->is_date ? kNs : FindUnit(choice->role, text);
  choice->file_time = absl::EqualsIgnoreCase(text, "filetime");
  if (choice->unit) return absl::OkStatus();
  return Bad(absl::StrCat("'", text, "' is no unit of ",
                          IsTime(choice->role)
                              ? "time (ns, us, ms, s, 100ns, filetime; iso for dates)"
                              : "an offset or length (B, 512B, sectors, 4k)"));
}

/// Only devices may be made of several columns.
absl::Status CheckRoles(const std::vector<ColumnChoice>& choices) {
  std::set<Role> seen;
  for (const ColumnChoice& choice : choices) {
    if (!seen.insert(choice.role).second && choice.role != Role::kDevice)
      return Bad(absl::StrCat("'", RoleName(choice.role), "' twice"));
  }
  const auto any = [&choices](bool ColumnChoice::*clock) {
    return std::any_of(choices.begin(), choices.end(), [clock](const auto& c) { return c.*clock; });
  };
  if (any(&ColumnChoice::is_date) && any(&ColumnChoice::file_time))
    return Bad("times of two clocks, dates and FILETIME");
  return absl::OkStatus();
}

absl::StatusOr<ColumnChoice> ParseChoice(absl::string_view part) {
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(part, absl::MaxSplits('=', 1));
  const std::optional<Role> role = FindIn(kRoles, sides.first);
  if (!role)
    return Bad(absl::StrCat("'", sides.first, "' is none of ",
                            absl::StrJoin(kRoles, ", ", [](std::string* out, const auto& known) {
                              absl::StrAppend(out, known.first);
                            })));
  ColumnChoice choice{.role = *role};
  absl::string_view column = sides.second;
  const size_t open = column.rfind('[');
  if (open != absl::string_view::npos) {
    absl::string_view inside = column.substr(open + 1);
    if (!absl::ConsumeSuffix(&inside, "]")) return Bad(absl::StrCat("no ] behind ", column));
    IOREEL_RETURN_IF_ERROR(ParseBrackets(inside, &choice));
  }
  choice.column = std::string(absl::StripAsciiWhitespace(column.substr(0, open)));
  const std::optional<uint64_t> number = ParseUnsigned(choice.column);
  if (choice.column.empty() || number == 0)
    return Bad(absl::StrCat("'", part, "' names no column"));
  if (number) choice.place = *number - 1;
  return choice;
}

/// A choice that is well written, but not for the text at hand.
absl::Status DoesNotFit(absl::string_view what) {
  return OptionError(absl::StrCat("--columns: ", what));
}

/// Where the column stands; for a layout without a header, its place.
absl::StatusOr<size_t> FindPlace(const ColumnChoice& choice,
                                 absl::Span<const absl::string_view> header, size_t columns) {
  if (choice.place && *choice.place < columns) return *choice.place;
  if (choice.place)
    return DoesNotFit(absl::StrCat("column ", choice.column, ", but there are ", columns));
  for (size_t place = 0; place < header.size(); ++place) {
    if (absl::EqualsIgnoreCase(header[place], choice.column)) return place;
  }
  if (header.empty())
    return DoesNotFit(
        absl::StrCat("'", choice.column, "', but the text has no header; say its number"));
  return DoesNotFit(
      absl::StrCat("no column '", choice.column, "'; there are: ", absl::StrJoin(header, ", ")));
}

}  // namespace

absl::string_view RoleName(Role role) {
  for (const auto& [name, known] : kRoles) {
    if (known == role) return name;
  }
  return "";
}

std::optional<int64_t> FindUnit(Role role, absl::string_view text) {
  if (IsTime(role)) return FindIn(kTimeUnits, text);
  if (!IsRange(role) || text.empty()) return std::nullopt;
  if (const std::optional<int64_t> unit = FindIn(kByteUnits, text)) return unit;
  const bool number = absl::ascii_isdigit(static_cast<unsigned char>(text[0]));
  const auto bytes = ParseSize(number ? std::string(text) : absl::StrCat("1", text));
  if (!bytes.ok() || *bytes == 0 || *bytes > (uint64_t{1} << 40)) return std::nullopt;
  return static_cast<int64_t>(*bytes);
}

absl::StatusOr<std::vector<ColumnChoice>> ParseColumnChoices(absl::string_view text) {
  std::vector<ColumnChoice> choices;
  if (text.empty()) return choices;
  for (absl::string_view part : Parts(text)) {
    IOREEL_ASSIGN_OR_RETURN(ColumnChoice choice, ParseChoice(part));
    choices.push_back(std::move(choice));
  }
  IOREEL_RETURN_IF_ERROR(CheckRoles(choices));
  return choices;
}

absl::Status ApplyChoices(absl::Span<const ColumnChoice> choices,
                          absl::Span<const absl::string_view> header, Layout* layout) {
  std::set<Role> cleared;
  std::map<size_t, Role> chosen;  // by place
  for (const ColumnChoice& choice : choices) {
    IOREEL_ASSIGN_OR_RETURN(const size_t place, FindPlace(choice, header, layout->columns.size()));
    const auto [other, is_new] = chosen.emplace(place, choice.role);
    if (!is_new)
      return DoesNotFit(absl::StrCat("the column ", choice.column, " is both ",
                                     RoleName(other->second), " and ", RoleName(choice.role)));
    std::optional<int64_t> unit = choice.unit;
    for (Column& column : layout->columns) {
      if (column.role != choice.role || cleared.count(choice.role)) continue;
      if (!unit) unit = column.unit;
      column.role = Role::kIgnored;
    }
    cleared.insert(choice.role);
    if (!unit && IsTime(choice.role))
      return DoesNotFit(absl::StrCat("the time column ", choice.column,
                                     " needs a unit, as in time=", choice.column, "[us]"));
    layout->columns[place].role = choice.role;
    layout->columns[place].unit = unit.value_or(1);
    layout->columns[place].is_date = choice.is_date;
    if (choice.find_op) layout->find_op = choice.find_op;
    if (choice.file_time) layout->origin = TimeOrigin::kFileTime;
    if (choice.is_date) layout->origin = TimeOrigin::kUnix;
  }
  return absl::OkStatus();
}

}  // namespace ioreel
