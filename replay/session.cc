#include "replay/session.h"

#include <unistd.h>

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "replay/opened_engine.h"
#include "replay/opened_volumes.h"
#include "replay/plan/mapping_forecast.h"
#include "replay/plan/plan_text.h"
#include "replay/plan/trace_survey.h"
#include "replay/prime/growth.h"
#include "replay/prime/payload_rate.h"
#include "replay/prime/prime_plan.h"
#include "replay/prime/write_back.h"
#include "replay/repeat.h"
#include "replay/replay_trace.h"
#include "replay/run/pause.h"
#include "replay/run/run_facts.h"
#include "replay/run/sample_file.h"
#include "replay/safety/identity.h"
#include "replay/safety/preflight.h"
#include "replay/safety/taint.h"

namespace ioreel {
namespace {

class Session {
 public:
  Session(const SessionOptions& options, const std::atomic<bool>* stop, SessionUi* ui)
      : options_(options), stop_(stop), ui_(ui) {}

  /// A file that was made for nothing is taken away again.
  ~Session() {
    for (const std::string& path : created_) unlink(path.c_str());
  }

  absl::StatusOr<std::optional<RunResult>> Run() {
    IOREEL_RETURN_IF_ERROR(LookAtTrace());
    IOREEL_RETURN_IF_ERROR(LookAtTargets());
    IOREEL_RETURN_IF_ERROR(Plan());
    ui_->Planned(RunFacts(options_, survey_, targets_->facts(), engine_plan_.choice));
    if (options_.dry_run) return std::optional<RunResult>();
    IOREEL_RETURN_IF_ERROR(TakeTargets());
    IOREEL_RETURN_IF_ERROR(TakeEngine());
    IOREEL_ASSIGN_OR_RETURN(RunResult result, Replay());
    created_.clear();
    return std::optional<RunResult>(std::move(result));
  }

 private:
  absl::Status LookAtTrace();
  absl::Status LookAtTargets();
  absl::Status Plan();
  absl::Status Fit();
  absl::Status SayMapping();
  absl::Status PlanTarget(size_t i);
  absl::Status TakeTargets();
  absl::Status TakeEngine();
  absl::Status PrimeTargets();
  absl::Status Prepare(int repeat);
  bool IsSelfReplay() const;
  void Abandon();
  /// What is measured so far is the result.
  static void GoOnWithout(const absl::Status& status) {
    LogWarning(absl::StrCat(status.message(), "; no further repeat is made"));
  }
  absl::StatusOr<RunResult> Facts() const;
  std::string LabelOf(int repeat) const;
  absl::StatusOr<RunResult> Replay();

  /// A repeat begins with caches that are empty, and leaves members that hold all data.
  absl::Status EmptyCaches();
  bool DoesIo() const { return named_engine_ == nullptr || named_engine_->real; }
  OpenedTarget::Writes Writes(size_t i) const {
    return preflights_[i].writes || primings_[i].primes() ? OpenedTarget::Writes::kAll
                                                          : OpenedTarget::Writes::kByReads;
  }

  const SessionOptions& options_;
  const std::atomic<bool>* const stop_;
  SessionUi* const ui_;

  std::optional<ReplayTrace> trace_;
  TraceSurvey survey_;
  std::optional<OpenedVolumes> targets_;
  std::vector<Preflight> preflights_;  ///< by volume, as primings_
  std::vector<PrimePlan> primings_;    ///< none where no I/O is done
  std::vector<std::string> created_;   ///< files made by this session, until its first result

  const EngineKind* named_engine_ = nullptr;  ///< or that of simulated drives; null = auto
  EnginePlan engine_plan_;
  OpenedEngine engine_;
};

absl::Status Session::LookAtTrace() {
  IOREEL_ASSIGN_OR_RETURN(named_engine_, NamedEngine(options_));
  IOREEL_ASSIGN_OR_RETURN(trace_, ReplayTrace::Find(options_));
  IOREEL_ASSIGN_OR_RETURN(survey_, SurveyTrace(*trace_, options_, stop_));
  ui_->ReportImport(survey_.log);
  return options_.allow_tainted ? absl::OkStatus() : CheckUntainted(survey_, trace_->name());
}

absl::Status Session::LookAtTargets() {
  IOREEL_ASSIGN_OR_RETURN(targets_, OpenedVolumes::Open(options_, survey_));
  if (!targets_->drives().empty()) {
    IOREEL_ASSIGN_OR_RETURN(named_engine_, FindEngine("sim"));
  }
  return CheckOverwritesAreTargets(options_.consent, targets_->paths());
}

absl::Status Session::Fit() {
  for (size_t i = 0; i < targets_->size(); ++i) {
    auto preflight = FitToTarget(options_, survey_.layout.volumes[i], (*targets_)[i].limits());
    if (!preflight.ok() && targets_->size() > 1) {
      return Annotate(preflight.status(), survey_.layout.volumes[i].origin);
    }
    if (!preflight.ok()) return preflight.status();
    preflights_.push_back(*std::move(preflight));
  }
  return absl::OkStatus();
}

absl::Status Session::SayMapping() {
  IOREEL_ASSIGN_OR_RETURN(
      const std::vector<Substitution> changes,
      FindChanges(*trace_, survey_, preflights_, options_.split_bytes, targets_->target(), stop_));
  std::vector<PlannedVolume> planned;
  for (size_t i = 0; i < targets_->size(); ++i) {
    planned.push_back({&preflights_[i], (*targets_)[i].facts()});
  }
  for (const std::string& line : DescribePlan(options_, survey_, planned, changes)) {
    ui_->Say(line);
  }
  for (const std::string& path : targets_->paths()) {
    const std::string text = PathText(path);
    if (options_.create.empty() && text != path) ui_->Say("link         " + text);
  }
  return absl::OkStatus();
}

absl::Status Session::Plan() {
  IOREEL_RETURN_IF_ERROR(Fit());
  IOREEL_RETURN_IF_ERROR(SayMapping());
  IOREEL_ASSIGN_OR_RETURN(engine_plan_, PlanEngine(options_, survey_, *targets_));
  const EngineChoice& engine = engine_plan_.choice;
  if (!DoesIo()) {
    ui_->Say(absl::StrCat("engine       ", engine.name, ": no I/O is done"));
    return absl::OkStatus();
  }
  if (named_engine_ == nullptr) {
    ui_->Say(absl::StrCat("engine       ", engine.name, ": ", engine.reason));
  }
  std::vector<Growth> growths;
  for (size_t i = 0; i < targets_->size(); ++i) {
    IOREEL_RETURN_IF_ERROR(PlanTarget(i));
    const std::vector<Growth>& more = primings_[i].growths();
    growths.insert(growths.end(), more.begin(), more.end());
  }
  ui_->PlannedGrowth(growths);
  return CheckRoom(growths);
}

absl::Status Session::PlanTarget(size_t i) {
  OpenedTarget& target = (*targets_)[i];
  const auto volume = static_cast<uint16_t>(i);
  IOREEL_ASSIGN_OR_RETURN(PrimePlan priming, PrimePlan::Make(options_, *trace_, survey_, volume,
                                                             preflights_[i], stop_, &target));
  primings_.push_back(std::move(priming));
  for (const std::string& line : primings_[i].lines()) ui_->Say(line);
  for (const std::string& doubt : target.doubts()) ui_->Doubt(doubt);
  if (!target.facts().direct) {
    ui_->Doubt(absl::StrCat(target.facts().spec,
                            " is reached through the page cache: memory is measured, and no "
                            "score is given"));
  }
  return options_.create.empty() ? target.JudgeWrites(options_.consent, Writes(i))
                                 : absl::OkStatus();
}

absl::Status Session::TakeTargets() {
  if (!DoesIo()) return absl::OkStatus();
  for (size_t i = 0; i < targets_->size() && options_.create.empty(); ++i) {
    for (const Device& device : (*targets_)[i].devices()) {
      IOREEL_RETURN_IF_ERROR(CheckSameAsOpened(device));
    }
  }
  for (size_t i = 0; i < targets_->size(); ++i) {
    if (options_.create.empty()) {
      IOREEL_RETURN_IF_ERROR((*targets_)[i].GrantWrites(options_.consent, Writes(i)));
      continue;
    }
    IOREEL_RETURN_IF_ERROR(targets_->Create(i, &created_));
    IOREEL_RETURN_IF_ERROR(
        (*targets_)[i].GrantWrites({.overwrite = created_}, OpenedTarget::Writes::kAll));
  }
  return absl::OkStatus();
}

absl::Status Session::TakeEngine() {
  IOREEL_ASSIGN_OR_RETURN(engine_, OpenEngine(engine_plan_, options_, survey_, preflights_,
                                              *targets_->target(), targets_->fds()));
  return absl::OkStatus();
}

absl::Status Session::PrimeTargets() {
  for (size_t i = 0; i < primings_.size(); ++i) {
    IOREEL_RETURN_IF_ERROR(
        primings_[i].Run(options_, &(*targets_)[i], engine_plan_.choice.name, stop_));
  }
  return absl::OkStatus();
}

absl::Status Session::EmptyCaches() {
  const std::string engine = engine_plan_.kind->real ? engine_plan_.choice.name : "";
  for (size_t i = 0; i < targets_->size(); ++i) {
    OpenedTarget& target = (*targets_)[i];
    IOREEL_RETURN_IF_ERROR(
        ioreel::EmptyCaches(target.target(), target.fds(), engine, options_.io_timeout_ns));
  }
  return absl::OkStatus();
}

/// Without a first repeat there is no result.
absl::Status Session::Prepare(int repeat) {
  if (repeat == 1 || RemovesData(survey_.scan.all)) {
    IOREEL_RETURN_IF_ERROR(PrimeTargets());
    IOREEL_RETURN_IF_ERROR(EmptyCaches());
  }
  if (DoesIo() && !engine_plan_.kind->virtual_time) Pause(options_.idle_ns, *stop_);
  if (repeat > 1 || !stop_->load()) return absl::OkStatus();
  return absl::CancelledError("interrupted before the first I/O");
}

bool Session::IsSelfReplay() const {
  for (size_t i = 0; i < targets_->size(); ++i) {
    const OpenedTarget& target = (*targets_)[i];
    if (!target.is_single() || target.is_simulated() ||
        !IsRecordedDevice(survey_, survey_.layout.volumes[i], target.devices().front())) {
      return false;
    }
  }
  return true;
}

/// The kernel still works on I/Os with these: they stay as they are until the process ends.
void Session::Abandon() {
  LogWarning(
      "I/Os that the target does not give back were given up; the process may not end "
      "before it does");
  new OpenedEngine(std::move(engine_));
  new OpenedVolumes(*std::move(targets_));
}

/// What a result says before anything was measured.
absl::StatusOr<RunResult> Session::Facts() const {
  RunResult result = RunFacts(options_, survey_, targets_->facts(), engine_plan_.choice);
  IOREEL_ASSIGN_OR_RETURN(result.trace.digest, trace_->Digest());
  result.trace.path = trace_->name();
  if (IsSelfReplay()) result.notes["self_replay"] = "true";
  if (options_.idle_cap_ns != kNoTime) {
    result.notes["idle_cut_ns"] = absl::StrCat(IdleCutNs(options_, survey_));
  }
  const std::string details = engine_.loops.front().engine->details();
  if (!details.empty()) result.notes["engine_details"] = details;
  return result;
}

std::string Session::LabelOf(int repeat) const {
  if (options_.repeats == 1) return options_.label;
  return absl::StrCat(options_.label, " ", repeat, "/", options_.repeats);
}

absl::StatusOr<RunResult> Session::Replay() {
  IOREEL_ASSIGN_OR_RETURN(RunResult result, Facts());
  OpenedLoop& first = engine_.loops.front();
  const bool closed_loop = IsClosedLoop(options_.mode);
  const WakeUpCost wake_up =
      closed_loop ? MeasureWakeUpCost(engine_plan_.kind->name) : WakeUpCost();
  if (closed_loop) {
    result.notes["wake_up_cost_ns"] = absl::StrCat(wake_up.wake_ns);
    result.notes["act_cost_ns"] = absl::StrCat(wake_up.act_ns);
  }
  const double payload_rate =
      first.buffers ? MeasurePayloadRate(&*first.buffers, options_.payload.stamp) : 0;
  const RepeatSetup setup = {.options = &options_,
                             .trace = &*trace_,
                             .survey = &survey_,
                             .preflights = &preflights_,
                             .target = targets_->target(),
                             .members = result.target.members,
                             .fds = targets_->fds(),
                             .loops = engine_.tools(),
                             .threads = engine_.threads.get(),
                             .clock = engine_.clock.get(),
                             .virtual_time = engine_plan_.kind->virtual_time,
                             .depth = engine_plan_.depth,
                             .wake_up = wake_up,
                             .stop = stop_};
  for (int i = 1; i <= options_.repeats && (i == 1 || !stop_->load()); ++i) {
    const absl::Status prepared = Prepare(i);
    if (!prepared.ok() && i == 1) return prepared;
    if (!prepared.ok()) return GoOnWithout(prepared), result;
    std::unique_ptr<SampleFile> samples;
    if (!options_.samples_path.empty()) {
      IOREEL_ASSIGN_OR_RETURN(
          samples, SampleFile::Create(SamplesPath(options_.samples_path, i, options_.repeats),
                                      options_.mode));
    }
    IOREEL_ASSIGN_OR_RETURN(RepeatOutcome repeat, RunRepeat(setup, LabelOf(i), samples.get()));
    AddRecorded(options_, survey_, repeat.plan, &result.trace);
    result.notes.insert(repeat.notes.begin(), repeat.notes.end());
    result.repeats.push_back(std::move(repeat.result));
    if (samples) {
      IOREEL_RETURN_IF_ERROR(samples->Finish(SampleInfo(result)));
    }
    if (repeat.abandoned > 0) return Abandon(), result;
    const absl::Status emptied = EmptyCaches();
    if (!emptied.ok()) return GoOnWithout(emptied), result;
    if (options_.stop_on_error && !result.repeats.back().errors.empty()) return result;
  }
  NotePayloadHeadroom(payload_rate, &result);
  return result;
}

}  // namespace

void SessionUi::Doubt(const std::string& doubt) { LogWarning(doubt); }

absl::StatusOr<std::optional<RunResult>> RunSession(const SessionOptions& options,
                                                    const std::atomic<bool>* stop, SessionUi* ui) {
  return Session(options, stop, ui).Run();
}

}  // namespace ioreel
