#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Writes a blktrace recording of version 7 that blkparse reads; BlktraceStreams says which files.
/// Events are sorted, in bounded memory and with room in $TMPDIR, and written by Finish.
/// Errors: InvalidArgument for the name of another CPU's file than the first.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenBlktraceWriter(const std::string& path,
                                                                const WriteOptions& options);

}  // namespace ioreel
