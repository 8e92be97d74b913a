#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/commands.h"
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
  int64_t span_ns() const { return last_ns == kNoTime ? 0 : last_ns - first_ns; }

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

class ConvertCommand : public Command {
 public:
  std::string name() const override { return "convert"; }
  std::string summary() const override { return "Turn a trace of one format into another"; }

  void Declare(FlagSet& flags) override {
    input_.Declare(flags);
    flags.Option("-o,--output", &output_, "file to write, its format told by the extension",
                 "FILE");
    flags.Choice("--to", &to_, WritableFormats(), "format to write, whatever the extension");
    flags.Choice("--csv", &csv_, {"tables", "meter"},
                 "columns of a CSV: both tables, or one level as a fidelity meter reads it");
    flags.Choice("--level", &level_, {"queue", "issue"},
                 "which level, where the output has one only: queue by default");
    flags.Example("ioreel convert sda.blktrace.0 -o trace.ioreel");
    flags.Example("ioreel convert trace.ioreel -o requests.csv --csv meter --level issue");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(CheckOptions());
    ImportLog log;
    const absl::Status status = Convert(&log);
    PrintImportLog(log);
    if (!status.ok()) return status;
    return ExitCode::kOk;
  }

 private:
  absl::Status CheckOptions() {
    if (output_.empty()) return UsageError("-o FILE is missing: where to write");
    const bool meter = csv_ == "meter";
    if (meter && to_.empty()) IOREEL_RETURN_IF_ERROR(CheckMeterName());
    if (meter && to_.empty()) to_ = "csv";
    if (meter && to_ != "csv") return UsageError("--csv meter does not go with --to");
    IOREEL_ASSIGN_OR_RETURN(const Format* const format, FindOutputFormat(output_, to_));
    one_level_ = meter || format->OneLevel();
    if (!level_.empty() && !one_level_)
      return UsageError(
          "--level goes with outputs of one level (--csv meter, --to fio-iolog); this one keeps "
          "both");
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
    IOREEL_ASSIGN_OR_RETURN(const std::vector<std::string> inputs, FindTraceFiles(input_.paths()));
    for (const std::string& input : inputs) {
      std::error_code not_there;
      if (fs::equivalent(input, output_, not_there))
        return absl::InvalidArgumentError(
            absl::StrCat(output_, ": is the input, too; name another file to write"));
    }
    return absl::OkStatus();
  }

  absl::Status Convert(ImportLog* log) {
    IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<TraceReader> reader, input_.Open(log));
    const WriteOptions options{
        .log = log, .issue_level = level_ == "issue", .meter_csv = csv_ == "meter"};
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceWriter> writer,
                            OpenTraceWriter(output_, to_, options));
    const absl::StatusOr<Passed> passed = Copy(*reader, *writer, *log);
    if (!passed.ok()) {
      std::error_code ignored;
      fs::remove(AtomicFile::PartialPath(output_), ignored);
      return passed.status();
    }
    PrintSummary(*passed, reader->info());
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

  absl::Status CheckLevel(const Passed& passed) const {
    if (!one_level_) return absl::OkStatus();
    if (level_ == "issue" && passed.read.requests == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(input_.paths()[0], ": has no issued requests; use --level queue"));
    if (level_ != "issue" && passed.read.queued == 0)
      return absl::FailedPreconditionError(
          absl::StrCat(input_.paths()[0], ": has no queued I/Os; use --level issue"));
    return absl::OkStatus();
  }

  void PrintSummary(const Passed& passed, const TraceInfo& info) const {
    std::error_code error;
    const uint64_t bytes = fs::file_size(output_, error);
    std::vector<std::string> parts;
    if (writes_queued()) parts.push_back(FormatCount(passed.written.queued, "queued I/O"));
    if (writes_requests()) parts.push_back(FormatCount(passed.written.requests, "request"));
    parts.push_back(FormatCount(info.devices.size(), "device"));
    parts.push_back(FormatDuration(passed.span_ns()));
    parts.push_back(FormatCount(error ? 0 : bytes, "byte"));
    Print(absl::StrCat(Printable(output_), ": ", absl::StrJoin(parts, ", "), "\n"));
  }

  TraceInput input_;
  std::string output_, to_, csv_ = "tables", level_;
  bool one_level_ = false;  ///< what is written has one table only
  bool writes_queued() const { return !one_level_ || level_ != "issue"; }
  bool writes_requests() const { return !one_level_ || level_ == "issue"; }
};

}  // namespace

std::unique_ptr<Command> MakeConvertCommand() { return std::make_unique<ConvertCommand>(); }

}  // namespace ioreel
