#include "replay/session.h"

#include <unistd.h>

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/opened_engine.h"
#include "replay/opened_target.h"
#include "replay/plan/plan_text.h"
#include "replay/plan/trace_survey.h"
#include "replay/prime/prime_plan.h"
#include "replay/prime/write_back.h"
#include "replay/repeat.h"
#include "replay/replay_trace.h"
#include "replay/run/run_facts.h"
#include "replay/run/sample_file.h"
#include "replay/safety/preflight.h"
#include "replay/safety/scratch_file.h"
#include "replay/safety/taint.h"

namespace ioreel {
namespace {

class Session {
 public:
  Session(const SessionOptions& options, const std::atomic<bool>* stop, SessionUi* ui)
      : options_(options), stop_(stop), ui_(ui) {}

  /// A file that was made for nothing is taken away again.
  ~Session() {
    if (!created_.empty()) unlink(created_.c_str());
  }

  absl::StatusOr<std::optional<RunResult>> Run() {
    IOREEL_RETURN_IF_ERROR(LookAtTrace());
    IOREEL_RETURN_IF_ERROR(LookAtTarget());
    IOREEL_RETURN_IF_ERROR(Plan());
    if (options_.dry_run) return std::optional<RunResult>();
    IOREEL_RETURN_IF_ERROR(TakeTarget());
    IOREEL_RETURN_IF_ERROR(TakeEngine());
    IOREEL_ASSIGN_OR_RETURN(RunResult result, Replay());
    created_.clear();
    return std::optional<RunResult>(std::move(result));
  }

 private:
  absl::Status LookAtTrace();
  absl::Status LookAtTarget();
  absl::Status Plan();
  absl::Status TakeTarget();
  absl::Status TakeEngine();
  absl::StatusOr<RunResult> Replay();

  /// A repeat begins with caches that are empty, and leaves members that hold all data.
  absl::Status EmptyCaches() {
    return ioreel::EmptyCaches(target_->target(), target_->fds(),
                               engine_plan_.kind->real ? engine_plan_.choice.name : "");
  }
  bool DoesIo() const { return named_engine_ == nullptr || named_engine_->real; }
  OpenedTarget::Writes Writes() const {
    return preflight_.writes || priming_.primes() ? OpenedTarget::Writes::kAll
                                                  : OpenedTarget::Writes::kByReads;
  }
  bool RemovesData() const {
    const TraceScan& scan = survey_.scan;
    return scan.of(Op::kDiscard).count + scan.of(Op::kSecureErase).count > 0;
  }

  const SessionOptions& options_;
  const std::atomic<bool>* const stop_;
  SessionUi* const ui_;

  std::optional<ReplayTrace> trace_;
  TraceSurvey survey_;
  std::optional<OpenedTarget> target_;
  Preflight preflight_;
  PrimePlan priming_;
  std::string created_;  ///< a file made by this session, until its first result

  const EngineKind* named_engine_ = nullptr;  ///< null = auto
  EnginePlan engine_plan_;
  OpenedEngine engine_;
};

absl::Status Session::LookAtTrace() {
  IOREEL_ASSIGN_OR_RETURN(named_engine_, NamedEngine(options_));
  IOREEL_ASSIGN_OR_RETURN(trace_,
                          ReplayTrace::Find(options_.trace, options_.from_format, options_.read));
  IOREEL_ASSIGN_OR_RETURN(survey_, SurveyTrace(*trace_, options_, stop_));
  ui_->ReportImport(survey_.log);
  return options_.allow_tainted ? absl::OkStatus() : CheckUntainted(survey_, trace_->name());
}

absl::Status Session::LookAtTarget() {
  if (options_.create.empty()) {
    IOREEL_ASSIGN_OR_RETURN(target_, OpenedTarget::Open(options_.target));
  } else {
    uint64_t size_bytes = 0;
    if (options_.create != "auto") {
      IOREEL_ASSIGN_OR_RETURN(size_bytes, ParseSize(options_.create));
    } else {
      IOREEL_ASSIGN_OR_RETURN(size_bytes, NeededBytes(options_, survey_));
    }
    IOREEL_ASSIGN_OR_RETURN(target_, OpenedTarget::Foresee(options_.target, size_bytes));
  }
  std::vector<std::string> paths;
  for (const Device& device : target_->devices()) paths.push_back(device.path());
  return CheckOverwritesAreTargets(options_.consent, paths);
}

absl::Status Session::Plan() {
  IOREEL_ASSIGN_OR_RETURN(preflight_, FitToTarget(options_, survey_, target_->limits()));
  for (const std::string& line : DescribePlan(options_, survey_, preflight_, target_->facts())) {
    ui_->Say(line);
  }
  for (const std::string& line : DescribeMembers(target_->facts())) ui_->Say(line);
  for (const Device& device : target_->devices()) {
    const std::string text = PathText(device.path());
    if (options_.create.empty() && text != device.path()) ui_->Say("link         " + text);
  }
  IOREEL_ASSIGN_OR_RETURN(engine_plan_, PlanEngine(options_, survey_, target_->fds()));
  const EngineChoice& engine = engine_plan_.choice;
  if (!DoesIo()) {
    ui_->Say(absl::StrCat("engine       ", engine.name, ": no I/O is done"));
    return absl::OkStatus();
  }
  if (named_engine_ == nullptr) {
    ui_->Say(absl::StrCat("engine       ", engine.name, ": ", engine.reason));
  }
  IOREEL_ASSIGN_OR_RETURN(
      priming_, PrimePlan::Make(options_, *trace_, survey_, preflight_, stop_, &*target_));
  if (!priming_.text().empty()) ui_->Say(priming_.text());
  for (const std::string& doubt : target_->doubts()) LogWarning(doubt);
  if (!target_->facts().direct) {
    LogWarning(absl::StrCat(options_.target,
                            " is reached through the page cache: memory is measured, and no "
                            "score is given"));
  }
  return options_.create.empty() ? target_->JudgeWrites(options_.consent, Writes())
                                 : absl::OkStatus();
}

absl::Status Session::TakeTarget() {
  if (!DoesIo()) return absl::OkStatus();
  if (!options_.create.empty()) {
    const std::string path = target_->path();
    IOREEL_RETURN_IF_ERROR(CreateScratchFile(path, target_->limits().size_bytes));
    created_ = path;
    IOREEL_ASSIGN_OR_RETURN(target_, OpenedTarget::Open(options_.target));
    return target_->GrantWrites({.overwrite = {path}}, OpenedTarget::Writes::kAll);
  }
  return target_->GrantWrites(options_.consent, Writes());
}

absl::Status Session::TakeEngine() {
  IOREEL_ASSIGN_OR_RETURN(engine_, OpenEngine(engine_plan_, options_, survey_, preflight_,
                                              *target_->target(), target_->fds()));
  return absl::OkStatus();
}

absl::StatusOr<RunResult> Session::Replay() {
  RunResult result = RunFacts(options_, survey_, target_->facts(), engine_plan_.choice);
  IOREEL_ASSIGN_OR_RETURN(result.trace.digest, trace_->Digest());
  result.trace.path = trace_->name();
  if (target_->is_single() && IsRecordedDevice(survey_, target_->devices().front())) {
    result.notes["self_replay"] = "true";
  }
  if (!engine_.engine->details().empty())
    result.notes["engine_details"] = engine_.engine->details();
  const bool closed_loop = IsClosedLoop(options_.mode);
  const WakeUpCost wake_up =
      closed_loop ? MeasureWakeUpCost(engine_plan_.kind->name) : WakeUpCost();
  if (closed_loop) {
    result.notes["wake_up_cost_ns"] = absl::StrCat(wake_up.wake_ns);
    result.notes["act_cost_ns"] = absl::StrCat(wake_up.act_ns);
  }
  const RepeatSetup setup = {.options = &options_,
                             .trace = &*trace_,
                             .survey = &survey_,
                             .preflight = &preflight_,
                             .target = target_->target(),
                             .members = result.target.members,
                             .fds = target_->fds(),
                             .buffers = engine_.buffers ? &*engine_.buffers : nullptr,
                             .engine = engine_.engine.get(),
                             .clock = engine_.clock.get(),
                             .virtual_time = engine_plan_.kind->virtual_time,
                             .depth = engine_plan_.depth,
                             .wake_up = wake_up,
                             .stop = stop_};
  for (int i = 1; i <= options_.repeats && !stop_->load(); ++i) {
    if (i == 1 || RemovesData()) {
      IOREEL_RETURN_IF_ERROR(priming_.Run(options_, &*target_, engine_plan_.choice.name, stop_));
      IOREEL_RETURN_IF_ERROR(EmptyCaches());
    }
    std::unique_ptr<SampleFile> samples;
    if (!options_.samples_path.empty()) {
      IOREEL_ASSIGN_OR_RETURN(
          samples, SampleFile::Create(SamplesPath(options_.samples_path, i, options_.repeats)));
    }
    const std::string label =
        options_.repeats == 1 ? "replay" : absl::StrCat("replay ", i, "/", options_.repeats);
    IOREEL_ASSIGN_OR_RETURN(RepeatOutcome repeat, RunRepeat(setup, label, samples.get()));
    IOREEL_RETURN_IF_ERROR(EmptyCaches());
    AddRecorded(options_, survey_, repeat.plan, &result.trace);
    result.notes.insert(repeat.notes.begin(), repeat.notes.end());
    result.repeats.push_back(std::move(repeat.result));
    if (samples) {
      IOREEL_RETURN_IF_ERROR(samples->Finish(SampleInfo(result)));
    }
  }
  return result;
}

}  // namespace

absl::StatusOr<std::optional<RunResult>> RunSession(const SessionOptions& options,
                                                    const std::atomic<bool>* stop, SessionUi* ui) {
  return Session(options, stop, ui).Run();
}

}  // namespace ioreel
