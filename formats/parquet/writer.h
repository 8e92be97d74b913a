#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Writes one level of a trace as an Apache Parquet file: a row an I/O, in order of time, in row
/// groups of 2^20 rows; what is known of the trace stands as JSON in its key-value metadata.
/// docs/formats.md has the columns. Errors: as AtomicFile::Create.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenParquetWriter(const std::string& path,
                                                               const WriteOptions& options);

}  // namespace ioreel
