#include "analysis/gate/gate.h"
#include "analysis/gate/policy_file.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/baseline_folder.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/counted_once.h"
#include "cli/gate_reports.h"
#include "cli/policy_option.h"
#include "cli/vary_option.h"

namespace ioreel {
namespace {

int RunsOfFirstTrace(const std::vector<NamedResult>& side) {
  size_t runs = 0;
  for (const NamedResult& result : side) {
    if (result.result.trace.digest != side.front().result.trace.digest) continue;
    runs += result.result.repeats.size();
  }
  return static_cast<int>(runs);
}

class GateCommand : public Command {
 public:
  std::string name() const override { return "gate"; }
  std::string summary() const override {
    return "Fail where a candidate's runs are worse than a baseline's by more than is tolerated";
  }

  void Declare(FlagSet& flags) override {
    flags.List("--baseline", &baseline_,
               "what `ioreel replay -o` wrote, several of each trace, or a folder of them "
               "(ioreel baseline)",
               "result.json|FOLDER");
    flags.List("--candidate", &candidate_, "the same of what is judged", "result.json|FOLDER");
    flags.Flag(
        "--paired", &paired_,
        "the nth run of the baseline and the nth of the candidate were made side by side; the "
        "policy's looks share alpha, as in `gate run`");
    policy_.Declare(flags);
    vary_.Declare(flags);
    reports_.Declare(flags);
    flags.Flag("--print-policy", &print_policy_,
               "print the policy as TOML, to begin with, and stop");
    flags.ExactNumbers();
    flags.Example("ioreel gate --baseline base/*.json --candidate cand/*.json --policy gate.toml");
    flags.Example("ioreel gate --baseline pinned/ --candidate cand/ --report junit=gate.xml");
    flags.Example(
        "ioreel gate run app.ioreel --base-target old.img --cand-target new.img -o session");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_ASSIGN_OR_RETURN(const GatePolicy policy, policy_.Policy());
    if (print_policy_) {
      Print(PolicyText(policy));
      return ExitCode::kOk;
    }
    if (baseline_.empty() || candidate_.empty()) {
      return UsageError(
          "gate needs --baseline and --candidate, each with results; or make them: ioreel gate "
          "run");
    }
    GateOptions options = {.vary = {}, .paired = paired_, .warnings = {}};
    IOREEL_ASSIGN_OR_RETURN(options.vary, vary_.Varied());
    IOREEL_RETURN_IF_ERROR(reports_.Complete());
    IOREEL_RETURN_IF_ERROR(reports_.CheckApartFrom(Inputs()));
    IOREEL_ASSIGN_OR_RETURN(const auto baseline, ReadBaseline(baseline_, &options.warnings));
    IOREEL_ASSIGN_OR_RETURN(const auto candidate, ReadResultsAndFolders(candidate_));
    IOREEL_RETURN_IF_ERROR(CheckCountedOnce(baseline, candidate));
    if (paired_) {
      options.looks = static_cast<int>(policy.looks.size());
      options.look = policy.LookAfter(RunsOfFirstTrace(baseline));
    }
    return reports_.Write(JudgeGate(baseline, candidate, policy, options));
  }

 private:
  std::vector<std::string> Inputs() const {
    std::vector<std::string> inputs = baseline_;
    inputs.insert(inputs.end(), candidate_.begin(), candidate_.end());
    if (!policy_.path().empty()) inputs.push_back(policy_.path());
    return inputs;
  }

  std::vector<std::string> baseline_, candidate_;
  bool paired_ = false, print_policy_ = false;
  PolicyOption policy_;
  VaryOption vary_;
  GateReports reports_;
};

}  // namespace

std::unique_ptr<Command> MakeGateCommand() { return std::make_unique<GateCommand>(); }

}  // namespace ioreel
