#include "formats/columnar/column_parser.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {

void SetFacts(const Layout& layout, absl::string_view origin, TraceInfo* info) {
  info->source = layout.name;
  info->origin = std::string(origin);
  info->clock_resolution_ns = layout.resolution_ns;
}

bool IsWallTime(int64_t unix_ns) {
  return unix_ns > 631'152'000 * kSecond && unix_ns < 4'102'444'800 * kSecond;
}

int64_t StartOf(TimeOrigin origin, int64_t first_ns, TraceInfo* info) {
  if (origin == TimeOrigin::kTraceStart) return 0;
  const bool wall = IsWallClock(origin) || (origin == TimeOrigin::kGuess && IsWallTime(first_ns));
  (wall ? info->start_wall_ns : info->start_clock_ns) = first_ns;
  return first_ns;
}

ColumnParser::ColumnParser(std::shared_ptr<const Layout> layout, std::string origin)
    : layout_(std::move(layout)),
      splitter_(layout_->separator, layout_->quotes),
      clock_(layout_->resolution_ns) {
  SetFacts(*layout_, origin, &info_);
}

std::unique_ptr<LineParser> ColumnParser::TimesOnly() const {
  auto parser = std::make_unique<ColumnParser>(layout_, info_.origin);
  parser->times_only_ = true;
  return parser;
}

absl::StatusOr<Binding> ColumnParser::FindBinding(absl::string_view line,
                                                  absl::Span<const absl::string_view> fields) {
  has_header_ = layout_->header == Header::kUnread &&
                absl::StripAsciiWhitespace(line) == layout_->header_line;
  if (layout_->header == Header::kUnread || layout_->header == Header::kNone)
    return BindByPlace(*layout_);
  absl::StatusOr<Binding> by_header = BindByHeader(*layout_, fields);
  has_header_ = by_header.ok();
  if (has_header_) return by_header;
  if (layout_->header == Header::kOptional) return BindByPlace(*layout_);
  return absl::InvalidArgumentError(
      absl::StrCat("not the header of ", layout_->name, ": ", by_header.status().message()));
}

absl::StatusOr<bool> ColumnParser::Parse(absl::string_view line, const LineNotes& notes,
                                         QueuedIo* io) {
  const bool comment = absl::StartsWith(line, "#");  // or a header
  if (rows_ != nullptr && comment) return LeaveOut(line, notes);
  if (rows_ != nullptr && times_only_) return ParseTimes(line, notes, io);
  IOREEL_ASSIGN_OR_RETURN(absl::Span<absl::string_view> fields, splitter_.Split(line));
  if (layout_->regroup) fields = layout_->regroup(fields);
  if (rows_ == nullptr) {
    const absl::StatusOr<Binding> binding = FindBinding(line, fields);
    if (comment && !has_header_) return LeaveOut(line, notes);
    IOREEL_RETURN_IF_ERROR(binding.status());
    rows_ = std::make_unique<RowReader>(layout_.get(),
                                        times_only_ ? StartTimeOf(*binding) : *binding, &names_);
    if (has_header_) return false;
    if (times_only_) return ParseTimes(line, notes, io);
  }
  IOREEL_ASSIGN_OR_RETURN(const bool row, rows_->Read(fields, notes, io));
  if (row) clock_.Add(io->queue_ns);
  if (row && !std::exchange(remarked_, true)) Remark(io->queue_ns, notes);
  return row;
}

/// Doubt about the times of the text, told of its first row.
void ColumnParser::Remark(int64_t first_ns, const LineNotes& notes) const {
  if (!layout_->remark.empty()) notes.Notice("time_unit", layout_->remark);
  if (IsWallClock(layout_->origin) && !IsWallTime(first_ns))
    notes.Notice("time_unit",
                 "read as the format has it, the time is none of 1990 to 2100: its unit or epoch "
                 "may be another, which --columns says");
}

/// A comment; where a quote in it seems to go on below, its first line has to be tried alone.
absl::StatusOr<bool> ColumnParser::LeaveOut(absl::string_view comment, const LineNotes& notes) {
  if (absl::StrContains(comment, '\n'))
    return absl::InvalidArgumentError("a comment in which a quote is not closed");
  notes.Notice("comment", kCommentText);
  return false;
}

void ColumnParser::Finish(const LineNotes& notes) {
  info_.clock_resolution_ns = clock_.resolution_ns();
  if (clock_.resolution_ns() < kMs || clock_.resolution_ns() == layout_->resolution_ns) return;
  notes.Notice("coarse_clock",
               absl::StrCat("all times are multiples of ", FormatDuration(clock_.resolution_ns()),
                            "; what lies between them is not known"));
}

/// Every row, though its op may be none.
absl::StatusOr<bool> ColumnParser::ParseTimes(absl::string_view line, const LineNotes& notes,
                                              QueuedIo* io) {
  IOREEL_ASSIGN_OR_RETURN(const absl::Span<absl::string_view> fields,
                          splitter_.Split(line, rows_->binding().fields));
  return rows_->ReadTimes(fields, notes, io);
}

}  // namespace ioreel
