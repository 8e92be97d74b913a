#pragma once

#include <string>

#include "absl/status/status.h"
#include "cli/edit_options.h"
#include "cli/trace_input.h"
#include "formats/format.h"

namespace ioreel {

/// Before traces are read many times over: tells the user what is going to be written, rows and
/// bytes, and whether that has room where `output` is to lie. The rows are those of one pass of
/// each trace; the bytes of a row are those of its first rows, some blocks of them, in the format
/// that is written. Refused is only what would have no room even if a row took an eighth of that.
/// Nothing is said, nor refused, where no trace is read 16 times or more, and where only a span of
/// time is taken; standard input is not counted. Errors: ResourceExhausted: there is no room, with
/// the estimate; those of reading.
absl::Status CheckRoomForMerge(const EditOptions& edits, const TraceInput& input,
                               const std::string& output, const Format& format,
                               const WriteOptions& options);

}  // namespace ioreel
