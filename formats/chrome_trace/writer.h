#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Writes one level of a trace in the Trace Event Format that Perfetto and chrome://tracing show:
/// a process a device, in it tracks of each task, an event an I/O. I/Os of a task that overlap
/// stand on tracks of their own, since events of one track must not. Constant memory.
/// Errors: as AtomicFile::Create.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenChromeTraceWriter(const std::string& path,
                                                                   const WriteOptions& options);

}  // namespace ioreel
