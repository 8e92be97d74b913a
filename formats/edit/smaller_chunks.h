#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// What a row counts for, of its op and length.
using RowWeight = std::function<uint64_t(Op op, uint64_t length)>;

/// The rows of `source` in chunks that are full once their rows weigh `full` or more: by how much
/// more is up to the last queued I/O and the requests that it joined. Requests are numbered anew.
/// What had to be left out is counted in `log`, which must outlive the reader.
/// REQUIRES: no row weighs 0.
std::unique_ptr<TraceReader> MakeSmallerChunks(std::unique_ptr<TraceReader> source, uint64_t full,
                                               RowWeight weight, ImportLog* log);

}  // namespace ioreel
