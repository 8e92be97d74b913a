#include <string.h>

#include <csignal>

#include "absl/strings/str_cat.h"
#include "analysis/stats/steady_state.h"
#include "analysis/sweep/sweep_figures.h"
#include "base/console.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/load_runner.h"
#include "cli/target_options.h"
#include "replay/run/pause.h"
#include "replay/run/stop_signal.h"
#include "traces/synth/pattern.h"

namespace ioreel {
namespace {

/// A load to a whole target, and how deep.
struct Load {
  const char* pattern;
  int depth;
};
constexpr Load kTrim{"trim", 1};
constexpr Load kFill{"seqwrite,bs=128k", 32};  // SNIA PTS's and PCMark 8's length
constexpr Load kDegrade{"degrade", 32};        // PCMark 8's
constexpr Load kSteady{"randwrite,bs=4k", 32};

class PrepareCommand : public Command {
 public:
  std::string name() const override { return "prepare"; }
  std::string summary() const override {
    return "Bring a drive into a known state: emptied, filled, worn, steady, rested";
  }

  void Declare(FlagSet& flags) override {
    flags.Option("-t,--target", &options_.target, "file, device or array; what it holds is lost",
                 "TARGET");
    flags.Flag("--purge", &purge_, "first of all, discard all of it");
    flags.Factor("--fill", &fill_, "write all of it so often, from begin to end: 2x");
    flags.Duration("--random", &random_ns_,
                   "then write at random places, 4 KiB to 1 MiB, for so long");
    flags.Flag("--steady", &steady_,
               "then write 4 KiB at random places, in rounds, until the drive is steady");
    flags.Duration("--round", &round_ns_, "length of such a round (60s)");
    flags.Flag("--trim", &trim_, "then discard all of it");
    flags.Duration("--idle", &idle_ns_, "at last, leave it alone for so long");
    flags.Size("--span", &span_bytes_, "only so much of the target; 0 = all");
    flags.Flag("--dry-run", &dry_run_, "check everything and stop");
    target_.Declare(flags, &options_);
    flags.ExactNumbers();
    flags.Example("ioreel prepare --target /dev/sdb --fill 2x --steady --allow-writes");
    flags.Example(
        "ioreel prepare --target /dev/sdb --fill 1x --trim --idle 15m --allow-writes   # a used "
        "drive");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(Complete());
    std::signal(SIGPIPE, SIG_IGN);
    const StopSignal stop;
    LoadRunner runner(options_, stop.flag());
    IOREEL_RETURN_IF_ERROR(Plan(&runner));
    if (dry_run_) {
      Print("dry run: nothing was done\n");
      return ExitCode::kOk;
    }
    IOREEL_ASSIGN_OR_RETURN(const bool sound, RunSteps(&runner, *stop.flag()));
    return sound ? ExitCode::kOk : ExitCode::kInvalid;
  }

 private:
  absl::Status Complete() {
    if (options_.target.empty()) return UsageError("--target is missing: what to prepare");
    if (!purge_ && fill_ == 0 && random_ns_ == 0 && !steady_ && !trim_ && idle_ns_ == 0) {
      return UsageError(
          "there is nothing to do: ask for some of --purge, --fill, --random, --steady, --trim, "
          "--idle");
    }
    if (round_ns_ == 0) return UsageError("--round 0 would measure nothing");
    if (options_.create == "auto") return UsageError("--create takes a size here: 10g");
    return target_.Complete(&options_);
  }

  /// Finds the target's size, and what stands against any of the steps.
  absl::Status Plan(LoadRunner* runner) {
    IOREEL_RETURN_IF_ERROR(runner->FindSpan(&span_bytes_));
    for (const auto& [wanted, load] :
         {std::pair(purge_ || trim_, kTrim), std::pair(fill_ > 0, kFill),
          std::pair(random_ns_ > 0, kDegrade), std::pair(steady_, kSteady)}) {
      if (!wanted) continue;
      IOREEL_ASSIGN_OR_RETURN(const Pattern pattern, runner->PatternFor(load.pattern, span_bytes_));
      IOREEL_RETURN_IF_ERROR(runner->Plan(pattern, load.depth).status());
    }
    if (runner->target().kind == "simulated") {
      LogWarning(absl::StrCat(options_.target,
                              " is simulated: it begins anew with each replay, and nothing of this "
                              "stays"));
    }
    return absl::OkStatus();
  }

  /// False: I/Os failed.
  absl::StatusOr<bool> RunSteps(LoadRunner* runner, const std::atomic<bool>& stop) {
    if (purge_) IOREEL_RETURN_IF_ERROR(Discard(runner, "purge"));
    if (fill_ > 0) IOREEL_RETURN_IF_ERROR(Fill(runner));
    if (random_ns_ > 0) {
      IOREEL_ASSIGN_OR_RETURN(const Pattern pattern,
                              runner->PatternFor(kDegrade.pattern, span_bytes_));
      IOREEL_ASSIGN_OR_RETURN(const RunResult run,
                              runner->RunFor(random_ns_, pattern, kDegrade.depth));
      Tell("random", run);
    }
    if (steady_) IOREEL_RETURN_IF_ERROR(WriteUntilSteady(runner));
    if (trim_) IOREEL_RETURN_IF_ERROR(Discard(runner, "trim"));
    if (idle_ns_ > 0) {
      Print(absl::StrCat("idle     ", FormatDuration(idle_ns_), "\n"));
      Pause(idle_ns_, stop);
    }
    return sound_;
  }

  absl::Status Discard(LoadRunner* runner, absl::string_view step) {
    IOREEL_ASSIGN_OR_RETURN(Pattern pattern, runner->PatternFor(kTrim.pattern, span_bytes_));
    pattern.bytes = span_bytes_;
    IOREEL_ASSIGN_OR_RETURN(const RunResult run, runner->RunAll(pattern, kTrim.depth));
    Tell(step, run);
    return absl::OkStatus();
  }

  absl::Status Fill(LoadRunner* runner) {
    IOREEL_ASSIGN_OR_RETURN(Pattern pattern, runner->PatternFor(kFill.pattern, span_bytes_));
    pattern.bytes = static_cast<uint64_t>(static_cast<double>(span_bytes_) * fill_);
    IOREEL_ASSIGN_OR_RETURN(const RunResult run, runner->RunAll(pattern, kFill.depth));
    Tell("fill", run);
    return absl::OkStatus();
  }

  absl::Status WriteUntilSteady(LoadRunner* runner) {
    IOREEL_ASSIGN_OR_RETURN(Pattern pattern, runner->PatternFor(kSteady.pattern, span_bytes_));
    std::vector<double> iops;
    while (iops.size() < SteadyState::kMostRounds && !JudgeSteadyState(iops).reached) {
      pattern.seed = iops.size() + 1;
      IOREEL_ASSIGN_OR_RETURN(const RunResult run,
                              runner->RunFor(round_ns_, pattern, kSteady.depth));
      iops.push_back(run.repeats.front().iops);
      if (iops.back() == 0) {
        return absl::FailedPreconditionError("a round did no I/O; give a longer --round");
      }
      Tell(absl::StrCat("round ", iops.size()), run);
    }
    const SteadyState state = JudgeSteadyState(iops);
    Print(absl::StrCat("steady   ", state.reached ? "reached" : "NOT reached", " after ",
                       iops.size(), " rounds: over the last ", SteadyState::kWindow, " IOPS span ",
                       FormatShare(state.range_share), " of their mean of ",
                       FormatCount(static_cast<uint64_t>(state.mean)), ", and their line moves by ",
                       FormatShare(state.slope_share), "\n"));
    return absl::OkStatus();
  }

  void Tell(absl::string_view step, const RunResult& run) {
    const RepeatResult& repeat = run.repeats.front();
    uint64_t bytes = 0;
    for (const OpSummary& op : repeat.ops) bytes += op.bytes;
    std::string text = absl::StrCat(step, std::string(9 - std::min<size_t>(8, step.size()), ' '),
                                    FormatSize(bytes), " in ", FormatDuration(repeat.elapsed_ns),
                                    ", ", FormatBandwidth(BytesPerSecond(repeat)), ", ",
                                    FormatCount(static_cast<uint64_t>(repeat.iops + 0.5)), " IOPS");
    for (const Substitution& change : repeat.substitutions) {
      absl::StrAppend(&text, "; ", FormatCount(change.count), " × ", change.what);
    }
    for (const ErrorSummary& error : repeat.errors) {
      sound_ = false;
      absl::StrAppend(&text, "; ", FormatCount(error.count), " FAILED: ", strerror(error.error),
                      ", the first at byte ", error.first_offset_bytes);
    }
    Print(text + "\n");
  }

  SessionOptions options_;
  TargetOptions target_;
  bool purge_ = false, trim_ = false, steady_ = false, dry_run_ = false, sound_ = true;
  double fill_ = 0;
  int64_t random_ns_ = 0, idle_ns_ = 0, round_ns_ = 60'000'000'000;
  uint64_t span_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakePrepareCommand() { return std::make_unique<PrepareCommand>(); }

}  // namespace ioreel
