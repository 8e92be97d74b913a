#include <cstdio>

#include "absl/strings/str_cat.h"
#include "analysis/report/score_output.h"
#include "analysis/report/suite_output.h"
#include "analysis/score/score_report.h"
#include "analysis/score/suite_score.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/named_results.h"

namespace ioreel {
namespace {

class ScoreCommand : public Command {
 public:
  std::string name() const override { return "score"; }
  std::string summary() const override { return "Print what results of replays are worth"; }

  void Declare(FlagSet& flags) override {
    flags.Positionals(
        "result.json", &paths_,
        "what `ioreel replay -o` or `ioreel suite run -o` wrote; several are compared");
    flags.Option("-r,--reference", &reference_, "score against this result, not the recorded run",
                 "FILE");
    flags.Flag("--allow-invalid", &allow_invalid_, "score invalid and tainted runs, too");
    flags.Flag("--json", &json_, "print JSON (docs/scoring.md)");
    flags.ExactNumbers();
    flags.Example("ioreel score result.json");
    flags.Example("ioreel score --reference old-drive.json new-drive.json");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_ASSIGN_OR_RETURN(const NamedFiles files, ReadNamedFiles(paths_));
    if (!files.runs.empty() && !files.suites.empty()) {
      return UsageError(absl::StrCat(files.suites.front().name, " is of a suite, ",
                                     files.runs.front().name, " of one replay; score them apart"));
    }
    return files.suites.empty() ? ScoreRuns(files.runs) : ScoreTheSuites(files.suites);
  }

 private:
  absl::StatusOr<ExitCode> ScoreRuns(const std::vector<NamedResult>& results) const {
    std::optional<NamedResult> reference;
    if (!reference_.empty()) {
      IOREEL_ASSIGN_OR_RETURN(reference, ReadNamedResult(reference_));
    }
    const ScoreReport report = MakeScoreReport(results, reference, allow_invalid_);
    if (json_)
      std::fputs(ScoreReportJson(report).c_str(), stdout);
    else
      Print(ScoreReportText(report));
    return CodeOf(report.outcome);
  }

  absl::StatusOr<ExitCode> ScoreTheSuites(const std::vector<NamedSuite>& suites) const {
    std::optional<NamedSuite> reference;
    if (!reference_.empty()) {
      IOREEL_ASSIGN_OR_RETURN(reference, ReadNamedSuite(reference_));
    }
    const std::vector<SuiteScore> scores = ScoreSuites(suites, reference, allow_invalid_);
    if (json_)
      std::fputs(SuiteScoresJson(scores).c_str(), stdout);
    else
      Print(SuiteScoresText(scores));
    Outcome worst = Outcome::kOk;
    for (const SuiteScore& score : scores) worst = WorseOf(worst, score.outcome);
    return CodeOf(worst);
  }

  std::vector<std::string> paths_;
  std::string reference_;
  bool allow_invalid_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeScoreCommand() { return std::make_unique<ScoreCommand>(); }

}  // namespace ioreel
