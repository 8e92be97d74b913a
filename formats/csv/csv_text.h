#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/io/line_reader.h"

/// Comma-separated text as RFC 4180 has it: a field with a comma, a quote or a line end stands in
/// quotes, a quote in it is doubled.

namespace ioreel {

void AppendCsvField(absl::string_view text, std::string* out);

/// Reads records, which are lines unless a quoted field goes over a line end. Not thread-safe.
class CsvRecordReader {
 public:
  explicit CsvRecordReader(LineReader lines) : lines_(std::move(lines)) {}

  /// The next record that is not blank, valid until the next call; false at the end. Where no line
  /// near closes a quote, the record is the line that opens it.
  /// Errors: as LineReader.
  absl::StatusOr<bool> Next(absl::string_view* record);

  /// For a record that turns out to be none, since a quote was left open in its first line and met
  /// another one below: makes that line the record, and the lines below are read anew. False when
  /// the record has one line only.
  bool KeepFirstLine(absl::string_view* record);

  std::string Place() const;  ///< "x.csv: line 12": the first line of the record given last

  /// Cuts a record into fields, valid until the next call.
  /// Errors: InvalidArgument: a quote that is not closed, or text behind it.
  absl::Status Split(absl::string_view record, std::vector<absl::string_view>* fields);

  const LineReader& lines() const { return lines_; }

 private:
  struct Line {
    std::string text;
    uint64_t number;
  };
  absl::StatusOr<bool> NextLine(absl::string_view* line);

  LineReader lines_;
  std::deque<Line> again_;     ///< lines to be given once more
  Line repeated_;              ///< the last one given so
  uint64_t line_number_ = 0;   ///< of the last line given
  std::vector<Line> several_;  ///< the lines of a record of several
  uint64_t first_line_ = 0;    ///< number of the record's first line
  std::string joined_;         ///< `several_`
  std::string unquoted_;       ///< the contents of quoted fields
};

}  // namespace ioreel
