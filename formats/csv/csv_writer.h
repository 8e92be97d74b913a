#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Writes ioreel's own CSV (see csv_row.h). Where rows of the two tables stand among each other
/// depends on the rows only, not on the chunks they come in, so that a CSV that is read and
/// written again is the same text. Errors: as AtomicFile::Create.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenCsvWriter(const std::string& path,
                                                           const WriteOptions& options);

}  // namespace ioreel
