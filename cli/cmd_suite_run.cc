#include <csignal>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analysis/report/suite_output.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/text_table.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/named_results.h"
#include "cli/replay_flags.h"
#include "cli/replay_outputs.h"
#include "cli/suite_option.h"
#include "cli/suite_plan.h"
#include "cli/suite_session.h"
#include "formats/result/result_file.h"
#include "replay/named_targets.h"
#include "replay/run/stop_signal.h"

namespace ioreel {
namespace {

class SuiteRunCommand : public Command {
 public:
  std::string name() const override { return "suite run"; }
  std::string summary() const override { return "Replay all traces of a suite, and score it"; }

  void Declare(FlagSet& flags) override {
    suite_.Declare(flags);
    flags.Option("-t,--target", &options_.replay.target,
                 "file or block device to replay on, or an array or cache of them (ioreel list "
                 "targets)",
                 "TARGET");
    flags.Option("-o,--output", &output_, "write the result here; required, but for --dry-run",
                 "suite.json");
    flags.Option("--passes", &options_.passes, "replay every trace so often");
    flags.Flag("--quick", &options_.quick,
               "one pass of the few traces that the suite names for it");
    flags.Option("--traces", &traces_, "only these, by name; the suite gets no score then",
                 "NAME,...");
    flags.Choice("--layout", &layout_, {"separate", "shared"},
                 "each trace has an area of the target to itself, or all begin at one place and "
                 "what one reads is written again before each replay");
    flags.Flag("--trim", &options_.trim,
               "discard the place of a trace before each replay, and write again what it reads");
    flags.Duration("--idle", &options_.idle_ns, "pause before each replay");
    flags.Option("--retries", &options_.retries,
                 "so many replays in all may be made again because they did not keep time");
    flags.Flag("--resume", &resume_, "go on where the run that wrote -o ended");
    flags.Flag("--dry-run", &dry_run_, "print the plan and stop");
    flags.Flag("--concat", &options_.replay.concat,
               "lay several devices of a trace on the target, one behind the other");
    replay_.Declare(flags, &options_.replay);
    flags.ExactNumbers();
    flags.Example("ioreel suite run --target /mnt/new/suite.img --create auto -o suite.json");
    flags.Example("ioreel suite run --quick --target /dev/sdb --allow-writes -o quick.json");
  }

  absl::StatusOr<ExitCode> Run() override {
    std::signal(SIGPIPE, SIG_IGN);
    const StopSignal stop;
    IOREEL_RETURN_IF_ERROR(Complete());
    IOREEL_ASSIGN_OR_RETURN(SuitePlan plan, PlanSuite(options_, stop.flag()));
    Print(PlanText(plan));
    if (dry_run_) {
      Print("dry run: nothing was done\n");
      return ExitCode::kOk;
    }
    SuiteSession session(std::move(plan), output_, options_.retries, stop.flag());
    if (resume_) IOREEL_RETURN_IF_ERROR(session.TakeKept());
    IOREEL_RETURN_IF_ERROR(session.Run());
    const SuiteScore score =
        ScoreSuite({output_, session.result()}, std::nullopt, /*allow_invalid=*/false);
    Print(absl::StrCat("\n", SuiteScoresText({&score, 1})));
    if (!session.result().complete) Print("go on with the same command and --resume\n");
    return CodeOf(score.outcome);
  }

 private:
  /// What the texts of the options say; what does not fit together.
  absl::Status Complete() {
    if (options_.replay.target.empty()) {
      return UsageError("--target is missing: name the file or device to replay on");
    }
    if (output_.empty() && !dry_run_) return UsageError("-o is missing: a file for the result");
    constexpr int kMostPasses = 99;
    if (options_.passes < 1 || options_.passes > kMostPasses || options_.retries < 0) {
      return UsageError(absl::StrCat("--passes takes 1 to ", kMostPasses, ", --retries 0 or more"));
    }
    if (options_.quick && (!traces_.empty() || options_.passes != SuiteRunOptions().passes)) {
      return UsageError(
          "--quick is one pass of the traces that the suite names: it goes with "
          "neither --passes nor --traces");
    }
    if (options_.trim && options_.replay.read_only) {
      return UsageError("--trim destroys what --read-only is to keep");
    }
    if (options_.quick) options_.passes = 1;
    if (!traces_.empty()) options_.traces = absl::StrSplit(traces_, ',');
    options_.shared = layout_ == "shared";
    IOREEL_RETURN_IF_ERROR(replay_.Complete(&options_.replay));
    const auto targets = NameTargets(options_.replay);
    if (!targets.ok()) return UsageError(targets.status().message());
    IOREEL_ASSIGN_OR_RETURN(options_.suite, suite_.Read());
    options_.suite_path = suite_.path();
    IOREEL_RETURN_IF_ERROR(CheckFiles());
    if (resume_ && std::filesystem::exists(options_.replay.target)) options_.replay.create.clear();
    return absl::OkStatus();
  }

  absl::Status CheckFiles() const {
    for (const SuiteTrace& trace : options_.suite.traces) {
      SessionOptions replay = options_.replay;
      replay.trace = {SuiteTracePath(suite_.path(), trace)};
      if (!std::filesystem::exists(replay.trace.front())) continue;  // the plan tells of it
      IOREEL_RETURN_IF_ERROR(CheckFilesAreApart(replay, output_));
    }
    if (!output_.empty() && IsSameFile(output_, suite_.path())) {
      return UsageError(
          absl::StrCat("-o ", output_, " would replace the suite; name another file"));
    }
    if (output_.empty() || resume_) return absl::OkStatus();
    IOREEL_RETURN_IF_ERROR(AtomicFile::CheckReplaceable(output_));
    const absl::StatusOr<AnyResult> held = ReadResult(output_);
    const auto* kept = held.ok() ? std::get_if<SuiteResult>(&*held) : nullptr;
    if (kept == nullptr || kept->complete) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat(output_,
                     " holds a run that was stopped; go on with it with --resume, or name "
                     "another file with -o"));
  }

  std::string PlanText(const SuitePlan& plan) const {
    const SuiteResult& suite = plan.empty;
    TextTable table;
    table.AddRow({"trace", "at", "area", "recorded"});
    int64_t once_ns = 0;
    for (size_t i = 0; i < plan.traces.size(); ++i) {
      const SuiteTraceResult& trace = suite.traces[i];
      const int64_t expected_ns = plan.traces[i].expected_ns;
      once_ns += expected_ns;
      table.AddRow({trace.name, FormatSize(trace.begin_bytes), FormatSize(trace.length_bytes),
                    FormatDuration(expected_ns - suite.idle_ns)});
    }
    const std::string passes = suite.passes == 1 ? "1 pass" : absl::StrCat(suite.passes, " passes");
    return absl::StrCat(
        "suite ", Printable(suite.suite.name), ", version ", suite.suite.version, ", ", suite.scope,
        ", on ", Printable(options_.replay.target), ", ", suite.layout, " areas\n\n",
        table.Format(), "\n", FormatCount(plan.traces.size(), "trace"), " × ", passes, ": ",
        FormatDuration(once_ns * suite.passes), " on a drive like the recorded ones, ",
        FormatDuration(suite.idle_ns), " of rest before each included\n");
  }

  SuiteOption suite_;
  SuiteRunOptions options_;
  ReplayFlags replay_;
  std::string output_, traces_, layout_ = "separate";
  bool resume_ = false, dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSuiteRunCommand() { return std::make_unique<SuiteRunCommand>(); }

}  // namespace ioreel
