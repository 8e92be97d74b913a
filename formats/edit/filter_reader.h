#pragma once

#include <memory>

#include "formats/edit/trace_filter.h"
#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// The rows of `source` that `filter` wants, at their own times; rows are numbered anew, and
/// devices that it does not want are not among TraceInfo::devices.
///
/// A request stays when a queued I/O that joined it stays, a flush of the kernel's own when the
/// queued I/O stays that waited for it; one that no queued I/O is known of, and every one at
/// Level::kIssue, is judged by itself. What is left out is counted in `log`, which
/// must outlive the reader, when the end is reached. Memory: the rows of requests whose queued I/Os
/// may still come. Errors of Read: the source's; InvalidArgument at the end, see RowJudge::Report.
std::unique_ptr<TraceReader> MakeFilterReader(std::unique_ptr<TraceReader> source,
                                              TraceFilter filter, ImportLog* log);

}  // namespace ioreel
