#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Where a file of a folder and a row group in it end.
struct ParquetSizes {
  uint64_t group_rows = 1 << 20;
  uint64_t group_names = 1 << 16;  ///< different ones in a column; more end the group earlier
  uint64_t file_rows = 1 << 24;    ///< counted in whole groups
};

/// Writes one level of a trace as an Apache Parquet file: a row an I/O, in order of time; what is
/// known of the trace stands as JSON in the metadata. A `path` that ends in a slash is a folder of
/// files part-00000.parquet and so on, which follow one another in time. docs/formats.md has the
/// columns. Errors: as AtomicFile::Create; FailedPrecondition for a folder that has parts already.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenParquetWriter(const std::string& path,
                                                               const WriteOptions& options,
                                                               const ParquetSizes& sizes = {});

}  // namespace ioreel
