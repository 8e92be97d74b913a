#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Reads ioreel's own CSV (see csv_row.h). Times that go backwards are refused by default;
/// TimeOrder::kSort reads the whole text first, in bounded memory. `log` must outlive the reader.
absl::StatusOr<std::unique_ptr<TraceReader>> OpenCsvReader(const Input& input,
                                                           const ReadOptions& options,
                                                           ImportLog* log);

}  // namespace ioreel
