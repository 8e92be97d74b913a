#include "cli/suite_option.h"

#include <filesystem>

#include "base/own_data.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr char kFile[] = "suite.toml";

/// Seen from the program: of PREFIX/bin/ioreel, and of BUILD/PRESET/ioreel in the source tree.
absl::StatusOr<std::string> FindOwn() {
  auto path = FindOwnData({"../share/ioreel/traces/suite.toml", "../../traces/suite.toml"});
  if (path.ok()) return path;
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
