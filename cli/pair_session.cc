#include "cli/pair_session.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/verdict.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/import_report.h"
#include "cli/named_results.h"
#include "formats/result/result_file.h"
#include "replay/safety/taint.h"
#include "replay/session.h"

namespace ioreel {
namespace {

constexpr char kBase[] = "base", kCandidate[] = "candidate", kWarmUp[] = "warm-up",
               kRejected[] = "rejected";

/// Says a plan on standard error, which leaves standard output to the report.
class PlanUi : public SessionUi {
 public:
  explicit PlanUi(std::string head) : head_(std::move(head)) {}
  void Say(const std::string& line) override { LogInfo(absl::StrCat(head_, ": ", line)); }
  void ReportImport(const ImportLog& log) override { PrintImportLog(log); }

 private:
  const std::string head_;
};

/// For replays whose plan was told.
class QuietUi : public SessionUi {
 public:
  void Say(const std::string&) override {}
  void ReportImport(const ImportLog&) override {}
};

std::string CompletionText(const NamedResult& result) {
  const std::vector<RepeatResult>& repeats = result.result.repeats;
  return repeats.empty() ? "unknown" : FormatDuration(repeats.front().completion_ns);
}

absl::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? ErrnoError(error.value(), "cannot make the folder", folder) : absl::OkStatus();
}

bool HoldsSomething(const std::string& folder) {
  std::error_code error;
  return std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error);
}

/// Whether nothing is wrong with a run but that it did not keep time: the machine was busy.
bool IsOnlyLate(const NamedResult& result) {
  const RepeatResult& run = result.result.repeats.front();
  return !run.fidelity.valid && run.complete && run.errors.empty();
}

const NamedResult* FindLate(const PairSession::Results& pair) {
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
      PlanUi ui(absl::StrCat(trace.name, ", ", is_base ? kBase : kCandidate));
      const absl::Status planned = RunSession(options, stop_, &ui).status();
      if (IsTaintRefusal(planned)) return WithExitCode(planned, ExitCode::kInvalid);
      IOREEL_RETURN_IF_ERROR(planned);
    }
  }
  return absl::OkStatus();
}

absl::Status PairSession::Prepare(bool resume) {
  for (const char* part : {kBase, kCandidate, kWarmUp}) {
    const std::string path = absl::StrCat(folder_, "/", part);
    if (!resume && HoldsSomething(path)) {
      return absl::FailedPreconditionError(absl::StrCat(
          path, " holds results already; name another folder, or go on there with --resume"));
    }
    IOREEL_RETURN_IF_ERROR(MakeFolder(path));
  }
  return absl::OkStatus();
}

std::string PairSession::PathOf(const std::string& part, int pair, const PairedTrace& trace) const {
  return absl::StrFormat("%s/%s/%03d-%s.json", folder_, part, pair, trace.name);
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
  IOREEL_RETURN_IF_ERROR(ran.status());
  MadeTarget(target);
  IOREEL_RETURN_IF_ERROR(WriteRunResult(**ran, path));
  return NamedResult{path, **ran};
}

absl::Status PairSession::WarmUp() {
  Results pair;
  for (const PairedTrace& trace : traces_) {
    const auto path = [&](const char* side) {
      return absl::StrCat(folder_, "/", kWarmUp, "/", side, "-", trace.name, ".json");
    };
    IOREEL_ASSIGN_OR_RETURN(pair.base.emplace_back(), Replay(trace.base, path(kBase)));
    IOREEL_ASSIGN_OR_RETURN(pair.candidate.emplace_back(),
                            Replay(trace.candidate, path(kCandidate)));
    LogInfo(absl::StrCat("warm-up: ", trace.name, ": base ", CompletionText(pair.base.back()),
                         ", candidate ", CompletionText(pair.candidate.back())));
  }
  warm_ = std::move(pair);
  return absl::OkStatus();
}

void PairSession::Keep(const Results& pair) {
  ++pairs_;
  results_.base.insert(results_.base.end(), pair.base.begin(), pair.base.end());
  results_.candidate.insert(results_.candidate.end(), pair.candidate.begin(), pair.candidate.end());
}

absl::StatusOr<bool> PairSession::TakeKept() {
  Results pair;
  for (const PairedTrace& trace : traces_) {
    for (const bool is_base : {true, false}) {
      const std::string path = PathOf(is_base ? kBase : kCandidate, pairs_ + 1, trace);
      if (!std::filesystem::exists(path)) return false;
      IOREEL_ASSIGN_OR_RETURN(NamedResult kept, ReadNamedResult(path));
      if (!Judge(kept.result).trusted()) return false;
      (is_base ? pair.base : pair.candidate).push_back(std::move(kept));
    }
  }
  Keep(pair);
  return true;
}

absl::StatusOr<PairSession::Results> PairSession::MakePair(int number) {
  Results pair;
  const bool base_first = number % 2 == 1;
  for (const PairedTrace& trace : traces_) {
    for (const bool is_base : {base_first, !base_first}) {
      IOREEL_ASSIGN_OR_RETURN((is_base ? pair.base : pair.candidate).emplace_back(),
                              Replay(is_base ? trace.base : trace.candidate,
                                     PathOf(is_base ? kBase : kCandidate, number, trace)));
    }
    LogInfo(absl::StrCat("pair ", number, ": ", trace.name, ": base ",
                         CompletionText(pair.base.back()), ", candidate ",
                         CompletionText(pair.candidate.back())));
  }
  return pair;
}

/// The files of a pair that is made again get names of their own.
absl::Status PairSession::PutAside(const Results& pair) const {
  const std::string folder = absl::StrCat(folder_, "/", kRejected);
  IOREEL_RETURN_IF_ERROR(MakeFolder(folder));
  for (const auto* side : {&pair.base, &pair.candidate}) {
    for (const NamedResult& result : *side) {
      const std::string path =
          absl::StrCat(folder, "/", rejected_, "-", side == &pair.base ? kBase : kCandidate, "-",
                       std::filesystem::path(result.name).filename().string());
      std::error_code error;
      std::filesystem::rename(result.name, path, error);
      if (error) return ErrnoError(error.value(), "cannot rename to", path);
    }
  }
  return absl::OkStatus();
}

absl::Status PairSession::RunPair() {
  while (true) {
    IOREEL_ASSIGN_OR_RETURN(const Results pair, MakePair(pairs_ + 1));
    const NamedResult* late = FindLate(pair);
    if (late == nullptr || rejected_ == retries_) {
      Keep(pair);
      return absl::OkStatus();
    }
    ++rejected_;
    LogWarning(absl::StrCat("pair ", pairs_ + 1, ": ", late->name,
                            " did not keep time; the pair is made again"));
    IOREEL_RETURN_IF_ERROR(PutAside(pair));
  }
}

}  // namespace ioreel
