#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/console.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "formats/registry.h"
#include "replay/target_registry.h"

namespace ioreel {
namespace {

/// "msr (reads): MSR Cambridge CSV …" and, below, what it carries.
std::string FormatText(const Format& format) {
  std::vector<std::string> uses;
  if (format.CanRead()) uses.push_back("reads");
  if (format.CanWrite())
    uses.push_back(absl::StrCat("writes ", absl::StrJoin(format.extensions(), " ")));
  return absl::StrCat(format.name(), " (", absl::StrJoin(uses, ", "), "): ", format.description(),
                      "\n    carries ", format.carries(), "\n");
}

/// "raid1(A,B): every member …"; a text of kinds is what --target takes.
std::string TargetText(const TargetKind& kind) {
  return absl::StrCat(kind.usage(), "\n    ", kind.description(), "\n");
}

class ListCommand : public Command {
 public:
  std::string name() const override { return "list"; }
  std::string summary() const override { return "List the trace formats, or the kinds of target"; }

  void Declare(FlagSet& flags) override {
    flags.PositionalChoice("what", &what_, {"formats", "targets"}, "what to list");
    flags.Example("ioreel list formats");
    flags.Example("ioreel list targets");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (what_ == "formats") {
      for (const Format* format : AllFormats()) Print(FormatText(*format));
    } else {
      for (const TargetKind* kind : AllTargetKinds()) Print(TargetText(*kind));
    }
    return ExitCode::kOk;
  }

 private:
  std::string what_;
};

}  // namespace

std::unique_ptr<Command> MakeListCommand() { return std::make_unique<ListCommand>(); }

}  // namespace ioreel
