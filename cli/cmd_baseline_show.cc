#include <cstdio>

#include "absl/time/clock.h"
#include "analysis/report/baseline_output.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/baseline_folder.h"
#include "cli/command.h"
#include "cli/commands.h"

namespace ioreel {
namespace {

class BaselineShowCommand : public Command {
 public:
  std::string name() const override { return "baseline show"; }
  std::string summary() const override {
    return "Print what is pinned: machine, centre, ages, and what lies out";
  }

  void Declare(FlagSet& flags) override {
    flags.Positional("folder", &folder_, "where the baseline is kept");
    flags.Flag("--json", &json_, "print JSON (docs/ci.md)");
    flags.ExactNumbers();
    flags.Example("ioreel baseline show pinned/");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_ASSIGN_OR_RETURN(const auto pinned, ReadResultFolder(folder_));
    const BaselineSet baseline = MakeBaseline(pinned);
    if (json_) {
      std::fputs(BaselineJson(baseline, absl::GetCurrentTimeNanos()).c_str(), stdout);
    } else {
      Print(BaselineText(baseline, absl::GetCurrentTimeNanos()));
    }
    return baseline.mixed.empty() ? ExitCode::kOk : ExitCode::kIncomparable;
  }

 private:
  std::string folder_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeBaselineShowCommand() {
  return std::make_unique<BaselineShowCommand>();
}

}  // namespace ioreel
