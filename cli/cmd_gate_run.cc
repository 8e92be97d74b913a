#include <cmath>
#include <csignal>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "analysis/gate/gate.h"
#include "base/console.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/gate_reports.h"
#include "cli/pair_session.h"
#include "cli/policy_option.h"
#include "cli/replay_flags.h"
#include "cli/replay_outputs.h"
#include "cli/target_pair.h"
#include "cli/trace_input.h"
#include "replay/run/stop_signal.h"

namespace ioreel {
namespace {

class GateRunCommand : public Command {
 public:
  std::string name() const override { return "gate run"; }
  std::string summary() const override {
    return "Replay traces on two targets in turn, and judge the second by the first";
  }

  void Declare(FlagSet& flags) override {
    trace_.Declare(flags);
    targets_.Declare(flags);
    flags.Option("-o,--output", &folder_,
                 "keep every result in this folder; required, but for --dry-run", "FOLDER");
    flags.Flag("--resume", &resume_, "go on where a session that kept its results there ended");
    flags.Option("--pairs", &pairs_, "judge once, after so many pairs; 0 = at the policy's looks");
    flags.Option("--retries", &retries_,
                 "so many pairs in all may be made again because a run did not keep time");
    flags.Flag("--dry-run", &dry_run_, "print the plan and stop");
    policy_.Declare(flags);
    reports_.Declare(flags);
    flags.Flag("--concat", &options_.concat,
               "lay several devices of a trace on the target, one behind the other");
    replay_.Declare(flags, &options_);
    flags.ExactNumbers();
    flags.Example(
        "ioreel gate run app.ioreel --base-target /mnt/old/f --cand-target /mnt/new/f --create "
        "auto -o session");
    flags.Example(
        "ioreel gate run app.ioreel --base-target sim:1g:read=80us --cand-target "
        "sim:1g:read=90us -o session");
  }

  absl::StatusOr<ExitCode> Run() override {
    std::signal(SIGPIPE, SIG_IGN);
    const StopSignal stop;
    IOREEL_ASSIGN_OR_RETURN(const GatePolicy policy, policy_.Policy());
    IOREEL_ASSIGN_OR_RETURN(const std::vector<PairedTrace> traces, Complete(policy, stop.flag()));
    PairSession session(traces, folder_, retries_, stop.flag());
    IOREEL_RETURN_IF_ERROR(session.Plan());
    WarnOfSameTargets(traces.front());
    const GateReport plans =
        JudgePlans(session.planned().base, session.planned().candidate, policy, OptionsFor(policy));
    if (plans.outcome != GateOutcome::kPass) return reports_.Write(plans);
    WarnOfFewPairs(plans, LooksFor(policy).back());
    if (dry_run_) {
      Print("dry run: nothing was done\n");
      return ExitCode::kOk;
    }
    IOREEL_RETURN_IF_ERROR(session.Prepare(resume_));
    IOREEL_ASSIGN_OR_RETURN(const GateReport report, Decide(policy, &session));
    return reports_.Write(report);
  }

 private:
  absl::StatusOr<std::vector<PairedTrace>> Complete(const GatePolicy& policy,
                                                    const std::atomic<bool>* stop) {
    if (folder_.empty() && !dry_run_) return UsageError("-o is missing: a folder for the results");
    constexpr int kMostPairs = 999;
    if (pairs_ < 0 || pairs_ > kMostPairs || retries_ < 0) {
      return UsageError(absl::StrCat("--pairs takes 1 to ", kMostPairs, ", --retries 0 or more"));
    }
    IOREEL_RETURN_IF_ERROR(CheckPairsCanDecide(policy));
    options_.from_format = trace_.format();
    options_.read = trace_.options();
    IOREEL_RETURN_IF_ERROR(replay_.Complete(&options_));
    IOREEL_RETURN_IF_ERROR(reports_.Complete());
    IOREEL_RETURN_IF_ERROR(reports_.CheckApartFrom(Inputs()));
    IOREEL_ASSIGN_OR_RETURN(std::vector<PairedTrace> traces,
                            targets_.Pair(trace_.paths(), options_, stop));
    if (resume_) KeepMadeTargets(&traces);
    for (const PairedTrace& trace : traces) {
      for (const std::string& report : reports_.paths()) {
        IOREEL_RETURN_IF_ERROR(CheckFilesAreApart(trace.base, report));
        IOREEL_RETURN_IF_ERROR(CheckFilesAreApart(trace.candidate, report));
      }
    }
    return traces;
  }

  /// A session that goes on has made its files before.
  static void KeepMadeTargets(std::vector<PairedTrace>* traces) {
    for (PairedTrace& trace : *traces) {
      for (SessionOptions* options : {&trace.base, &trace.candidate}) {
        if (std::filesystem::exists(options->target)) options->create.clear();
      }
    }
  }

  /// Those of the policy were checked when it was read. The smallest p of n pairs is 2⁻ⁿ.
  absl::Status CheckPairsCanDecide(const GatePolicy& policy) const {
    if (pairs_ == 0 || std::ldexp(1.0, -pairs_) < policy.alpha) return absl::OkStatus();
    return UsageError(absl::StrCat("--pairs ", pairs_, " can never decide at alpha ", policy.alpha,
                                   "; make more pairs"));
  }

  /// That is how a machine is measured against itself; else it is a mistake.
  void WarnOfSameTargets(const PairedTrace& trace) {
    if (!AreSameTarget(trace.base.target, trace.candidate.target)) return;
    warnings_.push_back(absl::StrCat(trace.base.target, " and ", trace.candidate.target,
                                     " are one target: it is held against itself, which tells how "
                                     "much runs vary, and nothing else"));
    LogWarning(warnings_.back());
  }

  /// Files that are read, and folders of which all results are.
  std::vector<std::string> Inputs() const {
    std::vector<std::string> inputs;
    if (!policy_.path().empty()) inputs.push_back(policy_.path());
    if (folder_.empty()) return inputs;
    for (const auto side : {PairStore::Side::kBase, PairStore::Side::kCandidate}) {
      inputs.push_back(absl::StrCat(folder_, "/", PairStore::SideName(side)));
    }
    return inputs;
  }

  /// As the report will, but before any is made.
  static void WarnOfFewPairs(const GateReport& plans, int most) {
    if (std::ldexp(plans.required, -most) < plans.alpha) return;
    LogWarning(absl::StrCat(most, " pairs can show no regression where p is adjusted for ",
                            plans.required, " required tests and must be below ", plans.alpha,
                            "; make more, or require less"));
  }

  std::vector<int> LooksFor(const GatePolicy& policy) const {
    return pairs_ > 0 ? std::vector<int>{pairs_} : policy.looks;
  }
  GateOptions OptionsFor(const GatePolicy& policy) const {
    return {.vary = {Vary::kTarget, Vary::kFilesystem},
            .paired = true,
            .looks = static_cast<int>(LooksFor(policy).size()),
            .warnings = warnings_};
  }

  /// Pairs, until a look decides or there are no more.
  absl::StatusOr<GateReport> Decide(const GatePolicy& policy, PairSession* session) const {
    const std::vector<int> looks = LooksFor(policy);
    GateOptions options = OptionsFor(policy);
    while (true) {
      const int pairs = looks[static_cast<size_t>(options.look - 1)];
      while (session->pairs() < pairs) {
        IOREEL_ASSIGN_OR_RETURN(const auto hopeless, AddPair(policy, options, session));
        if (hopeless) return *hopeless;
      }
      GateReport report = Judged(policy, options, *session);
      if (report.outcome != GateOutcome::kInconclusive || options.look == options.looks) {
        return report;
      }
      LogInfo(absl::StrCat("inconclusive after ", pairs, " pairs: more are made"));
      ++options.look;
    }
  }

  static GateReport Judged(const GatePolicy& policy, GateOptions options,
                           const PairSession& session) {
    if (session.rejected() > 0) {
      options.warnings.push_back(absl::StrCat(
          FormatCount(static_cast<uint64_t>(session.rejected()), "pair"), " did not keep time and ",
          session.rejected() == 1 ? "was" : "were", " made again"));
    }
    return JudgeGate(session.results().base, session.results().candidate, policy, options);
  }

  /// The report, where runs went wrong or cannot be compared, so that more of them are of no use.
  absl::StatusOr<std::optional<GateReport>> AddPair(const GatePolicy& policy,
                                                    const GateOptions& options,
                                                    PairSession* session) const {
    if (resume_ && !session->is_warm()) {
      IOREEL_ASSIGN_OR_RETURN(const bool kept, session->TakeKept());
      if (kept) return std::nullopt;
    }
    if (!session->is_warm()) {
      IOREEL_RETURN_IF_ERROR(session->WarmUp());
      GateReport warm =
          JudgeGate(session->warm_up().base, session->warm_up().candidate, policy, options);
      if (warm.outcome == GateOutcome::kIncomparable) return warm;
    }
    IOREEL_RETURN_IF_ERROR(session->RunPair());
    GateReport report = Judged(policy, options, *session);
    const bool is_hopeless =
        report.outcome == GateOutcome::kInvalid || report.outcome == GateOutcome::kIncomparable;
    return is_hopeless ? std::optional<GateReport>(std::move(report)) : std::nullopt;
  }

  TraceInput trace_;
  ReplayFlags replay_;
  SessionOptions options_;
  PolicyOption policy_;
  GateReports reports_;
  TargetPair targets_;
  std::string folder_;
  std::vector<std::string> warnings_;
  int pairs_ = 0, retries_ = 3;
  bool resume_ = false, dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeGateRunCommand() { return std::make_unique<GateRunCommand>(); }

}  // namespace ioreel
