#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/columnar/task_index.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

/// ioreel's own CSV. Each row is a row of one table: with `queue_ns` a queued I/O, without it an
/// issued request. `request` relates them: a request's row has its number there, a queued I/O's
/// row the numbers of the requests that it joined or became ("12", "12|13"). Numbers ascend, and a
/// request stands above the I/Os that name it. docs/formats.md has the columns.

namespace ioreel {

inline constexpr char kCsvHeader[] =
    "queue_ns,issue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,process,class,"
    "flags,error,request";

/// One record, understood.
struct CsvRow {
  bool is_request = false;
  QueuedIo queued;                ///< unless is_request
  IssuedRequest request;          ///< if is_request
  std::vector<uint64_t> numbers;  ///< in `request`; at most one if is_request
};

/// Understands records by the header above them, and gathers the devices and tasks they name.
class CsvRowParser {
 public:
  /// `info` must outlive it, and gets the devices and tasks of rows.
  /// Errors: InvalidArgument: a column that must be there is missing, or stands twice.
  static absl::StatusOr<CsvRowParser> Make(absl::Span<const absl::string_view> header,
                                           TraceInfo* info);

  size_t width() const { return width_; }  ///< fields of a record

  /// Columns of the header that ioreel does not know and does not read.
  const std::vector<std::string>& unknown_columns() const { return unknown_columns_; }

  /// Errors: InvalidArgument, what is wrong.
  absl::Status Parse(absl::Span<const absl::string_view> fields, CsvRow* row);

 private:
  explicit CsvRowParser(TraceInfo* info) : info_(info), tasks_(&info->tasks) {}

  enum Column : int;
  absl::string_view Field(absl::Span<const absl::string_view> fields, Column column) const;

  absl::Status ParseIo(absl::Span<const absl::string_view> fields, QueuedIo* io) const;
  absl::Status ParseNumbers(absl::string_view text, CsvRow* row) const;
  absl::StatusOr<uint16_t> Device(absl::string_view name);
  absl::StatusOr<uint32_t> Task(absl::Span<const absl::string_view> fields);

  TraceInfo* info_;
  size_t width_ = 0;
  std::vector<int> places_;  ///< by Column: where it stands; -1 = not there
  std::vector<std::string> unknown_columns_;
  absl::flat_hash_map<std::string, uint16_t> devices_;
  TaskIndex tasks_;
};

}  // namespace ioreel
