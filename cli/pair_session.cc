#include "cli/pair_session.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/console_ui.h"
#include "cli/import_report.h"
#include "formats/result/result_file.h"
#include "replay/replay_trace.h"
#include "replay/safety/taint.h"
#include "replay/session.h"

namespace ioreel {
namespace {

using Side = PairStore::Side;

/// Says a plan on standard error, which leaves standard output to the report.
class PlanUi : public SessionUi {
 public:
  explicit PlanUi(std::string head) : head_(std::move(head)) {}
  void Say(const std::string& line) override { LogInfo(absl::StrCat(head_, ": ", line)); }
  void ReportImport(const ImportLog& log) override { PrintImportLog(log); }
  void Planned(const RunResult& facts) override { facts_ = facts; }

  const RunResult& facts() const { return facts_; }

 private:
  const std::string head_;
  RunResult facts_;
};

std::string CompletionText(const NamedResult& result) {
  const std::vector<RepeatResult>& repeats = result.result.repeats;
  return repeats.empty() ? "unknown" : FormatDuration(repeats.front().completion_ns);
}

/// Of the last trace that was replayed.
void Tell(absl::string_view what, const std::string& trace, const PairResults& pair) {
  LogInfo(absl::StrCat(what, ": ", trace, ": base ", CompletionText(pair.base.back()),
                       ", candidate ", CompletionText(pair.candidate.back())));
}

/// Whether nothing is wrong with a run but that it did not keep time: the machine was busy.
bool IsOnlyLate(const NamedResult& result) {
  const RepeatResult& run = result.result.repeats.front();
  return !run.fidelity.valid && run.complete && run.errors.empty();
}

const NamedResult* FindLate(const PairResults& pair) {
  for (const auto* side : {&pair.base, &pair.candidate}) {
    for (const NamedResult& result : *side) {
      if (IsOnlyLate(result)) return &result;
    }
  }
  return nullptr;
}

}  // namespace

absl::Status PairSession::Plan() {
  for (const PairedTrace& trace : traces_) {
    for (const bool is_base : {true, false}) {
      SessionOptions options = is_base ? trace.base : trace.candidate;
      options.dry_run = true;
      const std::string where = absl::StrCat(
          trace.name, ", ", PairStore::SideName(is_base ? Side::kBase : Side::kCandidate));
      PlanUi ui(where);
      const absl::Status planned = RunSession(options, stop_, &ui).status();
      if (IsTaintRefusal(planned)) return WithExitCode(planned, ExitCode::kInvalid);
      IOREEL_RETURN_IF_ERROR(Annotate(planned, where));
      (is_base ? planned_.base : planned_.candidate).push_back({where, ui.facts()});
    }
    const SessionOptions& options = trace.base;
    IOREEL_ASSIGN_OR_RETURN(const ReplayTrace found, ReplayTrace::Find(options));
    IOREEL_ASSIGN_OR_RETURN(const std::string digest, found.Digest());
    for (auto* side : {&planned_.base, &planned_.candidate}) {
      side->back().result.trace.digest = digest;
      side->back().result.trace.path = found.name();
    }
  }
  return absl::OkStatus();
}

absl::Status PairSession::CheckKept() const {
  std::vector<std::string> names;
  for (const PairedTrace& trace : traces_) names.push_back(trace.name);
  IOREEL_ASSIGN_OR_RETURN(const std::vector<std::string> differences,
                          store_.DifferencesTo(planned_, names));
  if (differences.empty()) return absl::OkStatus();
  return WithExitCode(
      absl::FailedPreconditionError(absl::StrCat(
          absl::StrJoin(differences, "; "),
          ": nothing was done; go on with the same traces, targets and options as before, or name "
          "another folder with -o")),
      ExitCode::kIncomparable);
}

absl::Status PairSession::Prepare(bool resume) const {
  if (resume) IOREEL_RETURN_IF_ERROR(CheckKept());
  return store_.Prepare(resume);
}

/// From now on it is there.
void PairSession::MadeTarget(const std::string& target) {
  for (PairedTrace& trace : traces_) {
    if (trace.base.target == target) trace.base.create.clear();
    if (trace.candidate.target == target) trace.candidate.create.clear();
  }
}

absl::Status PairSession::Interrupted() const {
  return WithExitCode(absl::CancelledError(absl::StrCat(
                          "interrupted after ", FormatCount(static_cast<uint64_t>(pairs_), "pair"),
                          "; go on with the same command and --resume")),
                      ExitCode::kInvalid);
}

absl::StatusOr<NamedResult> PairSession::Replay(const SessionOptions& options,
                                                const std::string& path) {
  const std::string target = options.target;
  QuietUi ui;
  const auto ran = RunSession(options, stop_, &ui);
  if (stop_->load()) return Interrupted();
  IOREEL_RETURN_IF_ERROR(Annotate(ran.status(), target));
  MadeTarget(target);
  IOREEL_RETURN_IF_ERROR(WriteRunResult(**ran, path));
  return NamedResult{path, **ran};
}

absl::Status PairSession::WarmUp() {
  PairResults pair;
  for (const PairedTrace& trace : traces_) {
    IOREEL_ASSIGN_OR_RETURN(pair.base.emplace_back(),
                            Replay(trace.base, store_.WarmUpPathOf(Side::kBase, trace.name)));
    IOREEL_ASSIGN_OR_RETURN(
        pair.candidate.emplace_back(),
        Replay(trace.candidate, store_.WarmUpPathOf(Side::kCandidate, trace.name)));
    Tell("warm-up", trace.name, pair);
  }
  warm_ = std::move(pair);
  return absl::OkStatus();
}

void PairSession::Keep(const PairResults& pair) {
  ++pairs_;
  results_.base.insert(results_.base.end(), pair.base.begin(), pair.base.end());
  results_.candidate.insert(results_.candidate.end(), pair.candidate.begin(), pair.candidate.end());
}

absl::StatusOr<bool> PairSession::TakeKept() {
  std::vector<std::string> names;
  for (const PairedTrace& trace : traces_) names.push_back(trace.name);
  IOREEL_ASSIGN_OR_RETURN(const std::optional<PairResults> kept, store_.Take(pairs_ + 1, names));
  if (kept) Keep(*kept);
  return kept.has_value();
}

absl::StatusOr<PairResults> PairSession::MakePair(int number) {
  PairResults pair;
  const bool base_first = number % 2 == 1;
  for (const PairedTrace& trace : traces_) {
    for (const bool is_base : {base_first, !base_first}) {
      IOREEL_ASSIGN_OR_RETURN(
          (is_base ? pair.base : pair.candidate).emplace_back(),
          Replay(is_base ? trace.base : trace.candidate,
                 store_.PathOf(is_base ? Side::kBase : Side::kCandidate, number, trace.name)));
    }
    Tell(absl::StrCat("pair ", number), trace.name, pair);
  }
  return pair;
}

absl::Status PairSession::RunPair() {
  while (true) {
    IOREEL_ASSIGN_OR_RETURN(const PairResults pair, MakePair(pairs_ + 1));
    const NamedResult* late = FindLate(pair);
    if (late == nullptr || rejected_ == retries_) {
      Keep(pair);
      return absl::OkStatus();
    }
    ++rejected_;
    LogWarning(absl::StrCat("pair ", pairs_ + 1, ": ", late->name,
                            " did not keep time; the pair is made again"));
    IOREEL_RETURN_IF_ERROR(store_.Reject(pair));
  }
}

}  // namespace ioreel
