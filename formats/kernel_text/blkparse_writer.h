#pragma once

#include <memory>
#include <string>

#include "formats/format.h"

namespace ioreel {

/// Writes what blkparse prints of the recording that MakeRecordingWriter makes of a trace: a line
/// an event in its default layout, without the summary. Names of tasks stand as Printable() has
/// them, so that each line stays one.
std::unique_ptr<TraceWriter> MakeBlkparseWriter(const std::string& path,
                                                const WriteOptions& options);

}  // namespace ioreel
