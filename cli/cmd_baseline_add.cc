#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "analysis/gate/baseline.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/baseline_folder.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "formats/result/result_file.h"

namespace ioreel {
namespace {

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
                       FormatCount(pinned.size() + added.size(), "result"), "\n"));
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

}  // namespace

std::unique_ptr<Command> MakeBaselineAddCommand() { return std::make_unique<BaselineAddCommand>(); }

}  // namespace ioreel
