#include "cli/suite_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/import_report.h"
#include "cli/load_runner.h"
#include "replay/plan/plan_text.h"
#include "replay/plan/trace_survey.h"
#include "replay/prime/growth.h"
#include "replay/replay_trace.h"
#include "replay/safety/preflight.h"
#include "replay/safety/taint.h"
#include "replay/session.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

/// Where an area may begin: a multiple of all block sizes, chunks of arrays and pages of flash.
constexpr uint64_t kAreaUnit = 1 << 20;

/// Hears what a plan knows; it says what may be wrong with a target once for all of them.
class PlanEar : public SessionUi {
 public:
  explicit PlanEar(std::set<std::string>* doubts) : doubts_(doubts) {}
  void Say(const std::string&) override {}
  void ReportImport(const ImportLog& log) override { PrintImportLog(log); }
  void Planned(const RunResult& facts) override { facts_ = facts; }
  void PlannedGrowth(const std::vector<Growth>& growths) override { growths_ = growths; }
  void Doubt(const std::string& doubt) override {
    if (doubts_->insert(doubt).second) LogWarning(doubt);
  }

  const RunResult& facts() const { return facts_; }
  const std::vector<Growth>& growths() const { return growths_; }

 private:
  std::set<std::string>* const doubts_;
  RunResult facts_;
  std::vector<Growth> growths_;
};

class SuitePlanner {
 public:
  SuitePlanner(const SuiteRunOptions& options, const std::atomic<bool>* stop)
      : options_(options), stop_(stop) {}

  absl::StatusOr<SuitePlan> Plan() {
    IOREEL_RETURN_IF_ERROR(Choose());
    for (const SuiteTrace* trace : chosen_) Note(trace->name, LayOut(*trace));
    IOREEL_RETURN_IF_ERROR(Faults());
    SetCreate();
    for (size_t i = 0; i < chosen_.size(); ++i) {
      Note(chosen_[i]->name, Rehearse(i));
      if (i == 0) IOREEL_RETURN_IF_ERROR(CheckSize());
    }
    IOREEL_RETURN_IF_ERROR(Faults());
    if (!options_.shared) IOREEL_RETURN_IF_ERROR(CheckRoom(growths_));
    return std::move(plan_);
  }

 private:
  /// Which traces, and how often.
  absl::Status Choose();
  std::string Scope() const;
  absl::Status LayOut(const SuiteTrace& trace);
  void SetCreate();
  absl::Status Rehearse(size_t i);
  void ShareRest(size_t i, uint64_t target_bytes);
  absl::Status RehearseTrim(size_t i) const;
  absl::Status CheckSize() const;
  void Note(const std::string& name, const absl::Status& status);
  absl::Status Faults() const;

  const SuiteRunOptions& options_;
  const std::atomic<bool>* const stop_;
  std::vector<const SuiteTrace*> chosen_;
  SuitePlan plan_;
  uint64_t end_bytes_ = 0;  ///< of the areas
  std::vector<Growth> growths_;
  std::map<std::string, std::vector<std::string>> faults_;  ///< the traces of each
  int faulty_ = 0;
  bool only_tainted_ = true;
  std::set<std::string> doubts_;  ///< that were told
};

std::string SuitePlanner::Scope() const {
  if (options_.quick) return "quick";
  return chosen_.size() == options_.suite.traces.size() ? "full" : "part";
}

absl::Status SuitePlanner::Choose() {
  const Suite& suite = options_.suite;
  const std::vector<std::string>& wanted = options_.quick ? suite.quick : options_.traces;
  if (options_.quick && wanted.empty()) {
    return UsageError(absl::StrCat("--quick: ", options_.suite_path, " names no traces of one"));
  }
  for (const std::string& name : wanted) {
    if (suite.Find(name) == nullptr) {
      return UsageError(absl::StrCat("--traces: the suite has no trace '", name, "'"));
    }
  }
  for (const SuiteTrace& trace : suite.traces) {
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), trace.name) != wanted.end();
    if (wanted.empty() || is_wanted) chosen_.push_back(&trace);
  }
  SuiteResult& empty = plan_.empty;
  empty.ioreel_version = kVersion;
  empty.suite = suite.identity;
  empty.scope = Scope();
  empty.passes = options_.passes;
  empty.layout = options_.shared ? "shared" : "separate";
  empty.idle_ns = options_.idle_ns;
  empty.trim = options_.trim;
  empty.reference = options_.quick ? suite.quick_reference : suite.full_reference;
  end_bytes_ = options_.replay.offset_bytes;
  return absl::OkStatus();
}

/// A trace's area begins where the one before it ends, or where all of them do.
absl::Status SuitePlanner::LayOut(const SuiteTrace& trace) {
  IOREEL_RETURN_IF_ERROR(CheckUnchanged(options_.suite_path, trace));
  SessionOptions replay = options_.replay;
  replay.trace = {SuiteTracePath(options_.suite_path, trace)};
  replay.idle_ns = options_.idle_ns;
  if (!options_.shared) replay.offset_bytes = end_bytes_;
  IOREEL_ASSIGN_OR_RETURN(const ReplayTrace found, ReplayTrace::Find(replay));
  IOREEL_ASSIGN_OR_RETURN(const TraceSurvey survey, SurveyTrace(found, replay, stop_));
  if (!replay.allow_tainted) IOREEL_RETURN_IF_ERROR(CheckUntainted(survey, found.name()));
  IOREEL_ASSIGN_OR_RETURN(const uint64_t end, NeededBytes(replay, survey.layout.volumes.front()));
  const uint64_t area_end = (end + kAreaUnit - 1) / kAreaUnit * kAreaUnit;
  plan_.empty.traces.push_back({.name = trace.name,
                                .digest = trace.digest,
                                .weight = trace.weight,
                                .about = trace.about,
                                .begin_bytes = replay.offset_bytes,
                                .length_bytes = area_end - replay.offset_bytes,
                                .failure = "",
                                .result = std::nullopt});
  end_bytes_ = options_.shared ? std::max(end_bytes_, area_end) : area_end;
  const int64_t span_ns = ExpectedSpanNs(replay, survey);
  plan_.traces.push_back({.replay = std::move(replay),
                          .expected_ns = std::max<int64_t>(span_ns, 0) + options_.idle_ns,
                          .facts = {}});
  return absl::OkStatus();
}

/// A file that holds all areas.
void SuitePlanner::SetCreate() {
  for (PlannedTrace& trace : plan_.traces) {
    if (trace.replay.create == "auto") trace.replay.create = absl::StrCat(end_bytes_);
  }
}

absl::Status SuitePlanner::Rehearse(size_t i) {
  PlannedTrace& planned = plan_.traces[i];
  SessionOptions rehearsal = planned.replay;
  rehearsal.dry_run = true;
  rehearsal.prime |= !rehearsal.read_only;
  PlanEar ear(&doubts_);
  IOREEL_RETURN_IF_ERROR(RunSession(rehearsal, stop_, &ear).status());
  planned.facts = ear.facts();
  planned.facts.trace.digest = chosen_[i]->digest;
  planned.facts.trace.path = rehearsal.trace.front();
  if (options_.shared) ShareRest(i, ear.facts().target.size_bytes);
  if (options_.trim) IOREEL_RETURN_IF_ERROR(RehearseTrim(i));
  growths_.insert(growths_.end(), ear.growths().begin(), ear.growths().end());
  return absl::OkStatus();
}

/// The area of each is all that there is behind its begin.
void SuitePlanner::ShareRest(size_t i, uint64_t target_bytes) {
  SuiteTraceResult& trace = plan_.empty.traces[i];
  if (target_bytes > trace.begin_bytes) trace.length_bytes = target_bytes - trace.begin_bytes;
}

/// Of a target on which the replay itself can be done.
absl::Status SuitePlanner::RehearseTrim(size_t i) const {
  IOREEL_ASSIGN_OR_RETURN(const Pattern trim, TrimPattern(plan_.empty.traces[i].length_bytes));
  const LoadRunner runner(TrimOptions(plan_.traces[i].replay), stop_);
  const absl::Status planned = runner.Plan(trim, 1).status();
  return absl::IsFailedPrecondition(planned)
             ? absl::FailedPreconditionError("the target has no discard, which --trim is")
             : planned;
}

/// Whether the target holds all areas, as far as it is known yet.
absl::Status SuitePlanner::CheckSize() const {
  const uint64_t size = plan_.traces.front().facts.target.size_bytes;
  if (options_.shared || size == 0 || end_bytes_ <= size) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("side by side the traces end at ", FormatCount(end_bytes_), ", the target at ",
                   FormatCount(size),
                   "; nothing was done. Take a larger target, --layout shared, fewer with "
                   "--traces, or pack them "
                   "with --fit compact"));
}

void SuitePlanner::Note(const std::string& name, const absl::Status& status) {
  if (status.ok()) return;
  only_tainted_ &= IsTaintRefusal(status);
  faults_[std::string(status.message())].push_back(name);
  ++faulty_;
}

/// What is said of all traces is a fault of the target.
absl::Status SuitePlanner::Faults() const {
  if (faults_.empty()) return absl::OkStatus();
  const auto& [first, named] = *faults_.begin();
  std::string text = absl::StrCat(first, "; nothing was done");
  if (named.size() < chosen_.size()) {
    for (const auto& [what, names] : faults_) {
      for (const std::string& name : names) LogInfo(absl::StrCat(name, ": ", what));
    }
    text = absl::StrCat(faulty_, " of ", FormatCount(chosen_.size(), "trace"),
                        " cannot be replayed there, as said above; nothing was done");
  }
  const absl::Status status = absl::FailedPreconditionError(text);
  return only_tainted_ ? WithExitCode(status, ExitCode::kInvalid) : status;
}

}  // namespace

absl::StatusOr<Pattern> TrimPattern(uint64_t bytes) {
  IOREEL_ASSIGN_OR_RETURN(Pattern pattern, ParsePattern("trim"));
  const uint64_t length = bytes % pattern.longest() == 0 ? pattern.longest() : kAreaUnit;
  pattern.sizes = {{.least = length, .most = length}};
  pattern.span_bytes = pattern.bytes = bytes / length * length;
  return pattern;
}

SessionOptions TrimOptions(const SessionOptions& replay) {
  SessionOptions options;
  options.target = replay.target;
  options.engine = replay.engine;
  options.io_timeout_ns = replay.io_timeout_ns;
  options.create = replay.create;
  options.consent = replay.consent;
  options.offset_bytes = replay.offset_bytes;
  options.on_unsupported = OnUnsupported::kFail;
  options.stop_on_error = true;
  return options;
}

absl::StatusOr<SuitePlan> PlanSuite(const SuiteRunOptions& options, const std::atomic<bool>* stop) {
  const Fit fit = options.replay.fit;
  if (!options.shared && (fit == Fit::kWrap || fit == Fit::kScale)) {
    return UsageError(
        "--fit wrap and scale lay a trace over the whole target, and so over the others: they go "
        "with --layout shared");
  }
  return SuitePlanner(options, stop).Plan();
}

}  // namespace ioreel
