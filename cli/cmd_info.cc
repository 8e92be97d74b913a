#include <cstdio>
#include <filesystem>

#include "absl/strings/str_join.h"
#include "analysis/report/trace_output.h"
#include "analysis/workload/trace_stats.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/filter_options.h"
#include "cli/import_report.h"
#include "cli/trace_input.h"
#include "formats/edit/filter_reader.h"
#include "formats/load.h"

namespace ioreel {
namespace {

/// Size of the trace's files together; nullopt when one is no regular file.
std::optional<uint64_t> SizeOnDisk(const std::vector<std::string>& paths) {
  const absl::StatusOr<std::vector<std::string>> files = FindTraceFiles(paths);
  if (!files.ok()) return std::nullopt;
  uint64_t bytes = 0;
  for (const std::string& path : *files) {
    std::error_code error;
    const uint64_t size = std::filesystem::file_size(path, error);
    if (error) return std::nullopt;
    bytes += size;
  }
  return bytes;
}

class InfoCommand : public Command {
 public:
  std::string name() const override { return "info"; }
  std::string summary() const override { return "Say what a trace holds"; }

  void Declare(FlagSet& flags) override {
    input_.Declare(flags);
    filter_.Declare(flags);
    flags.Flag("--json", &json_, "print JSON (docs/info_format.md)");
    flags.ExactNumbers();
    flags.Example("ioreel info out.ioreel");
    flags.Example("ioreel info --json sda.blktrace.0 | jq .queue.ops");
  }

  absl::StatusOr<ExitCode> Run() override {
    ImportLog log;
    IOREEL_ASSIGN_OR_RETURN(const TraceFilter filter, filter_.Filter(&input_));
    const absl::StatusOr<TraceStats> stats = ReadStats(filter, &log);
    if (!stats.ok()) PrintImportLog(log);
    IOREEL_RETURN_IF_ERROR(stats.status());
    TraceFile file;
    file.name = absl::StrJoin(input_.paths(), " ");
    if (json_ || filter.empty()) file.bytes = SizeOnDisk(input_.paths());
    file.remarks = log.entries();
    if (json_)
      std::fputs(TraceJson(file, *stats).c_str(), stdout);
    else
      Print(TraceText(file, *stats));
    return ExitCode::kOk;
  }

 private:
  absl::StatusOr<TraceStats> ReadStats(const TraceFilter& filter, ImportLog* log) const {
    ReadOptions options = input_.options();
    options.unfinished = true;
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceReader> reader,
                            input_.Open(input_.paths(), options, log));
    if (!filter.empty()) reader = MakeFilterReader(std::move(reader), filter, log);
    IOREEL_ASSIGN_OR_RETURN(TraceStats stats, ComputeTraceStats(std::move(reader)));
    stats.info.tainted |= log->HasDataLoss();
    return stats;
  }

  TraceInput input_;
  FilterOptions filter_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeInfoCommand() { return std::make_unique<InfoCommand>(); }

}  // namespace ioreel
