#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "formats/columnar/clock_meter.h"
#include "formats/columnar/field_splitter.h"
#include "formats/columnar/layout.h"
#include "formats/columnar/name_tables.h"
#include "formats/columnar/row_reader.h"
#include "formats/import/line_importer.h"

namespace ioreel {

/// Sets what a layout says of every trace of its format.
void SetFacts(const Layout& layout, absl::string_view origin, TraceInfo* info);

/// Of 1990 to 2100: what a number has to be to look like a time of day.
bool IsWallTime(int64_t unix_ns);

/// As RowSource::Start, for times that count from `origin`.
int64_t StartOf(TimeOrigin origin, int64_t first_ns, TraceInfo* info);

/// Reads the lines of a text as a Layout says.
class ColumnParser : public LineParser {
 public:
  /// `origin` is the name of the text.
  ColumnParser(std::shared_ptr<const Layout> layout, std::string origin);

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes, QueuedIo* io) override;
  bool HasQuotes() const override { return layout_->quotes; }
  const TraceInfo& info() const override { return info_; }
  void Finish(const LineNotes& notes) override;
  int64_t Start(int64_t first_ns) override { return StartOf(layout_->origin, first_ns, &info_); }
  int64_t stamp_ns() const override { return layout_->stamp_ns; }
  std::unique_ptr<LineParser> TimesOnly() const override;
  bool TakesSeveralFiles() const override { return IsWallClock(layout_->origin); }
  void StartFile() override { rows_.reset(); }

  bool bound() const { return rows_ != nullptr; }  ///< a line that is no comment has been seen
  bool has_header() const { return has_header_; }  ///< it was a header

 private:
  void Remark(int64_t first_ns, const LineNotes& notes) const;
  absl::StatusOr<bool> ParseTimes(absl::string_view line, const LineNotes& notes, QueuedIo* io);
  /// What the first line of a file makes of the columns; sets has_header_.
  absl::StatusOr<Binding> FindBinding(absl::string_view line,
                                      absl::Span<const absl::string_view> fields);
  static absl::StatusOr<bool> LeaveOut(absl::string_view comment, const LineNotes& notes);

  std::shared_ptr<const Layout> layout_;
  TraceInfo info_;
  NameTables names_{&info_};
  FieldSplitter splitter_;
  ClockMeter clock_;
  std::unique_ptr<RowReader> rows_;  ///< null before the first line of a file
  bool has_header_ = false, times_only_ = false, remarked_ = false;
};

}  // namespace ioreel
