#include <cstdio>

#include "analysis/report/comparison_output.h"
#include "analysis/suite_comparison.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/named_results.h"
#include "cli/vary_option.h"

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
    vary_.Declare(flags);
    flags.Flag("--paired", &paired_, "the nth run of A and the nth of B were made side by side");
    flags.Option("--seed", &seed_, "of the random numbers behind the intervals");
    flags.Flag("--json", &json_, "print JSON (docs/comparing.md)");
    flags.ExactNumbers();
    flags.Example("ioreel compare old-drive-*.json -- new-drive-*.json");
    flags.Example("ioreel compare --vary kernel linux-6.1/*.json -- linux-6.12/*.json");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (sides_.first.empty() || sides_.second.empty()) {
      return UsageError("compare needs results on both sides of a '--': A… -- B…");
    }
    IOREEL_ASSIGN_OR_RETURN(const ComparisonOptions options, Options());
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
  absl::StatusOr<ComparisonOptions> Options() const {
    ComparisonOptions options;
    IOREEL_ASSIGN_OR_RETURN(options.vary, vary_.Varied());
    if (seed_ < 0) return UsageError("--seed takes a number from 0 on");
    options.sampling.seed = static_cast<uint64_t>(seed_);
    options.sampling.paired = paired_;
    return options;
  }

  std::pair<std::vector<std::string>, std::vector<std::string>> sides_;
  VaryOption vary_;
  bool paired_ = false;
  int seed_ = 1;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace ioreel
