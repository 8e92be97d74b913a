#pragma once

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/columnar/field_splitter.h"
#include "formats/csv/csv_row.h"
#include "formats/csv/request_numbers.h"
#include "formats/format.h"
#include "formats/import_log.h"
#include "formats/io/line_reader.h"
#include "formats/sort/time_check.h"

namespace ioreel {

/// The rows of ioreel's own CSV in the order of the file, checked. What is skipped, and times that
/// go backwards, are counted in the log. Not thread-safe.
class CsvRecords {
 public:
  /// Errors: InvalidArgument where there is no header; those of LineReader. `log` must outlive it.
  static absl::StatusOr<CsvRecords> Open(const Input& input, const ReadOptions& options,
                                         ImportLog* log);

  /// Holds what the rows so far name.
  const TraceInfo& info() const { return *info_; }
  TimeOrder order() const { return time_.order(); }

  /// Reads the next row into row(), whose numbers become the places of requests in their table;
  /// false at the end. Errors: InvalidArgument for a bad line and for a text without any I/O; those
  /// of TimeCheck and LineReader.
  absl::StatusOr<bool> Next();
  const CsvRow& row() const { return row_; }

  /// No row that is still to come may be before `time_ns`.
  void Advance(int64_t time_ns) { time_.Advance(time_ns); }

 private:
  CsvRecords(LineReader lines, std::unique_ptr<TraceInfo> info, CsvRowParser parser,
             const ReadOptions& options, ImportLog* log);

  /// The row in `record`; false when it is left out.
  absl::StatusOr<bool> Take(absl::string_view record);
  absl::Status Understand(absl::string_view* record);
  absl::Status Split(absl::string_view* record);
  bool IsNothing() const;
  absl::Status Resolve();
  absl::Status CheckRequest();
  absl::Status CheckQueued();
  absl::Status End();

  LineReader lines_;
  FieldSplitter splitter_{',', true};
  std::unique_ptr<TraceInfo> info_;
  CsvRowParser parser_;  ///< of info_
  ReadOptions options_;
  ImportLog* log_;
  TimeCheck time_;
  std::unique_ptr<ImportLog> request_log_ = std::make_unique<ImportLog>();
  TimeCheck request_time_;  ///< among requests alone; said where there are no queued I/Os
  RequestNumbers numbers_;
  absl::Span<const absl::string_view> fields_;
  CsvRow row_;
  uint64_t queued_ = 0, requests_ = 0;  ///< rows so far
};

}  // namespace ioreel
