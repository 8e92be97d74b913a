#include "cli/suite_option.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr char kFile[] = "suite.toml";

/// Seen from the program: of PREFIX/bin/ioreel, and of BUILD/PRESET/ioreel in the source tree.
constexpr const char* kPlaces[] = {"../share/ioreel/traces", "../../traces"};

absl::StatusOr<std::string> FindOwn() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* place : kPlaces) {
    const std::filesystem::path path = (program.parent_path() / place / kFile).lexically_normal();
    if (std::filesystem::exists(path, error)) return path.string();
  }
  return absl::NotFoundError(
      "ioreel's own suite is not installed beside this program; name another with --suite FILE");
}

}  // namespace

void SuiteOption::Declare(FlagSet& flags) {
  flags.Option("--suite", &path_, "the suite's definition (docs/suite.md); without it ioreel's own",
               "FILE");
}

absl::StatusOr<Suite> SuiteOption::Read() {
  if (path_.empty()) {
    IOREEL_ASSIGN_OR_RETURN(path_, FindOwn());
  } else if (std::filesystem::is_directory(path_)) {
    path_ = (std::filesystem::path(path_) / kFile).string();
  }
  return ReadSuite(path_);
}

}  // namespace ioreel
