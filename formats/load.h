#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Opens one trace from what the user named: a file, several files of one trace, a blktrace base
/// name or folder, or "-". `from` forces a format by name, "" sniffs.
/// Errors: NotFound, InvalidArgument (no format knows it: says what was tried and the `--from`
/// names), DataLoss, FailedPrecondition (unfinished recording: names `salvage`).
absl::StatusOr<std::unique_ptr<TraceReader>> OpenTrace(const std::vector<std::string>& paths,
                                                       const std::string& from,
                                                       const ReadOptions& options, ImportLog* log);

/// The files that OpenTrace would read for these paths, each once; "-" stands for itself.
/// Errors: NotFound, InvalidArgument, as OpenTrace.
absl::StatusOr<std::vector<std::string>> FindTraceFiles(const std::vector<std::string>& paths);

/// A writer for `path`, its format told by `to` or by the extension.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenTraceWriter(const std::string& path,
                                                             const std::string& to,
                                                             const WriteOptions& options);

}  // namespace ioreel
