#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/line_reader.h"

/// Comma-separated text as RFC 4180 has it: a field with a comma, a quote or a line end stands in
/// quotes, a quote in it is doubled.

namespace ioreel {

void AppendCsvField(absl::string_view text, std::string* out);

/// Reads records, which are lines unless a quoted field goes over a line end. Not thread-safe.
class CsvRecordReader {
 public:
  explicit CsvRecordReader(LineReader lines) : lines_(std::move(lines)) {}

  /// The next record that is not blank, valid until the next call; false at the end.
  /// Errors: as LineReader.
  absl::StatusOr<bool> Next(absl::string_view* record);

  /// Cuts a record into fields, valid until the next call.
  /// Errors: InvalidArgument: a quote that is not closed, or text behind it.
  absl::Status Split(absl::string_view record, std::vector<absl::string_view>* fields);

  const LineReader& lines() const { return lines_; }

 private:
  LineReader lines_;
  std::string joined_;    ///< a record of several lines
  std::string unquoted_;  ///< the contents of quoted fields
};

}  // namespace ioreel
