#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "analysis/gate/baseline.h"
#include "analysis/report/baseline_output.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/baseline_folder.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "formats/result/result_file.h"

namespace ioreel {
namespace {

int64_t WallClockNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class BaselineCommand : public Command {
 public:
  std::string name() const override { return "baseline"; }
  std::string summary() const override {
    return "Keep a folder of results that `ioreel gate` holds candidates against";
  }

  void Declare(FlagSet& flags) override {
    flags.Example("ioreel baseline add pinned/ result-*.json");
    flags.Example("ioreel baseline show pinned/");
    flags.Example("ioreel baseline prune pinned/ --outliers --keep 30");
  }

  absl::StatusOr<ExitCode> Run() override {
    return UsageError("say what to do with a baseline: add, show or prune");
  }
};

/// "20261201T101500.123Z-new.json": sorted by time, told by the file it came from.
std::string PinnedName(const NamedResult& result) {
  const absl::Time made = absl::FromUnixNanos(result.result.created_wall_ns);
  return absl::StrCat(absl::FormatTime("%Y%m%dT%H%M%E3SZ", made, absl::UTCTimeZone()), "-",
                      std::filesystem::path(result.name).stem().string(), ".json");
}

class BaselineAddCommand : public Command {
 public:
  std::string name() const override { return "baseline add"; }
  std::string summary() const override { return "Pin results, if they are like those pinned"; }

  void Declare(FlagSet& flags) override {
    flags.Positional("folder", &folder_, "where the baseline is kept; made if it is not there");
    flags.Positionals("result.json", &paths_, "what `ioreel replay -o` wrote, or folders of it");
    flags.Example("ioreel baseline add pinned/ result-*.json");
  }

  absl::StatusOr<ExitCode> Run() override {
    std::vector<NamedResult> pinned;
    if (std::filesystem::exists(folder_)) {
      absl::StatusOr<std::vector<NamedResult>> held = ReadResultFolder(folder_);
      if (!held.ok() && !absl::IsNotFound(held.status())) return held.status();
      if (held.ok()) pinned = *std::move(held);
    }
    IOREEL_ASSIGN_OR_RETURN(const auto added, ReadResultsAndFolders(paths_));
    IOREEL_ASSIGN_OR_RETURN(const auto names, NamesOf(added, pinned));
    const ExitCode code = Judge(added, pinned);
    if (code != ExitCode::kOk) return code;
    IOREEL_RETURN_IF_ERROR(Write(added, names));
    Print(absl::StrCat(added.size(), " added to ", Printable(folder_), ", which holds ",
                       pinned.size() + added.size(), " results\n"));
    return ExitCode::kOk;
  }

 private:
  /// Errors: AlreadyExists for a result that is pinned.
  absl::StatusOr<std::vector<std::string>> NamesOf(const std::vector<NamedResult>& added,
                                                   const std::vector<NamedResult>& pinned) const {
    std::vector<std::string> names;
    for (const NamedResult& result : added) {
      for (const NamedResult& held : pinned) {
        if (held.result == result.result) {
          return absl::AlreadyExistsError(
              absl::StrCat(result.name, " is pinned already, as ", held.name));
        }
      }
      names.push_back((std::filesystem::path(folder_) / PinnedName(result)).string());
      const bool twice = std::count(names.begin(), names.end(), names.back()) > 1;
      if (twice || std::filesystem::exists(names.back())) {
        return absl::AlreadyExistsError(absl::StrCat(result.name, " would be pinned as ",
                                                     names.back(), ", as another is; rename it"));
      }
    }
    return names;
  }

  /// Says why any of them is refused; then none is added.
  static ExitCode Judge(const std::vector<NamedResult>& added,
                        const std::vector<NamedResult>& pinned) {
    ExitCode code = ExitCode::kOk;
    for (const NamedResult& result : added) {
      const PinRefusal refusal = JudgePin(result, pinned, added);
      for (const std::string& why : refusal.mixing) {
        Print(absl::StrCat("REFUSED ", Printable(why), "\n"));
        if (code == ExitCode::kOk) code = ExitCode::kIncomparable;
      }
      for (const std::string& why : refusal.invalid) {
        Print(absl::StrCat("REFUSED ", Printable(result.name), ": ", Printable(why), "\n"));
        code = ExitCode::kInvalid;
      }
    }
    if (code != ExitCode::kOk) Print("nothing was added\n");
    return code;
  }

  absl::Status Write(const std::vector<NamedResult>& added,
                     const std::vector<std::string>& names) const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return ErrnoError(error.value(), "cannot make the folder", folder_);
    std::vector<AtomicFile> files;
    for (size_t i = 0; i < added.size(); ++i) {
      IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(names[i]));
      IOREEL_RETURN_IF_ERROR(file.Append(RunResultToJson(added[i].result)));
      files.push_back(std::move(file));
    }
    std::vector<AtomicFile*> together;
    for (AtomicFile& file : files) together.push_back(&file);
    return AtomicFile::CommitTogether(together);
  }

  std::string folder_;
  std::vector<std::string> paths_;
};

class BaselineShowCommand : public Command {
 public:
  std::string name() const override { return "baseline show"; }
  std::string summary() const override {
    return "Print what is pinned: machine, centre, ages, and what lies out";
  }

  void Declare(FlagSet& flags) override {
    flags.Positional("folder", &folder_, "where the baseline is kept");
    flags.Flag("--json", &json_, "print JSON (docs/ci.md)");
    flags.Example("ioreel baseline show pinned/");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_ASSIGN_OR_RETURN(const auto pinned, ReadResultFolder(folder_));
    const BaselineSet baseline = MakeBaseline(pinned);
    if (json_) {
      std::fputs(BaselineJson(baseline, WallClockNs()).c_str(), stdout);
    } else {
      Print(BaselineText(baseline, WallClockNs()));
    }
    return baseline.mixed.empty() ? ExitCode::kOk : ExitCode::kIncomparable;
  }

 private:
  std::string folder_;
  bool json_ = false;
};

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
  /// Files, each with the reason.
  std::vector<std::pair<std::string, std::string>> Going(const PinnedTrace& trace) const {
    constexpr int64_t kDayNs = 86'400'000'000'000;
    const int64_t oldest_ns = WallClockNs() - days_ * kDayNs;
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

std::unique_ptr<Command> MakeBaselineCommand() { return std::make_unique<BaselineCommand>(); }
std::unique_ptr<Command> MakeBaselineAddCommand() { return std::make_unique<BaselineAddCommand>(); }
std::unique_ptr<Command> MakeBaselineShowCommand() {
  return std::make_unique<BaselineShowCommand>();
}
std::unique_ptr<Command> MakeBaselinePruneCommand() {
  return std::make_unique<BaselinePruneCommand>();
}

}  // namespace ioreel
