#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/format.h"
#include "formats/model/trace.h"

namespace ioreel {

/// A small trace, read to its end; its rows as if they were one chunk.
struct WholeTrace {
  TraceInfo info;
  TraceChunk rows;
};

/// REQUIRES of the reader, checked: ordinals follow on from chunk to chunk, queued I/Os are in
/// order of time, links name rows that are there.
absl::StatusOr<WholeTrace> ReadWhole(TraceReader& reader);

/// `text` read by the format of that name; `log` may be null.
absl::StatusOr<WholeTrace> ReadText(absl::string_view format, absl::string_view text,
                                    const ReadOptions& options = {}, ImportLog* log = nullptr);

/// The entry of that name; nullptr when there is none.
const ImportLog::Entry* FindEntry(const ImportLog& log, absl::string_view name);

}  // namespace ioreel
