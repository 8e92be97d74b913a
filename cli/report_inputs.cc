#include "cli/report_inputs.h"

#include <filesystem>

#include "base/status_macros.h"
#include "cli/import_report.h"
#include "formats/edit/filter_reader.h"
#include "formats/import_log.h"
#include "formats/io/input.h"
#include "formats/load.h"
#include "formats/result/result_file.h"

namespace ioreel {
namespace {

/// `log` must outlive the reader.
absl::StatusOr<std::unique_ptr<TraceReader>> Open(const std::string& path,
                                                  const TraceFilter& filter, ImportLog* log) {
  ReadOptions options;
  options.unfinished = true;
  IOREEL_ASSIGN_OR_RETURN(auto reader, OpenTrace({path}, "", options, log));
  return filter.empty() ? std::move(reader) : MakeFilterReader(std::move(reader), filter, log);
}

/// A name that is no regular file may be that of a blktrace: opening it tells.
absl::StatusOr<bool> IsResult(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<Input> input, OpenFileInput(path));
  IOREEL_ASSIGN_OR_RETURN(const std::string head, input->Head());
  return MayBeRunResult(head);
}

absl::StatusOr<bool> HasRequests(const std::string& trace) {
  ImportLog log;
  IOREEL_ASSIGN_OR_RETURN(const auto reader, Open(trace, TraceFilter(), &log));
  TraceChunk chunk;
  IOREEL_ASSIGN_OR_RETURN(const bool more, reader->Read(&chunk));
  return more && !chunk.requests.empty();
}

}  // namespace

absl::StatusOr<ReportFiles> SortReportFiles(const std::vector<std::string>& paths) {
  ReportFiles files;
  for (const std::string& path : paths) {
    IOREEL_ASSIGN_OR_RETURN(const bool is_result, IsResult(path));
    (is_result ? files.results : files.traces).push_back(path);
  }
  return files;
}

absl::StatusOr<ReportedTrace> ReadReportedTrace(const std::string& path,
                                                const TraceFilter& filter) {
  ImportLog log;
  IOREEL_ASSIGN_OR_RETURN(auto reader, Open(path, filter, &log));
  absl::StatusOr<ReportedTrace> trace = ReadForReport(std::move(reader));
  if (!trace.ok()) PrintImportLog(log);
  IOREEL_RETURN_IF_ERROR(trace.status());
  trace->stats.info.tainted |= log.HasDataLoss();
  trace->file.name = path;
  trace->file.remarks = log.entries();
  return trace;
}

absl::Status WriteChromeTrace(const std::string& trace, const TraceFilter& filter,
                              const std::string& output) {
  IOREEL_ASSIGN_OR_RETURN(const bool requests, HasRequests(trace));
  ImportLog log;
  IOREEL_ASSIGN_OR_RETURN(const auto reader, Open(trace, filter, &log));
  IOREEL_ASSIGN_OR_RETURN(
      const auto writer,
      OpenTraceWriter(output, "chrome-trace", {.log = &log, .issue_level = requests}));
  TraceChunk chunk;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader->Read(&chunk));
    if (!more) break;
    IOREEL_RETURN_IF_ERROR(writer->Write(reader->info(), chunk));
  }
  PrintImportLog(log);
  return writer->Finish(reader->info());
}

}  // namespace ioreel
