#include <filesystem>
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
#include "cli/merge_estimate.h"
#include "cli/trace_input.h"
#include "formats/load.h"
#include "formats/parquet/partition.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> WritableFormats() {
  std::vector<std::string> names;
  for (const Format* format : AllFormats()) {
    if (format->CanWrite()) names.emplace_back(format->name());
  }
  return names;
}

uint64_t BytesOf(const std::vector<std::string>& files) {
  uint64_t bytes = 0;
  for (const std::string& file : files) {
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
    flags.Option(
        "-o,--output", &output_,
        "file to write, its format told by the extension; with a slash at its end a folder of "
        "Parquet files",
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
    format_ = *format;
    one_level_ = meter || format_->OneLevel();
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
      for (const std::string& output : format_->FilesOf(output_)) {
        const bool read = std::any_of(files.begin(), files.end(), [&](const std::string& file) {
          std::error_code not_there;
          return fs::equivalent(file, output, not_there);
        });
        if (read)
          return absl::InvalidArgumentError(absl::StrCat(
              output, ": is the input, too, and would be replaced; name another file to write"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Convert(ImportLog* log) {
    IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<TraceReader> reader, edits_.Open(input_, log));
    if (IsPartitionFolder(output_))
      output_ = TraceFolder(
          output_, reader->info().host.hostname,
          edits_.Told("trace", edits_.merges() ? "merged" : TraceNameOf(input_.paths()[0])));
    const WriteOptions options{
        .log = log, .issue_level = level_ == "issue", .meter_csv = csv_ == "meter"};
    IOREEL_RETURN_IF_ERROR(CheckRoomForMerge(edits_, input_, output_, *format_, options));
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceWriter> writer,
                            OpenTraceWriter(output_, output_format_, options));
    IOREEL_RETURN_IF_ERROR(Copy(*reader, *writer, *log));
    PrintSummary(writer->written(), reader->info());
    return absl::OkStatus();
  }

  absl::Status Copy(TraceReader& reader, TraceWriter& writer, const ImportLog& log) {
    RowCounts read;
    TraceChunk chunk;
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, reader.Read(&chunk));
      if (!more) break;
      read.Add(chunk);
      IOREEL_RETURN_IF_ERROR(writer.Write(reader.info(), chunk));
    }
    IOREEL_RETURN_IF_ERROR(CheckLevel(read));
    if (reader.info().tainted || !log.HasDataLoss()) return writer.Finish(reader.info());
    TraceInfo tainted = reader.info();
    tainted.tainted = true;
    return writer.Finish(tainted);
  }

  std::string InputName() const {
    return edits_.merges() ? "the merged trace" : absl::StrJoin(input_.paths(), " ");
  }

  absl::Status CheckLevel(const RowCounts& read) const {
    if (edits_.filters_rows() && read.queued + read.requests == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(InputName(), ": no I/O is left by what was asked; nothing is written"));
    if (!one_level_ && level_.empty()) return absl::OkStatus();
    if (level_ == "issue" && read.requests == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(InputName(), ": has no issued requests; use --level queue"));
    if (level_ != "issue" && read.queued == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(InputName(), ": has no queued I/Os; use --level issue"));
    return absl::OkStatus();
  }

  void PrintSummary(const RowCounts& written, const TraceInfo& info) const {
    std::vector<std::string> parts;
    if (writes_queued()) parts.push_back(FormatCount(written.queued, "queued I/O"));
    if (writes_requests()) parts.push_back(FormatCount(written.requests, "request"));
    parts.push_back(FormatCount(info.devices.size(), "device"));
    parts.push_back(FormatDuration(written.times.length_ns()));
    parts.push_back(FormatCount(BytesOf(format_->FilesOf(output_)), "byte"));
    Print(absl::StrCat(Printable(output_), ": ", absl::StrJoin(parts, ", "), "\n"));
  }

  TraceInput input_;
  EditOptions edits_;
  std::string output_, output_format_, csv_ = "tables", level_;
  const Format* format_ = nullptr;  ///< that is written
  bool one_level_ = false;          ///< what is written has one table only
  bool writes_queued() const { return level_.empty() || level_ == "queue"; }
  bool writes_requests() const { return level_.empty() ? !one_level_ : level_ == "issue"; }
};

}  // namespace

std::unique_ptr<Command> MakeConvertCommand() { return std::make_unique<ConvertCommand>(); }

}  // namespace ioreel
