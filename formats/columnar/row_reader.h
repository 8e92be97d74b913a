#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/columnar/column_binding.h"
#include "formats/columnar/layout.h"
#include "formats/columnar/name_tables.h"
#include "formats/import/line_importer.h"

namespace ioreel {

/// Turns the fields of a row into an I/O. Not thread-safe.
class RowReader {
 public:
  /// `layout` and `names` must outlive it.
  RowReader(const Layout* layout, Binding binding, NameTables* names)
      : layout_(layout), binding_(std::move(binding)), names_(names) {}

  const Binding& binding() const { return binding_; }

  /// Sets the times of a row only, as far as they are bound; false for a blank row. Errors: as
  /// Read.
  absl::StatusOr<bool> ReadTimes(absl::Span<const absl::string_view> fields, const LineNotes& notes,
                                 QueuedIo* io);

  /// True when the row is an I/O, which is in `io`; false when it is none, which is noted.
  /// Errors: InvalidArgument: what is wrong.
  absl::StatusOr<bool> Read(absl::Span<const absl::string_view> fields, const LineNotes& notes,
                            QueuedIo* io);

 private:
  struct Row;
  absl::Status CheckWidth(absl::Span<const absl::string_view> fields) const;
  absl::Status ReadOp(absl::string_view text, Row* row) const;
  absl::Status ReadField(const BoundColumn& column, absl::string_view text, Row* row);
  absl::Status ReadTime(const BoundColumn& column, absl::string_view text, Row* row) const;
  absl::Status ReadNumber(const BoundColumn& column, absl::string_view text, const Row& row,
                          absl::string_view fault, uint64_t* value) const;
  absl::Status ReadProcessPid(absl::string_view text, Row* row) const;
  void AddToDevice(absl::string_view text, Row* row);
  absl::Status SetTimes(const Row& row, const LineNotes& notes, QueuedIo* io) const;
  absl::StatusOr<bool> SetRange(const Row& row, const LineNotes& notes, QueuedIo* io) const;

  const Layout* layout_;
  Binding binding_;
  NameTables* names_;
  std::string device_key_;  ///< of several columns
};

}  // namespace ioreel
