#pragma once

#include <string>

#include "absl/status/status.h"
#include "cli/edit_options.h"
#include "cli/trace_input.h"
#include "formats/format.h"

namespace ioreel {

/// Before traces are read many times over: whether what comes of it has room where `output` is to
/// lie. That is told from one pass of each such trace, and from what the first rows take in the
/// format that is written; it is told to the user. Nothing is said, nor refused, where no trace is
/// read 16 times or more, and where only a span of time is taken.
/// Errors: ResourceExhausted: there is no room, with the estimate; those of reading.
absl::Status CheckRoomForMerge(const EditOptions& edits, const TraceInput& input,
                               const std::string& output, const Format& format,
                               const WriteOptions& options);

}  // namespace ioreel
