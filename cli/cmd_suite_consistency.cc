#include <csignal>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analysis/report/suite_output.h"
#include "base/console.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/consistency_phases.h"
#include "cli/load_runner.h"
#include "cli/named_results.h"
#include "cli/replay_flags.h"
#include "cli/suite_option.h"
#include "cli/suite_plan.h"
#include "cli/suite_session.h"
#include "formats/result/result_file.h"
#include "replay/run/pause.h"
#include "replay/run/stop_signal.h"
#include "traces/synth/pattern.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr char kFill[] = "seqwrite,bs=128k", kWear[] = "degrade";
constexpr int kDepth = 32;
constexpr double kFills = 2;  // of the drive, before the first phase

class SuiteConsistencyCommand : public Command {
 public:
  std::string name() const override { return "suite consistency"; }
  std::string summary() const override {
    return "Score a suite while a drive is worn, steady, and recovers, as PCMark 8 does";
  }

  void Declare(FlagSet& flags) override {
    suite_.Declare(flags);
    flags.Option("-t,--target", &options_.replay.target, "what it holds is lost", "TARGET");
    flags.Option("-o,--output", &folder_, "a result of each phase goes into this folder", "FOLDER");
    flags.Factor("--scale", &scale_,
                 "all times so many times as long; 1x takes 7.4 hours and the replays");
    flags.Option("--traces", &traces_, "replay only these, by name; phases get no score then",
                 "NAME,...");
    flags.Duration("--idle", &options_.idle_ns, "pause before each replay");
    flags.Size("--span", &span_bytes_, "wear only so much of the target; 0 = all");
    flags.Flag("--resume", &resume_, "go on where a test that wrote to -o ended");
    flags.Flag("--dry-run", &dry_run_, "check everything and stop");
    flags.Option("--retries", &options_.retries,
                 "so many replays of a phase may be made again because they did not keep time");
    replay_.Declare(flags, &options_.replay);
    flags.ExactNumbers();
    flags.Example("ioreel suite consistency --target /dev/sdb --allow-writes -o consistency");
    flags.Example(
        "ioreel suite consistency --target /dev/sdb --scale 0.1x --allow-writes -o consistency");
  }

  absl::StatusOr<ExitCode> Run() override {
    std::signal(SIGPIPE, SIG_IGN);
    const StopSignal stop;
    IOREEL_RETURN_IF_ERROR(Complete());
    LoadRunner loads(options_.replay, stop.flag());
    IOREEL_RETURN_IF_ERROR(Plan(&loads, stop.flag()));
    if (dry_run_) {
      Print("dry run: nothing was done\n");
      return ExitCode::kOk;
    }
    IOREEL_RETURN_IF_ERROR(MakeFolder());
    if (!resume_) IOREEL_RETURN_IF_ERROR(Fill(kFills, "precondition", &loads));
    std::vector<SuiteScore> scores;
    for (const ConsistencyPhase& phase : ConsistencyPhases(scale_)) {
      IOREEL_ASSIGN_OR_RETURN(const SuiteResult result, RunPhase(phase, &loads, stop.flag()));
      scores.push_back(ScoreSuite({phase.name, result}, std::nullopt, /*allow_invalid=*/false));
    }
    options_.replay.payload = {.compress_percent = 100};
    LoadRunner zeroes(options_.replay, stop.flag());
    IOREEL_RETURN_IF_ERROR(zeroes.FindSpan(&span_bytes_));
    IOREEL_RETURN_IF_ERROR(Fill(1, "clean-up", &zeroes));
    Print(SuiteScoresText(scores));
    return WorstOf(scores);
  }

 private:
  absl::Status Complete() {
    if (options_.replay.target.empty()) {
      return UsageError("--target is missing: name the file or device to wear");
    }
    if (folder_.empty() && !dry_run_) return UsageError("-o is missing: a folder for the results");
    if (!options_.replay.create.empty()) {
      return UsageError("--create: make the file before, with `ioreel prepare --create --fill`");
    }
    if (options_.retries < 0) return UsageError("--retries takes 0 or more");
    options_.passes = 1;
    if (!traces_.empty()) options_.traces = absl::StrSplit(traces_, ',');
    IOREEL_RETURN_IF_ERROR(replay_.Complete(&options_.replay));
    IOREEL_ASSIGN_OR_RETURN(options_.suite, suite_.Read());
    options_.suite_path = suite_.path();
    return absl::OkStatus();
  }

  /// Finds the target's size, and what stands against loads or traces.
  absl::Status Plan(LoadRunner* loads, const std::atomic<bool>* stop) {
    IOREEL_RETURN_IF_ERROR(loads->FindSpan(&span_bytes_));
    IOREEL_ASSIGN_OR_RETURN(const Pattern wear, loads->PatternFor(kWear, span_bytes_));
    IOREEL_RETURN_IF_ERROR(loads->Plan(wear, kDepth).status());
    if (loads->target().kind == "simulated") {
      LogWarning(absl::StrCat(options_.replay.target,
                              " is simulated: it begins anew with each replay, and does not wear"));
    }
    return PlanSuite(options_, stop).status();
  }

  std::string PathOf(const ConsistencyPhase& phase) const {
    return absl::StrCat(folder_, "/", phase.name, ".json");
  }

  /// What all phases of a test have in common.
  std::string Conditions() const {
    return absl::StrCat("target ", options_.replay.target, "\nsuite ", options_.suite.identity.name,
                        " ", options_.suite.identity.version, "\ntraces ", traces_, "\nscale ",
                        scale_, "\nspan ", span_bytes_, "\nidle ", options_.idle_ns, "\n");
  }

  absl::Status MakeFolder() const {
    const std::string path = absl::StrCat(folder_, "/conditions.txt");
    const absl::StatusOr<std::string> held = ReadFile(path);
    if (held.ok() && !resume_) {
      return absl::FailedPreconditionError(absl::StrCat(
          folder_,
          " holds results of a test; go on with --resume, or name another folder with -o"));
    }
    if (held.ok() && *held != Conditions()) {
      return WithExitCode(absl::FailedPreconditionError(absl::StrCat(
                              path,
                              " tells of other conditions than are asked for now; go on with "
                              "the same ones, or name another folder with -o")),
                          ExitCode::kIncomparable);
    }
    if (held.ok()) return absl::OkStatus();
    if (resume_) return absl::NotFoundError(absl::StrCat(folder_, " holds no test to go on with"));
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return absl::PermissionDeniedError(absl::StrCat(folder_, ": ", error.message()));
    IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
    IOREEL_RETURN_IF_ERROR(file.Append(Conditions()));
    return file.Commit();
  }

  absl::Status Fill(double times, absl::string_view what, LoadRunner* loads) const {
    IOREEL_ASSIGN_OR_RETURN(Pattern pattern, loads->PatternFor(kFill, span_bytes_));
    pattern.bytes = static_cast<uint64_t>(static_cast<double>(span_bytes_) * times);
    LogInfo(absl::StrCat(what, ": writing ", FormatSize(pattern.bytes)));
    return loads->RunAll(pattern, kDepth).status();
  }

  absl::Status Treat(const ConsistencyPhase& phase, LoadRunner* loads,
                     const std::atomic<bool>* stop) const {
    LogInfo(absl::StrCat(phase.name, phase.writes ? ": writing for " : ": resting for ",
                         FormatDuration(phase.length_ns)));
    if (!phase.writes) {
      Pause(phase.length_ns, *stop);
      return absl::OkStatus();
    }
    IOREEL_ASSIGN_OR_RETURN(Pattern pattern, loads->PatternFor(kWear, span_bytes_));
    pattern.seed = phase.seed;
    return loads->RunFor(phase.length_ns, pattern, kDepth).status();
  }

  static ExitCode WorstOf(const std::vector<SuiteScore>& scores) {
    Outcome worst = Outcome::kOk;
    for (const SuiteScore& score : scores) worst = WorseOf(worst, score.outcome);
    return CodeOf(worst);
  }

  absl::StatusOr<SuiteResult> RunPhase(const ConsistencyPhase& phase, LoadRunner* loads,
                                       const std::atomic<bool>* stop) const {
    const absl::StatusOr<AnyResult> held = ReadResult(PathOf(phase));
    const auto* kept = held.ok() ? std::get_if<SuiteResult>(&*held) : nullptr;
    if (resume_ && kept != nullptr && kept->complete) return *kept;
    IOREEL_RETURN_IF_ERROR(Treat(phase, loads, stop));
    IOREEL_ASSIGN_OR_RETURN(SuitePlan plan, PlanSuite(options_, stop));
    plan.written = true;
    SuiteSession session(std::move(plan), PathOf(phase), options_.retries, stop);
    IOREEL_RETURN_IF_ERROR(session.Run());
    if (session.result().complete) return session.result();
    return WithExitCode(
        absl::CancelledError("interrupted; go on with the same command and --resume"),
        ExitCode::kInvalid);
  }

  SuiteOption suite_;
  ReplayFlags replay_;
  SuiteRunOptions options_;
  std::string folder_, traces_;
  double scale_ = 1;
  uint64_t span_bytes_ = 0;
  bool resume_ = false, dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSuiteConsistencyCommand() {
  return std::make_unique<SuiteConsistencyCommand>();
}

}  // namespace ioreel
