#include "cli/gate_reports.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analysis/report/gate_output.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/replay_outputs.h"

namespace ioreel {
namespace {

const GateFormat* FindFormat(absl::string_view name) {
  for (const GateFormat& format : GateFormats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

std::string FormatNames() {
  return absl::StrJoin(GateFormats(), ", ", [](std::string* out, const GateFormat& format) {
    absl::StrAppend(out, format.name);
  });
}

std::string Written(const std::string& format, const GateReport& report) {
  return FindFormat(format)->write(report);
}

/// A file is written as PATH.partial first.
bool WouldReplace(const std::string& written, const std::string& input) {
  return IsSameFile(written, input) || IsSameFile(AtomicFile::PartialPath(written), input);
}

/// The commands that take a folder take every *.json in it.
bool LiesAmongResults(const std::string& path, const std::string& folder) {
  const std::filesystem::path file = std::filesystem::absolute(path);
  return file.extension() == ".json" && IsSameFile(file.parent_path().string(), folder);
}

}  // namespace

void GateReports::Declare(FlagSet& flags) {
  flags.Option("--report", &asked_,
               absl::StrCat("also write what was found as ", FormatNames(),
                            "; without FILE on standard output, in place of the text; may be given "
                            "several times (docs/ci.md)"),
               "FORMAT[=FILE]");
}

absl::Status GateReports::Complete() {
  bool stdout_is_taken = false;
  for (const std::string& asked : asked_) {
    const std::pair<std::string, std::string> named =
        absl::StrSplit(asked, absl::MaxSplits('=', 1));
    if (FindFormat(named.first) == nullptr) {
      return UsageError(
          absl::StrCat("--report takes ", FormatNames(), ", not '", named.first, "'"));
    }
    if (named.second.empty()) {
      if (stdout_is_taken || absl::StrContains(asked, '=')) {
        return UsageError(
            absl::StrCat("--report ", asked, " needs a file",
                         stdout_is_taken ? ": standard output takes one report" : ""));
      }
      stdout_is_taken = true;
      on_stdout_ = named.first;
      continue;
    }
    const bool twice = std::any_of(files_.begin(), files_.end(), [&](const auto& file) {
      return IsSameFile(file.second, named.second);
    });
    if (twice) return UsageError(absl::StrCat("two reports go to ", named.second));
    IOREEL_RETURN_IF_ERROR(AtomicFile::CheckReplaceable(named.second));
    files_.push_back(named);
  }
  return absl::OkStatus();
}

std::vector<std::string> GateReports::paths() const {
  std::vector<std::string> paths;
  for (const auto& [format, path] : files_) paths.push_back(path);
  return paths;
}

absl::Status GateReports::CheckApartFrom(const std::vector<std::string>& inputs) const {
  for (const auto& [format, path] : files_) {
    for (const std::string& input : inputs) {
      if (WouldReplace(path, input)) {
        return UsageError(absl::StrCat("--report ", format, "=", path, " would replace ", input,
                                       ", which is read; name another file"));
      }
      if (LiesAmongResults(path, input)) {
        return UsageError(absl::StrCat("--report ", format, "=", path,
                                       " would lie among the results of ", input,
                                       "; name a file in another folder"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status GateReports::WriteFiles(const GateReport& report) const {
  std::vector<AtomicFile> files;
  for (const auto& [format, path] : files_) {
    IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
    IOREEL_RETURN_IF_ERROR(file.Append(Written(format, report)));
    files.push_back(std::move(file));
  }
  std::vector<AtomicFile*> together;
  for (AtomicFile& file : files) together.push_back(&file);
  return AtomicFile::CommitTogether(together);
}

absl::StatusOr<ExitCode> GateReports::Write(const GateReport& report) const {
  const ExitCode code = CodeOf(report.outcome);
  const absl::Status written = WriteFiles(report);
  if (on_stdout_ == "text") {
    Print(Written(on_stdout_, report));
  } else {
    std::fputs(Written(on_stdout_, report).c_str(), stdout);
  }
  if (!written.ok()) return WithExitCode(written, code == ExitCode::kOk ? ExitCode::kFailed : code);
  return code;
}

ExitCode CodeOf(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::kInvalid:
      return ExitCode::kInvalid;
    case GateOutcome::kIncomparable:
      return ExitCode::kIncomparable;
    case GateOutcome::kRegression:
      return ExitCode::kRegression;
    case GateOutcome::kInconclusive:
      return ExitCode::kInconclusive;
    case GateOutcome::kPass:
      return ExitCode::kOk;
  }
  return ExitCode::kFailed;
}

}  // namespace ioreel
