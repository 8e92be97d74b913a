#include "absl/strings/str_cat.h"
#include "analysis/score/suite_conditions.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/suite_option.h"
#include "formats/result/result_file.h"

namespace ioreel {
namespace {

class SuiteReferenceCommand : public Command {
 public:
  std::string name() const override { return "suite reference"; }
  std::string summary() const override {
    return "Make a run of a suite what its 1000 points stand for";
  }

  void Declare(FlagSet& flags) override {
    flags.Positional("suite.json", &result_,
                     "what `ioreel suite run -o` wrote, of all traces or with --quick");
    suite_.Declare(flags);
    flags.Option("--device", &device_,
                 "in words, what it was run on; without it what the result says");
    flags.Example("ioreel suite reference suite.json --suite mine --device 'my old drive'");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_ASSIGN_OR_RETURN(Suite suite, suite_.Read());
    IOREEL_ASSIGN_OR_RETURN(const AnyResult held, ReadResult(result_));
    const auto* run = std::get_if<SuiteResult>(&held);
    if (run == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat(result_, " is the result of one replay, not of a suite"));
    }
    IOREEL_RETURN_IF_ERROR(CheckOf(suite, *run));
    absl::StatusOr<SuiteReference> reference = MakeReference(*run, device_);
    if (!reference.ok()) {
      return WithExitCode(Annotate(reference.status(), result_), ExitCode::kInvalid);
    }
    (run->scope == "quick" ? suite.quick_reference : suite.full_reference) = *reference;
    IOREEL_RETURN_IF_ERROR(WriteSuite(suite, suite_.path()));
    Print(absl::StrCat(Printable(suite_.path()), ": 1000 points of a ", run->scope, " run are now ",
                       Printable(reference->device), "\n"));
    return ExitCode::kOk;
  }

 private:
  /// Whether the run is of the suite as it is now.
  absl::Status CheckOf(const Suite& suite, const SuiteResult& run) const {
    const auto other = [this](absl::string_view why) {
      return WithExitCode(absl::FailedPreconditionError(absl::StrCat(
                              result_, " is not of the suite ", suite_.path(), ": ", why)),
                          ExitCode::kIncomparable);
    };
    if (run.suite != suite.identity) return other("another name or version");
    for (const SuiteTraceResult& trace : run.traces) {
      const SuiteTrace* known = suite.Find(trace.name);
      if (known == nullptr) return other(absl::StrCat("it has no trace ", trace.name));
      if (known->digest != trace.digest) return other(absl::StrCat(trace.name, " has changed"));
    }
    const size_t wanted = run.scope == "quick" ? suite.quick.size() : suite.traces.size();
    return run.scope == "part" || run.traces.size() == wanted ? absl::OkStatus()
                                                              : other("it has other traces");
  }

  SuiteOption suite_;
  std::string result_, device_;
};

}  // namespace

std::unique_ptr<Command> MakeSuiteReferenceCommand() {
  return std::make_unique<SuiteReferenceCommand>();
}

}  // namespace ioreel
