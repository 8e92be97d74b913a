#include <cstdio>

#include "absl/strings/str_join.h"
#include "analysis/report/workload_output.h"
#include "analysis/workload/workload.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/filter_options.h"
#include "cli/import_report.h"
#include "cli/trace_input.h"
#include "formats/edit/filter_reader.h"

namespace ioreel {
namespace {

class AnalyzeCommand : public Command {
 public:
  std::string name() const override { return "analyze"; }
  std::string summary() const override { return "Describe the workload of a trace in full"; }

  void Declare(FlagSet& flags) override {
    input_.Declare(flags);
    filter_.Declare(flags);
    flags.Choice("--level", &level_, {"queue", "issue"},
                 "which I/Os: as they were asked for, or as the driver got them; queue where "
                 "there are any");
    flags.Duration("--step", &step_ns_, "length of a step of time; 1s unless said otherwise");
    flags.Option("--top", &top_, "rows of the tables that rank: tasks, hot ranges, streams");
    flags.ExactNumbers();
    flags.Flag("--json", &json_, "print JSON (docs/analysis.md)");
    flags.Flag("--csv", &csv_,
               "print the step table as CSV: steps of time by streams of I/O; other tables: "
               "--json and jq (docs/analysis.md)");
    flags.Example("ioreel analyze out.ioreel --step 10s");
    flags.Example("ioreel analyze --level issue --csv out.ioreel > steps.csv");
    flags.Example("ioreel analyze --json out.ioreel | jq .times.q2c.read");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(Check());
    ImportLog log;
    const absl::StatusOr<Workload> workload = Analyze(&log);
    if (!workload.ok() || json_ || csv_) PrintImportLog(log);
    IOREEL_RETURN_IF_ERROR(workload.status());
    TraceFile file;
    file.name = absl::StrJoin(input_.paths(), " ");
    file.remarks = log.entries();
    const auto top = static_cast<size_t>(top_);
    if (json_)
      std::fputs(WorkloadJson(file, *workload, top).c_str(), stdout);
    else if (csv_)
      std::fputs(WorkloadCsv(*workload).c_str(), stdout);
    else
      Print(WorkloadText(file, *workload, top));
    return ExitCode::kOk;
  }

 private:
  absl::Status Check() const {
    if (step_ns_ <= 0) return UsageError("--step: takes a duration above 0, as 1s");
    if (top_ < 0) return UsageError("--top: takes a number of rows, 0 or more");
    if (json_ && csv_) return UsageError("--json and --csv: one of them only");
    return absl::OkStatus();
  }

  absl::StatusOr<Workload> Analyze(ImportLog* log) {
    IOREEL_ASSIGN_OR_RETURN(const TraceFilter filter, filter_.Filter(&input_));
    ReadOptions options = input_.options();
    options.unfinished = true;
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceReader> reader,
                            input_.Open(input_.paths(), options, log));
    if (!filter.empty()) reader = MakeFilterReader(std::move(reader), filter, log);
    WorkloadOptions what;
    what.step_ns = step_ns_;
    if (!level_.empty()) what.level = level_ == "queue" ? Level::kQueue : Level::kIssue;
    IOREEL_ASSIGN_OR_RETURN(Workload workload, AnalyzeTrace(std::move(reader), what));
    workload.info.tainted |= log->HasDataLoss();
    return workload;
  }

  TraceInput input_;
  FilterOptions filter_;
  std::string level_;
  int64_t step_ns_ = 1'000'000'000;
  int top_ = 10;
  bool json_ = false, csv_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeAnalyzeCommand() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace ioreel
