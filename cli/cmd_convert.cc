#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "base/unfinished_files.h"
#include "base/units.h"
#include "cli/commands.h"
#include "cli/edit_options.h"
#include "cli/import_report.h"
#include "cli/trace_input.h"
#include "formats/load.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

/// What went through, for the line at the end.
struct Passed {
  RowCounts read, written;
  int64_t first_ns = std::numeric_limits<int64_t>::max(), last_ns = kNoTime;

  void Add(const TraceChunk& chunk, bool queued, bool requests) {
    read.queued += chunk.queued.size();
    read.requests += chunk.requests.size();
    if (queued) {
      for (const QueuedIo& io : chunk.queued) Cover({io.queue_ns, io.complete_ns});
    }
    if (requests) {
      for (const IssuedRequest& request : chunk.requests)
        Cover({request.issue_ns, request.complete_ns});
    }
  }
  int64_t span_ns() const {
    const uint64_t span = static_cast<uint64_t>(last_ns) - static_cast<uint64_t>(first_ns);
    constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
    return last_ns == kNoTime ? 0 : static_cast<int64_t>(std::min(span, kMost));
  }

 private:
  void Cover(std::initializer_list<int64_t> times) {
    for (int64_t time_ns : times) {
      if (time_ns == kNoTime) continue;
      first_ns = std::min(first_ns, time_ns);
      last_ns = std::max(last_ns, time_ns);
    }
  }
};

std::vector<std::string> WritableFormats() {
  std::vector<std::string> names;
  for (const Format* format : AllFormats()) {
    if (format->CanWrite()) names.emplace_back(format->name());
  }
  return names;
}

/// Of all files that `path` names: a blktrace recording has several.
uint64_t BytesWritten(const std::string& path) {
  uint64_t bytes = 0;
  for (const std::string& file : FindTraceFiles({path}).value_or(std::vector<std::string>())) {
    std::error_code error;
    const uintmax_t size = fs::file_size(file, error);
    if (!error) bytes += size;
  }
  return bytes;
}

class ConvertCommand : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override { return "Turn a trace of one format into another"; }

  void Declare(FlagSet& flags) override {
    input_.Declare(flags, /*required=*/false);
    flags.Option("-o,--output", &output_, "file to write, its format told by the extension",
                 "FILE");
    flags.Choice("--output-format", &output_format_, WritableFormats(),
                 "format to write, whatever the extension");
    flags.Choice("--csv", &csv_, {"tables", "meter"},
                 "columns of a CSV: both tables, or one level as a fidelity meter reads it");
    flags.Choice("--level", &level_, {"queue", "issue"},
                 "only this level; queue by default, where the output has one only");
    edits_.Declare(flags);
    flags.Example("ioreel convert sda.blktrace.0 -o trace.ioreel");
    flags.Example("ioreel convert trace.ioreel -o requests.csv --csv meter --level issue");
    flags.Example("ioreel convert trace.ioreel -o part.ioreel --from 10s --to 20s --op read");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(CheckOptions());
    RemoveUnfinishedFilesOnSignal();
    ImportLog log;
    const absl::Status status = Convert(&log);
    PrintImportLog(log);
    if (status.ok()) return ExitCode::kOk;
    RemoveUnfinishedFiles();
    return status;
  }

 private:
  absl::Status CheckOptions() {
    if (output_.empty()) return UsageError("-o FILE is missing: where to write");
    IOREEL_RETURN_IF_ERROR(edits_.Check(&input_));
    const bool meter = csv_ == "meter";
    if (meter && output_format_.empty()) IOREEL_RETURN_IF_ERROR(CheckMeterName());
    if (meter && output_format_.empty()) output_format_ = "csv";
    if (meter && output_format_ != "csv")
      return UsageError("--csv meter does not go with --output-format " + output_format_);
    const absl::StatusOr<const Format*> format = FindOutputFormat(output_, output_format_);
    if (!format.ok()) return UsageError(format.status().message());
    one_level_ = meter || (*format)->OneLevel();
    if (!level_.empty() && (!one_level_ || edits_.filters()))
      edits_.SetLevel(level_ == "issue" ? Level::kIssue : Level::kQueue);
    return CheckOutputIsNoInput();
  }

  /// A CSV may have any name but one that tells of another format.
  absl::Status CheckMeterName() const {
    const absl::StatusOr<const Format*> named = FindOutputFormat(output_, "");
    if (!named.ok() || (*named)->name() == "csv") return absl::OkStatus();
    return UsageError(absl::StrCat("--csv meter writes a CSV, but ", output_, " is named like ",
                                   (*named)->name(), "; name it like x.csv"));
  }

  absl::Status CheckOutputIsNoInput() const {
    for (const std::string& name : edits_.Inputs(input_)) {
      IOREEL_ASSIGN_OR_RETURN(const std::vector<std::string> files, FindTraceFiles({name}));
      for (const std::string& file : files) {
        std::error_code not_there;
        if (fs::equivalent(file, output_, not_there))
          return absl::InvalidArgumentError(
              absl::StrCat(output_, ": is the input, too; name another file to write"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Convert(ImportLog* log) {
    IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<TraceReader> reader, edits_.Open(input_, log));
    const WriteOptions options{
        .log = log, .issue_level = level_ == "issue", .meter_csv = csv_ == "meter"};
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceWriter> writer,
                            OpenTraceWriter(output_, output_format_, options));
    IOREEL_ASSIGN_OR_RETURN(const Passed passed, Copy(*reader, *writer, *log));
    PrintSummary(passed, reader->info());
    return absl::OkStatus();
  }

  absl::StatusOr<Passed> Copy(TraceReader& reader, TraceWriter& writer, const ImportLog& log) {
    Passed passed;
    TraceChunk chunk;
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, reader.Read(&chunk));
      if (!more) break;
      passed.Add(chunk, writes_queued(), writes_requests());
      IOREEL_RETURN_IF_ERROR(writer.Write(reader.info(), chunk));
    }
    IOREEL_RETURN_IF_ERROR(CheckLevel(passed));
    TraceInfo info = reader.info();
    info.tainted |= log.HasDataLoss();
    IOREEL_RETURN_IF_ERROR(writer.Finish(info));
    passed.written = writer.written();
    return passed;
  }

  std::string InputName() const {
    return edits_.merges() ? "the merged trace" : absl::StrJoin(input_.paths(), " ");
  }

  absl::Status CheckLevel(const Passed& passed) const {
    if (edits_.filters() && passed.read.queued + passed.read.requests == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(InputName(), ": no I/O is left by what was asked; nothing is written"));
    if (!one_level_) return absl::OkStatus();
    if (level_ == "issue" && passed.read.requests == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(InputName(), ": has no issued requests; use --level queue"));
    if (level_ != "issue" && passed.read.queued == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(InputName(), ": has no queued I/Os; use --level issue"));
    return absl::OkStatus();
  }

  void PrintSummary(const Passed& passed, const TraceInfo& info) const {
    std::vector<std::string> parts;
    if (writes_queued()) parts.push_back(FormatCount(passed.written.queued, "queued I/O"));
    if (writes_requests()) parts.push_back(FormatCount(passed.written.requests, "request"));
    parts.push_back(FormatCount(info.devices.size(), "device"));
    parts.push_back(FormatDuration(passed.span_ns()));
    parts.push_back(FormatCount(BytesWritten(output_), "byte"));
    Print(absl::StrCat(Printable(output_), ": ", absl::StrJoin(parts, ", "), "\n"));
  }

  TraceInput input_;
  EditOptions edits_;
  std::string output_, output_format_, csv_ = "tables", level_;
  bool one_level_ = false;  ///< what is written has one table only
  bool writes_queued() const { return level_.empty() || level_ == "queue"; }
  bool writes_requests() const { return level_.empty() ? !one_level_ : level_ == "issue"; }
};

}  // namespace

std::unique_ptr<Command> MakeConvertCommand() { return std::make_unique<ConvertCommand>(); }

}  // namespace ioreel
