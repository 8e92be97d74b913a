#pragma once

#include <cstdint>
#include <memory>

#include "formats/import/row_source.h"
#include "formats/import_log.h"

namespace ioreel {

/// The rows of `source`, whose clock shows whole multiples of `stamp_ns` only: rows in a run of one
/// stamp are spread evenly over its time, in the order of the file, and flagged kInventedTime.
/// A run of more rows than fit in memory is an error. `log` must outlive it; may be null.
std::unique_ptr<RowSource> SpreadStamps(std::unique_ptr<RowSource> source, int64_t stamp_ns,
                                        ImportLog* log);

}  // namespace ioreel
