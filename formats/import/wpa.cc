#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/columnar/column_parser.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/import/locale_number.h"
#include "formats/import/wpa_header.h"
#include "formats/io/line_reader.h"

/// Disk Usage tables that Windows Performance Analyzer or wpaexporter wrote as CSV. A header names
/// the columns, in any order, with their units ("IO Time (µs)"); numbers are written as the locale
/// of the machine has them, behind commas or semicolons.

namespace ioreel {
namespace {

constexpr char kAddColumns[] =
    "in WPA's Disk Usage table, show the columns IO Type, Init Time, Complete Time, Size, Min "
    "Offset and Disk, all left of the golden bar, and export again";

const Layout& WpaLayout() {
  static const auto* layout = new Layout{
      .name = "wpa",
      .find_op = OpWords({{"Read", {Op::kRead}}, {"Write", {Op::kWrite}}, {"Flush", {Op::kFlush}}}),
  };
  return *layout;
}

/// Bytes, of which signs can only group the digits.
bool IsWhole(const BoundColumn& column) {
  return column.role == Role::kOffset || (column.role == Role::kLength && column.unit == 1);
}

bool IsNumeric(Role role) {
  return role != Role::kDevice && role != Role::kProcess && role != Role::kProcessPid;
}

class WpaParser : public LineParser {
 public:
  WpaParser(WpaHeader header, char decimal_sign, std::string origin)
      : header_(std::move(header)),
        splitter_(header_.separator, true),
        rows_(&WpaLayout(), header_.binding, &names_),
        decimal_sign_(decimal_sign) {
    SetFacts(WpaLayout(), origin, &info_);
    plain_.resize(header_.binding.fields);
  }

  bool HasQuotes() const override { return true; }
  const TraceInfo& info() const override { return info_; }
  std::unique_ptr<LineParser> TimesOnly() const override {
    return std::make_unique<WpaParser>(header_, decimal_sign_, info_.origin);
  }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (!std::exchange(past_header_, true)) return false;
    IOREEL_ASSIGN_OR_RETURN(const absl::Span<absl::string_view> fields, splitter_.Split(line));
    if (fields.size() == header_.binding.fields) {
      IOREEL_RETURN_IF_ERROR(CheckCount(fields));
      IOREEL_RETURN_IF_ERROR(MakePlain(fields));
    }
    return rows_.Read(fields, notes, io);
  }

 private:
  absl::Status CheckCount(absl::Span<const absl::string_view> fields) const {
    const absl::string_view count = header_.count_place ? fields[*header_.count_place] : "1";
    if (count == "1" || count.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("a row that sums up ", count, " I/Os; ", kAddColumns));
  }

  /// Writes numbers as the row reader takes them.
  absl::Status MakePlain(absl::Span<absl::string_view> fields) {
    for (const BoundColumn& column : header_.binding.columns) {
      absl::string_view& field = fields[column.place];
      std::string& plain = plain_[column.place];
      if (!IsNumeric(column.role)) continue;
      const bool is_number = IsWhole(column) ? MakePlainWhole(field, &plain)
                                             : MakePlainNumber(field, decimal_sign_, &plain);
      if (!is_number)
        return absl::InvalidArgumentError(absl::StrCat(
            "a number ", Quoted(field), " that is not written as the others of the file"));
      field = plain;
    }
    return absl::OkStatus();
  }

  WpaHeader header_;
  TraceInfo info_;
  NameTables names_{&info_};
  FieldSplitter splitter_;
  RowReader rows_;
  char decimal_sign_;
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
    return ReadWpaHeader(head).IsWpa();
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    const std::string name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(const std::string head, inputs.front()->Head());
    WpaHeader header = ReadWpaHeader(head);
    const absl::Status fit = Check(header, head);
    if (!fit.ok()) return Annotate(fit, name);
    IOREEL_ASSIGN_OR_RETURN(const char decimal_sign, LearnDecimalSign(*inputs.front(), header));
    auto parser = std::make_unique<WpaParser>(std::move(header), decimal_sign, name);
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }

 private:
  static absl::Status Check(const WpaHeader& header, absl::string_view head) {
    if (!header.IsWpa())
      return absl::InvalidArgumentError(
          absl::StrCat("not the header of WPA's Disk Usage table; ", kAddColumns));
    head = absl::StripLeadingAsciiWhitespace(WithoutByteOrderMark(head));
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
