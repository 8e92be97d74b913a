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

constexpr char kBase[] = "base", kCandidate[] = "candidate", kWarmUp[] = "warm-up";

/// Says a plan on standard error, which leaves standard output to the report; or keeps it.
class PairUi : public SessionUi {
 public:
  PairUi(std::string head, bool quiet) : head_(std::move(head)), quiet_(quiet) {}
  void Say(const std::string& line) override {
    if (!quiet_) LogInfo(absl::StrCat(head_, ": ", line));
  }
  void ReportImport(const ImportLog& log) override {
    if (!quiet_) PrintImportLog(log);
  }

 private:
  const std::string head_;
  const bool quiet_;
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

}  // namespace

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

absl::Status PairSession::DryRun() {
  for (const PairedTrace& trace : traces_) {
    for (const bool is_base : {true, false}) {
      SessionOptions options = is_base ? trace.base : trace.candidate;
      options.dry_run = true;
      PairUi ui(absl::StrCat(trace.name, ", ", is_base ? kBase : kCandidate), /*quiet=*/false);
      IOREEL_RETURN_IF_ERROR(RunSession(options, stop_, &ui).status());
    }
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
  return WithExitCode(
      absl::CancelledError(absl::StrCat("interrupted after ", FormatCount(pairs_, "pair"),
                                        "; go on with the same command and --resume")),
      ExitCode::kInvalid);
}

absl::StatusOr<NamedResult> PairSession::Replay(PairedTrace& trace, Side side,
                                                const std::string& path) {
  const bool is_base = side == Side::kBase;
  const SessionOptions& options = is_base ? trace.base : trace.candidate;
  const std::string target = options.target;
  PairUi ui(absl::StrCat(trace.name, ", ", is_base ? kBase : kCandidate), is_warm());
  const auto ran = RunSession(options, stop_, &ui);
  if (stop_->load()) return Interrupted();
  if (IsTaintRefusal(ran.status())) return WithExitCode(ran.status(), ExitCode::kInvalid);
  IOREEL_RETURN_IF_ERROR(ran.status());
  MadeTarget(target);
  IOREEL_RETURN_IF_ERROR(WriteRunResult(**ran, path));
  return NamedResult{path, **ran};
}

absl::Status PairSession::WarmUp() {
  std::vector<NamedResult> base, candidate;
  for (PairedTrace& trace : traces_) {
    IOREEL_ASSIGN_OR_RETURN(
        base.emplace_back(),
        Replay(trace, Side::kBase,
               absl::StrCat(folder_, "/", kWarmUp, "/base-", trace.name, ".json")));
    IOREEL_ASSIGN_OR_RETURN(
        candidate.emplace_back(),
        Replay(trace, Side::kCandidate,
               absl::StrCat(folder_, "/", kWarmUp, "/candidate-", trace.name, ".json")));
    LogInfo(absl::StrCat("warm-up: ", trace.name, ": base ", CompletionText(base.back()),
                         ", candidate ", CompletionText(candidate.back())));
  }
  warm_base_ = std::move(base);
  warm_candidate_ = std::move(candidate);
  return absl::OkStatus();
}

absl::StatusOr<bool> PairSession::TakeKept() {
  std::vector<NamedResult> base, candidate;
  for (const PairedTrace& trace : traces_) {
    for (const bool is_base : {true, false}) {
      const std::string path = PathOf(is_base ? kBase : kCandidate, pairs_ + 1, trace);
      if (!std::filesystem::exists(path)) return false;
      IOREEL_ASSIGN_OR_RETURN(NamedResult kept, ReadNamedResult(path));
      if (!Judge(kept.result).trusted()) return false;
      (is_base ? base : candidate).push_back(std::move(kept));
    }
  }
  ++pairs_;
  base_.insert(base_.end(), base.begin(), base.end());
  candidate_.insert(candidate_.end(), candidate.begin(), candidate.end());
  return true;
}

absl::Status PairSession::RunPair() {
  const int pair = pairs_ + 1;
  const Side first = pair % 2 == 1 ? Side::kBase : Side::kCandidate;
  const Side second = pair % 2 == 1 ? Side::kCandidate : Side::kBase;
  std::vector<NamedResult> base, candidate;
  for (PairedTrace& trace : traces_) {
    for (const Side side : {first, second}) {
      const bool is_base = side == Side::kBase;
      IOREEL_ASSIGN_OR_RETURN(
          (is_base ? base : candidate).emplace_back(),
          Replay(trace, side, PathOf(is_base ? kBase : kCandidate, pair, trace)));
    }
    LogInfo(absl::StrCat("pair ", pair, ": ", trace.name, ": base ", CompletionText(base.back()),
                         ", candidate ", CompletionText(candidate.back())));
  }
  pairs_ = pair;
  base_.insert(base_.end(), base.begin(), base.end());
  candidate_.insert(candidate_.end(), candidate.begin(), candidate.end());
  return absl::OkStatus();
}

}  // namespace ioreel
