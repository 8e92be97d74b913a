#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "analysis/gate/baseline.h"
#include "base/console.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "cli/baseline_folder.h"
#include "cli/command.h"
#include "cli/commands.h"

namespace ioreel {
namespace {

class BaselinePruneCommand : public Command {
 public:
  std::string name() const override { return "baseline prune"; }
  std::string summary() const override { return "Remove old results, and those that lie out"; }

  void Declare(FlagSet& flags) override {
    flags.Positional("folder", &folder_, "where the baseline is kept");
    flags.Option("--keep", &keep_, "only so many of each trace stay, the newest");
    flags.Option("--older-than", &days_, "results older than so many days go");
    flags.Flag("--outliers", &outliers_, "results that are not like the others go");
    flags.Flag("--dry-run", &dry_run_, "only say what would go");
    flags.Example("ioreel baseline prune pinned/ --outliers --keep 30");
  }

  absl::StatusOr<ExitCode> Run() override {
    if (keep_ < 0 || days_ < 0) return UsageError("--keep and --older-than count from 1");
    if (keep_ == 0 && days_ == 0 && !outliers_) {
      return UsageError("say what goes: --keep, --older-than or --outliers");
    }
    IOREEL_ASSIGN_OR_RETURN(const auto pinned, ReadResultFolder(folder_));
    size_t gone = 0;
    for (const PinnedTrace& trace : MakeBaseline(pinned).traces) {
      Warn(trace);
      for (const auto& [path, why] : Going(trace)) {
        std::error_code error;
        if (!dry_run_) std::filesystem::remove(path, error);
        if (error) return ErrnoError(error.value(), "cannot remove", path);
        Print(absl::StrCat(dry_run_ ? "would remove " : "removed ", Printable(path), ": ",
                           Printable(why), "\n"));
        ++gone;
      }
    }
    Print(absl::StrCat(gone, " of ", pinned.size(), dry_run_ ? " would go\n" : " removed\n"));
    return ExitCode::kOk;
  }

 private:
  /// Of what is not removed though it might be thought to be.
  void Warn(const PinnedTrace& trace) const {
    if (outliers_ && !trace.scattered.empty()) LogWarning(trace.scattered);
    for (const PinnedResult& result : trace.results) {
      if (result.named.result.created_wall_ns <= absl::GetCurrentTimeNanos()) continue;
      LogWarning(
          absl::StrCat(result.named.name,
                       " was made in the future, by a clock that was wrong: it counts as the "
                       "newest until then; remove it if that is not meant"));
    }
  }

  /// Files, each with the reason.
  std::vector<std::pair<std::string, std::string>> Going(const PinnedTrace& trace) const {
    constexpr int64_t kDayNs = 86'400'000'000'000;
    const int64_t oldest_ns = absl::GetCurrentTimeNanos() - days_ * kDayNs;
    std::vector<std::pair<std::string, std::string>> going;
    int kept = 0;
    for (size_t i = trace.results.size(); i-- > 0;) {
      const PinnedResult& result = trace.results[i];
      if (outliers_ && !result.outlying.empty()) {
        going.emplace_back(result.named.name, result.outlying);
      } else if (days_ > 0 && result.named.result.created_wall_ns < oldest_ns) {
        going.emplace_back(result.named.name, absl::StrCat("older than ", days_, " days"));
      } else if (keep_ > 0 && kept == keep_) {
        going.emplace_back(result.named.name, absl::StrCat("not among the newest ", keep_));
      } else {
        ++kept;
      }
    }
    return going;
  }

  std::string folder_;
  int keep_ = 0, days_ = 0;
  bool outliers_ = false, dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeBaselinePruneCommand() {
  return std::make_unique<BaselinePruneCommand>();
}

}  // namespace ioreel
