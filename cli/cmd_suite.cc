#include "cli/command.h"
#include "cli/commands.h"

namespace ioreel {
namespace {

class SuiteCommand : public Command {
 public:
  std::string name() const override { return "suite"; }
  std::string summary() const override {
    return "Run and score many traces as one benchmark, or make a suite of your own";
  }

  void Declare(FlagSet& flags) override {
    flags.Example("ioreel suite run --target /mnt/new/suite.img --create auto -o suite.json");
    flags.Example("ioreel suite init mine edit.ioreel build.ioreel");
    flags.Example("ioreel suite reference suite.json --suite mine --device 'my old drive'");
  }

  absl::StatusOr<ExitCode> Run() override {
    return UsageError("say what to do with a suite: init, run or reference");
  }
};

}  // namespace

std::unique_ptr<Command> MakeSuiteCommand() { return std::make_unique<SuiteCommand>(); }

}  // namespace ioreel
