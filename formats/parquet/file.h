#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "base/file.h"
#include "formats/parquet/column.h"
#include "formats/parquet/thrift_compact.h"

namespace ioreel {

/// A Parquet file being written, a row group at a time; it appears under its name when
/// committed. Not thread-safe.
class ParquetFile {
 public:
  /// Errors: as AtomicFile::Create.
  static absl::StatusOr<ParquetFile> Create(const std::string& path);

  /// Takes from the columns the `rows` that were added to each.
  absl::Status AddGroup(absl::Span<ParquetColumn> columns, uint64_t rows);
  /// Ends the file. `columns` as the groups had them; `metadata` by key.
  absl::Status Finish(absl::Span<ParquetColumn> columns,
                      const std::map<std::string, std::string>& metadata);
  /// Gives all their names. REQUIRES: each has been finished.
  static absl::Status Commit(std::vector<ParquetFile>* files);

  uint64_t rows() const { return rows_; }

 private:
  explicit ParquetFile(AtomicFile file) : file_(std::move(file)) {}

  AtomicFile file_;
  std::vector<ThriftStruct> groups_;
  uint64_t rows_ = 0;
};

}  // namespace ioreel
