#include "cli/command.h"
#include "cli/commands.h"

namespace ioreel {
namespace {

class BaselineCommand : public Command {
 public:
  std::string name() const override { return "baseline"; }
  std::string summary() const override {
    return "Keep a folder of results that `ioreel gate` holds candidates against";
  }

  void Declare(FlagSet& flags) override {
    flags.Example("ioreel baseline add pinned/ result-*.json");
    flags.Example("ioreel baseline show pinned/");
    flags.Example("ioreel baseline prune pinned/ --outliers --keep 30");
  }

  absl::StatusOr<ExitCode> Run() override {
    return UsageError("say what to do with a baseline: add, show or prune");
  }
};

}  // namespace

std::unique_ptr<Command> MakeBaselineCommand() { return std::make_unique<BaselineCommand>(); }

}  // namespace ioreel
