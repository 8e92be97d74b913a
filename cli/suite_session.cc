#include "cli/suite_session.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/compare/comparability.h"
#include "analysis/score/verdict.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/console_ui.h"
#include "cli/load_runner.h"
#include "formats/result/result_file.h"
#include "replay/session.h"

namespace ioreel {
namespace {

int64_t WallNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Whether a pass may stand in a suite.
bool IsSound(const RepeatResult& pass) {
  return pass.complete && pass.errors.empty() && pass.fidelity.valid;
}

/// Whether nothing is wrong with it but that the machine was busy.
bool IsOnlyLate(const RepeatResult& pass) {
  return pass.complete && pass.errors.empty() && !pass.fidelity.valid;
}

/// What two runs of one suite must have in common for the passes of one to be of the other.
std::vector<std::string> PlanDifferences(const SuiteResult& kept, const SuiteResult& planned) {
  std::vector<std::string> differences;
  const auto compare = [&](absl::string_view what, const auto& left, const auto& right) {
    if (left != right) differences.push_back(absl::StrCat(what, ": ", left, " / ", right));
  };
  compare("suite", kept.suite.name, planned.suite.name);
  compare("version of the suite", kept.suite.version, planned.suite.version);
  compare("scope", kept.scope, planned.scope);
  compare("passes", kept.passes, planned.passes);
  compare("layout", kept.layout, planned.layout);
  compare("idle_ns", kept.idle_ns, planned.idle_ns);
  compare("trim", kept.trim, planned.trim);
  compare("number of traces", kept.traces.size(), planned.traces.size());
  for (size_t i = 0; i < kept.traces.size() && i < planned.traces.size(); ++i) {
    const SuiteTraceResult& left = kept.traces[i];
    const SuiteTraceResult& right = planned.traces[i];
    compare(absl::StrCat("trace ", i + 1), left.name, right.name);
    compare(absl::StrCat("digest of ", right.name), left.digest, right.digest);
    compare(absl::StrCat("weight of ", right.name), left.weight, right.weight);
    compare(absl::StrCat("place of ", right.name), left.begin_bytes, right.begin_bytes);
  }
  return differences;
}

}  // namespace

SuiteSession::SuiteSession(SuitePlan plan, std::string output, int retries,
                           const std::atomic<bool>* stop)
    : plan_(std::move(plan)),
      output_(std::move(output)),
      retries_(retries),
      stop_(stop),
      result_(plan_.empty),
      has_run_(plan_.traces.size(), plan_.written) {
  result_.created_wall_ns = WallNs();
}

absl::Status SuiteSession::CheckKept(const SuiteResult& kept) const {
  std::vector<std::string> differences = PlanDifferences(kept, plan_.empty);
  for (size_t i = 0; differences.empty() && i < kept.traces.size(); ++i) {
    if (!kept.traces[i].result) continue;
    differences = FingerprintDifferences(*kept.traces[i].result, plan_.traces[i].facts);
  }
  if (differences.empty()) return absl::OkStatus();
  return WithExitCode(
      absl::FailedPreconditionError(absl::StrCat(
          output_, " and what is asked for now differ: ", absl::StrJoin(differences, ", "),
          "; go on with the same suite, target and options as before, or name another file with "
          "-o")),
      ExitCode::kIncomparable);
}

absl::Status SuiteSession::TakeKept() {
  IOREEL_ASSIGN_OR_RETURN(AnyResult held, ReadResult(output_));
  auto* kept = std::get_if<SuiteResult>(&held);
  if (kept == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat(output_, " is no result of a suite that could go on"));
  }
  IOREEL_RETURN_IF_ERROR(CheckKept(*kept));
  result_.created_wall_ns = kept->created_wall_ns;
  for (size_t i = 0; i < kept->traces.size(); ++i) {
    std::optional<RunResult>& result = result_.traces[i].result = kept->traces[i].result;
    if (!result) continue;
    std::erase_if(result->repeats, [](const RepeatResult& pass) { return !IsSound(pass); });
    if (result->repeats.empty()) result.reset();
  }
  return absl::OkStatus();
}

int SuiteSession::Made(size_t trace) const {
  const std::optional<RunResult>& result = result_.traces[trace].result;
  return result ? static_cast<int>(result->repeats.size()) : 0;
}

/// Of the replays that follow this one.
int64_t SuiteSession::LeftNs(int pass, size_t trace) const {
  int64_t left_ns = 0;
  for (size_t i = 0; i < plan_.traces.size(); ++i) {
    const int more = result_.passes - std::max(pass, Made(i)) + (i > trace && Made(i) < pass);
    left_ns += more * plan_.traces[i].expected_ns;
  }
  return left_ns;
}

absl::Status SuiteSession::Trim(size_t trace) {
  IOREEL_ASSIGN_OR_RETURN(const Pattern trim, TrimPattern(result_.traces[trace].length_bytes));
  LoadRunner runner(TrimOptions(plan_.traces[trace].replay), stop_);
  IOREEL_ASSIGN_OR_RETURN(const RunResult run, runner.RunAll(trim, 1));
  for (PlannedTrace& planned : plan_.traces) planned.replay.create.clear();  // it is there now
  return run.repeats.front().errors.empty() ? absl::OkStatus()
                                            : absl::DataLossError("the target refused to discard");
}

/// What a trace reads is written before its first replay in this session, and where traces share
/// their place before each.
absl::StatusOr<RunResult> SuiteSession::Replay(int pass, size_t trace) {
  if (result_.trim) IOREEL_RETURN_IF_ERROR(Annotate(Trim(trace), "--trim"));
  const bool is_overwritten = result_.trim || result_.layout == "shared";
  SessionOptions options = plan_.traces[trace].replay;
  options.prime |= !options.read_only && (!has_run_[trace] || is_overwritten);
  options.label = absl::StrCat("[", replayed_, "/", wanted_, "] ", result_.traces[trace].name);
  options.after_ns = LeftNs(pass, trace);
  QuietUi ui;
  IOREEL_ASSIGN_OR_RETURN(std::optional<RunResult> run, RunSession(options, stop_, &ui));
  has_run_[trace] = true;
  for (PlannedTrace& planned : plan_.traces) planned.replay.create.clear();  // it is there now
  return *std::move(run);
}

void SuiteSession::Keep(size_t trace, RunResult run) {
  std::optional<RunResult>& kept = result_.traces[trace].result;
  if (!kept) {
    kept = std::move(run);
    return;
  }
  kept->notes.insert(run.notes.begin(), run.notes.end());
  kept->repeats.push_back(std::move(run.repeats.front()));
}

absl::Status SuiteSession::Write() { return WriteSuiteResult(result_, output_); }

/// Errors: those of writing.
absl::Status SuiteSession::MakePass(int pass, size_t trace) {
  SuiteTraceResult& of_trace = result_.traces[trace];
  ++replayed_;
  while (!stop_->load()) {
    absl::StatusOr<RunResult> run = Replay(pass, trace);
    if (stop_->load()) break;
    if (!run.ok()) {
      of_trace.failure = std::string(run.status().message());
      LogWarning(absl::StrCat(of_trace.name, ", pass ", pass, ": ", of_trace.failure));
      break;
    }
    const RepeatResult& made = run->repeats.front();
    if (IsOnlyLate(made) && retries_ > 0) {
      --retries_;
      LogWarning(
          absl::StrCat(of_trace.name, ", pass ", pass, ": did not keep time; it is made again"));
      continue;
    }
    LogInfo(absl::StrCat("[", replayed_, "/", wanted_, "] pass ", pass, ", ", of_trace.name, ": ",
                         FormatDuration(made.completion_ns), ", busy ",
                         FormatDuration(made.busy_ns), IsSound(made) ? "" : ", INVALID"));
    Keep(trace, *std::move(run));
    break;
  }
  return Write();
}

absl::Status SuiteSession::Run() {
  for (size_t i = 0; i < plan_.traces.size(); ++i) wanted_ += result_.passes - Made(i);
  for (int pass = 1; pass <= result_.passes; ++pass) {
    for (size_t i = 0; i < plan_.traces.size(); ++i) {
      if (Made(i) >= pass) continue;
      if (stop_->load()) return Write();
      IOREEL_RETURN_IF_ERROR(MakePass(pass, i));
    }
  }
  result_.complete = !stop_->load();
  return Write();
}

}  // namespace ioreel
