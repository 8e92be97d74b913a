#include <cstdio>

#include "analysis/compare/suite_comparison.h"
#include "analysis/report/comparison_output.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/comparison_flags.h"
#include "cli/named_results.h"

namespace ioreel {
namespace {

class CompareCommand : public Command {
 public:
  std::string name() const override { return "compare"; }
  std::string summary() const override {
    return "Tell whether runs on one side differ from those on the other";
  }

  void Declare(FlagSet& flags) override {
    flags.TwoLists(
        "result.json", "A... -- B...", &sides_,
        "what `ioreel replay -o` wrote, several a side, of one trace or a suite of several; each "
        "repeat is a run");
    comparison_.Declare(flags);
    flags.Flag("--json", &json_, "print JSON (docs/comparing.md)");
    flags.ExactNumbers();
    flags.Example("ioreel compare old-drive-*.json -- new-drive-*.json");
    flags.Example("ioreel compare --vary kernel linux-6.1/*.json -- linux-6.12/*.json");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (sides_.first.empty() || sides_.second.empty()) {
      return UsageError("compare needs results on both sides of a '--': A… -- B…");
    }
    IOREEL_ASSIGN_OR_RETURN(const ComparisonOptions options, comparison_.Options());
    IOREEL_ASSIGN_OR_RETURN(const std::vector<NamedResult> a, ReadNamedResults(sides_.first));
    IOREEL_ASSIGN_OR_RETURN(const std::vector<NamedResult> b, ReadNamedResults(sides_.second));
    const SuiteComparison comparison = CompareSuites(a, b, options);
    if (json_)
      std::fputs(ComparisonJson(comparison).c_str(), stdout);
    else
      Print(ComparisonText(comparison));
    return CodeOf(comparison.outcome);
  }

 private:
  std::pair<std::vector<std::string>, std::vector<std::string>> sides_;
  ComparisonFlags comparison_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace ioreel
