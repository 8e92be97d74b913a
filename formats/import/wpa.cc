#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/columnar/column_choice.h"
#include "formats/columnar/column_parser.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"
#include "formats/import/locale_number.h"
#include "formats/io/line_reader.h"

/// Disk Usage tables that Windows Performance Analyzer or wpaexporter wrote as CSV. A header names
/// the columns, in any order, with their units ("IO Time (µs)"); numbers are written as the locale
/// of the machine has them, behind commas or semicolons.

namespace ioreel {
namespace {

constexpr char kAddColumns[] =
    "in WPA's Disk Usage table, show the columns IO Type, Init Time, Complete Time, Size, Min "
    "Offset and Disk, all left of the golden bar, and export again";

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

const Layout& WpaLayout() {
  static const auto* layout = new Layout{
      .name = "wpa",
      .find_op = OpWords({{"Read", {Op::kRead}}, {"Write", {Op::kWrite}}, {"Flush", {Op::kFlush}}}),
  };
  return *layout;
}

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

/// What the header makes of the columns.
struct WpaHeader {
  char separator = ',';
  Binding binding;
  std::optional<size_t> count_place;  ///< of the number of I/Os that a row sums up

  bool Has(Role role) const {
    if (role == Role::kOp) return binding.op_place.has_value();
    return std::any_of(binding.columns.begin(), binding.columns.end(),
                       [role](const BoundColumn& column) { return column.role == role; });
  }
};

absl::string_view FirstLine(absl::string_view head) {
  head = WithoutByteOrderMark(head);
  return absl::StripAsciiWhitespace(head.substr(0, head.find('\n')));
}

WpaHeader ReadHeader(absl::string_view line) {
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

bool IsWpa(const WpaHeader& header) {
  return header.Has(Role::kOp) && (header.Has(Role::kTime) || header.Has(Role::kEndTime)) &&
         header.Has(Role::kLength);
}

class WpaParser : public LineParser {
 public:
  WpaParser(WpaHeader header, std::string origin)
      : header_(std::move(header)),
        splitter_(header_.separator, true),
        rows_(&WpaLayout(), header_.binding, &names_),
        numbers_(header_.separator == ';' ? ',' : '.') {
    SetFacts(WpaLayout(), origin, &info_);
    plain_.resize(header_.binding.fields);
  }

  const TraceInfo& info() const override { return info_; }
  std::unique_ptr<LineParser> TimesOnly() const override {
    return std::make_unique<WpaParser>(header_, info_.origin);
  }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (!std::exchange(past_header_, true)) return false;
    IOREEL_ASSIGN_OR_RETURN(const absl::Span<absl::string_view> fields, splitter_.Split(line));
    if (fields.size() == header_.binding.fields) {
      IOREEL_RETURN_IF_ERROR(CheckCount(fields));
      MakePlain(fields);
    }
    return rows_.Read(fields, notes, io);
  }

 private:
  absl::Status CheckCount(absl::Span<const absl::string_view> fields) const {
    if (!header_.count_place || fields[*header_.count_place] == "1") return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("a row that sums up ", fields[*header_.count_place], " I/Os; ", kAddColumns));
  }

  /// Writes numbers as the row reader takes them.
  void MakePlain(absl::Span<absl::string_view> fields) {
    for (const BoundColumn& column : header_.binding.columns) {
      const bool time = column.role == Role::kTime || column.role == Role::kEndTime;
      if (time) numbers_.Learn(fields[column.place]);
    }
    for (const BoundColumn& column : header_.binding.columns) {
      if (column.role == Role::kDevice || column.role == Role::kProcess ||
          column.role == Role::kProcessPid)
        continue;
      numbers_.MakePlain(fields[column.place], &plain_[column.place]);
      fields[column.place] = plain_[column.place];
    }
  }

  WpaHeader header_;
  TraceInfo info_;
  NameTables names_{&info_};
  FieldSplitter splitter_;
  RowReader rows_;
  LocaleNumber numbers_;
  std::vector<std::string> plain_;  ///< by place
  bool past_header_ = false;
};

class Wpa : public Format {
 public:
  absl::string_view name() const override { return "wpa"; }
  absl::string_view description() const override {
    return "CSV of Windows Performance Analyzer's or wpaexporter's Disk Usage table";
  }
  absl::string_view carries() const override {
    return "start, completion, disk, flushes, process; needs the column Min Offset";
  }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    return IsWpa(ReadHeader(FirstLine(head)));
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    const std::string name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(const std::string head, inputs.front()->Head());
    WpaHeader header = ReadHeader(FirstLine(head));
    const absl::Status fit = Check(header, head);
    if (!fit.ok()) return Annotate(fit, name);
    auto parser = std::make_unique<WpaParser>(std::move(header), name);
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }

 private:
  static absl::Status Check(const WpaHeader& header, absl::string_view head) {
    if (!IsWpa(header))
      return absl::InvalidArgumentError(
          absl::StrCat("not the header of WPA's Disk Usage table; ", kAddColumns));
    const absl::string_view rest = head.substr(std::min(head.find('\n'), head.size()));
    if (absl::StripAsciiWhitespace(rest).empty())
      return absl::InvalidArgumentError(
          "a header and no rows: the export holds no I/O; choose the time range and export again");
    if (header.Has(Role::kOffset)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "no column Min Offset, so that nothing says where the I/Os went; ", kAddColumns));
  }
};

}  // namespace

const Format* WpaFormat() {
  static const auto* format = new Wpa;
  return format;
}

}  // namespace ioreel
