#include <cstdio>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "analysis/document/document_output.h"
#include "analysis/html/html_report.h"
#include "analysis/panels/panels.h"
#include "analysis/panels/report_data.h"
#include "analysis/report/report_text.h"
#include "analysis/report/runs_csv.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/unfinished_files.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/comparison_flags.h"
#include "cli/filter_options.h"
#include "cli/named_results.h"
#include "cli/report_formats.h"
#include "cli/report_inputs.h"
#include "formats/load.h"

namespace ioreel {
namespace {

class ReportCommand : public Command {
 public:
  std::string name() const override { return "report"; }
  std::string summary() const override { return "Show results and traces in one page with charts"; }

  void Declare(FlagSet& flags) override {
    flags.TwoLists("file", "FILE… [-- FILE…]", &files_,
                   "what `ioreel replay` wrote with -o and --samples, and traces of any format; "
                   "the results behind a -- are compared with those before it");
    flags.Option("-o,--output", &output_, "file to write", "FILE");
    flags.Choice("--format", &format_, ReportFormats(),
                 "what to write; told by the extension of FILE, text where there is none. "
                 "perfetto takes one trace");
    flags.Option("-r,--reference", &reference_, "score against this result, not the recorded run",
                 "FILE");
    flags.Flag("--allow-invalid", &allow_invalid_, "score invalid and tainted runs, too");
    comparison_.Declare(flags);
    filter_.Declare(flags, /*names_formats=*/false);
    flags.ExactNumbers();
    flags.Example("ioreel report result.json samples.ioreel -o report.html");
    flags.Example("ioreel report app.ioreel --device sdb --from 10s --to 20s -o report.html");
    flags.Example("ioreel report old-*.json -- new-*.json -o report.html");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(ChooseFormat());
    IOREEL_ASSIGN_OR_RETURN(const ComparisonOptions comparison, comparison_.Options());
    IOREEL_ASSIGN_OR_RETURN(const ReportFiles before, SortReportFiles(files_.first));
    IOREEL_ASSIGN_OR_RETURN(const ReportFiles after, SortReportFiles(files_.second));
    std::vector<std::string> traces = before.traces;
    traces.insert(traces.end(), after.traces.begin(), after.traces.end());
    IOREEL_ASSIGN_OR_RETURN(const TraceFilter filter, filter_.Filter(nullptr));
    if (!filter.empty() && traces.empty())
      return UsageError("which I/Os to show is said of traces and samples, and none is named");
    if (format_ == "perfetto") return WritePerfetto(before, after, traces, filter);
    ReportInput input;
    input.comparison = comparison;
    input.allow_invalid = allow_invalid_;
    IOREEL_ASSIGN_OR_RETURN(input.a, ReadNamedResults(before.results, &input.suites));
    IOREEL_ASSIGN_OR_RETURN(input.b, ReadNamedResults(after.results, &input.suites));
    IOREEL_RETURN_IF_ERROR(CheckSides(input));
    if (!reference_.empty()) {
      IOREEL_RETURN_IF_ERROR(ReadReference(&input));
    }
    for (const std::string& path : traces) {
      IOREEL_ASSIGN_OR_RETURN(input.traces.emplace_back(), ReadReportedTrace(path, filter));
    }
    return Write(&input);
  }

 private:
  absl::Status ChooseFormat() {
    if (files_.first.empty() && files_.second.empty())
      return UsageError("name results or traces to report on");
    if (format_.empty()) {
      IOREEL_ASSIGN_OR_RETURN(format_, ReportFormatOf(output_));
    }
    if (output_.empty() && !GoesToStandardOutput(format_))
      return UsageError(absl::StrCat("--format ", format_, " needs -o FILE"));
    if (output_.empty()) return absl::OkStatus();
    IOREEL_RETURN_IF_ERROR(CheckOutputIsNoInput());
    return AtomicFile::CheckReplaceable(output_);
  }

  absl::Status CheckOutputIsNoInput() const {
    std::vector<std::string> inputs = files_.first;
    inputs.insert(inputs.end(), files_.second.begin(), files_.second.end());
    if (!reference_.empty()) inputs.push_back(reference_);
    for (const std::string& path : inputs) {
      const auto files = FindTraceFiles({path});  // a name may stand for several
      for (const std::string& file : files.ok() ? *files : std::vector<std::string>{path}) {
        std::error_code not_there;
        if (!std::filesystem::equivalent(file, output_, not_there)) continue;
        return UsageError(absl::StrCat("-o ", output_, " would replace what is reported on (", path,
                                       "); name another file"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadReference(ReportInput* input) const {
    IOREEL_ASSIGN_OR_RETURN(const NamedFiles files, ReadNamedFiles({reference_}));
    const bool of_suite = !files.suites.empty();
    if (of_suite == input->suites.empty()) {
      return UsageError(absl::StrCat("--reference ", reference_,
                                     of_suite ? " is of a suite" : " is of one replay",
                                     ", what is reported on is not"));
    }
    if (of_suite)
      input->suite_reference = files.suites.front();
    else
      input->reference = files.runs.front();
    return absl::OkStatus();
  }

  absl::Status CheckSides(const ReportInput& input) const {
    if (files_.second.empty()) return absl::OkStatus();
    if (input.a.empty() || input.b.empty())
      return UsageError("a comparison needs results on both sides of the '--': A… -- B…");
    return absl::OkStatus();
  }

  absl::StatusOr<ExitCode> Write(ReportInput* input) const {
    std::vector<NamedResult> results = input->a;
    results.insert(results.end(), input->b.begin(), input->b.end());
    if (format_ == "csv" && results.empty())
      return UsageError(
          "--format csv tells the figures of results; of a trace `ioreel convert "
          "-o FILE.csv` writes the I/Os");
    const ReportData data = MakeReportData(input);
    IOREEL_RETURN_IF_ERROR(Emit(format_ == "csv" ? RunsCsv(results) : Render(data)));
    return ExitCode::kOk;
  }

  std::string Render(const ReportData& data) const {
    if (format_ == "json") return ReportJson(data);
    if (format_ == "text") return ReportText(data);
    const Document document = MakeDocument(data);
    if (format_ == "md") return DocumentMarkdown(document);
    return format_ == "svg" ? DocumentSvg(document) : HtmlReport(document);
  }

  absl::Status Emit(const std::string& text) const {
    if (output_.empty()) {
      if (format_ == "text")
        Print(text);
      else
        std::fputs(text.c_str(), stdout);
      return absl::OkStatus();
    }
    IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(output_));
    IOREEL_RETURN_IF_ERROR(file.Append(text));
    IOREEL_RETURN_IF_ERROR(file.Commit());
    Print(absl::StrCat(output_, ": ", FormatSize(text.size()), "\n"));
    return absl::OkStatus();
  }

  absl::StatusOr<ExitCode> WritePerfetto(const ReportFiles& before, const ReportFiles& after,
                                         const std::vector<std::string>& traces,
                                         const TraceFilter& filter) const {
    if (traces.size() != 1 || !before.results.empty() || !after.results.empty())
      return UsageError("--format perfetto takes one trace, or the samples of a replay, alone");
    RemoveUnfinishedFilesOnSignal();
    const absl::Status status = WriteChromeTrace(traces.front(), filter, output_);
    if (!status.ok()) RemoveUnfinishedFiles();
    IOREEL_RETURN_IF_ERROR(status);
    Print(absl::StrCat(output_, ": ", FormatSize(std::filesystem::file_size(output_)), "\n"));
    return ExitCode::kOk;
  }

  std::pair<std::vector<std::string>, std::vector<std::string>> files_;
  std::string output_, format_, reference_;
  bool allow_invalid_ = false;
  ComparisonFlags comparison_;
  FilterOptions filter_;
};

}  // namespace

std::unique_ptr<Command> MakeReportCommand() { return std::make_unique<ReportCommand>(); }

}  // namespace ioreel
