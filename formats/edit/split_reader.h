#pragma once

#include <cstdint>
#include <memory>

#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// `source` with every I/O of more than `most_bytes` in both tables cut into pieces of that size
/// from its start, all at its times. A flush before the data stays with the first piece; pieces are
/// joined where they overlap, and a request's events stay with its first one. How many were cut is
/// counted in `log`, which must outlive the reader. Memory: some ten thousand pieces, or those of
/// one I/O. REQUIRES: most_bytes > 0. Errors of Read: the source's; InvalidArgument for an I/O that
/// would become too many pieces.
std::unique_ptr<TraceReader> MakeSplitReader(std::unique_ptr<TraceReader> source,
                                             uint64_t most_bytes, ImportLog* log);

}  // namespace ioreel
