#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Opens one trace from what the user named: a file, several files of one trace, a blktrace base
/// name or folder, or "-". `format_name` forces a format, "" sniffs.
/// Errors: NotFound, InvalidArgument (a path that is named twice; no format knows it: says what was
/// tried and the names for `--format`), DataLoss, FailedPrecondition (unfinished recording: names
/// `salvage`).
absl::StatusOr<std::unique_ptr<TraceReader>> OpenTrace(const std::vector<std::string>& paths,
                                                       const std::string& format_name,
                                                       const ReadOptions& options, ImportLog* log);

/// The files that OpenTrace would read for these paths, each once; "-" stands for itself.
/// Errors: NotFound, InvalidArgument, as OpenTrace.
absl::StatusOr<std::vector<std::string>> FindTraceFiles(const std::vector<std::string>& paths);

/// The format of a file to write: by name, or, when that is "", told by the extension; a path that
/// ends in a slash is a folder of Parquet files. Errors: InvalidArgument, naming those there are.
absl::StatusOr<const Format*> FindOutputFormat(const std::string& path,
                                               const std::string& format_name);

/// Whether a trace can be written as `path`; makes nothing.
/// Errors: FailedPrecondition when something is there that must not be replaced (an unfinished
/// recording, a folder, a device); those of a folder in which no file can be made.
absl::Status CheckTraceOutput(const std::string& path);

/// Whether a file of this name is written as ioreel's own trace.
bool IsContainerName(const std::string& path);

/// A writer for `path` in FindOutputFormat's format.
/// Errors: as CheckTraceOutput and Format::OpenWriter.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenTraceWriter(const std::string& path,
                                                             const std::string& format_name,
                                                             const WriteOptions& options);

}  // namespace ioreel
