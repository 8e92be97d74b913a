#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/console.h"
#include "base/file.h"
#include "base/shell_text.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "formats/digest.h"
#include "replay/plan/trace_survey.h"
#include "replay/safety/taint.h"
#include "traces/suite.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

/// The folder's name of what is called trace.ioreel, as a suite has them; else the file's.
std::string NameOf(const fs::path& path) {
  const std::string stem = path.stem().string();
  const std::string folder = fs::absolute(path).parent_path().filename().string();
  return stem == "trace" && !folder.empty() ? folder : stem;
}

/// The first sentence of a README.md that lies in the trace's own folder; else the recorded
/// command.
std::string AboutOf(const fs::path& path, const TraceInfo& info) {
  const absl::StatusOr<std::string> readme = ReadFile((path.parent_path() / "README.md").string());
  if (path.stem() == "trace" && readme.ok()) {
    for (const absl::string_view line : absl::StrSplit(*readme, '\n')) {
      if (!line.empty() && line.front() != '#') return std::string(line);
    }
  }
  return info.command ? ShellText(info.command->argv) : "";
}

/// Whether `path` lies below the folder.
bool IsBelow(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path inner =
      fs::weakly_canonical(path, error).lexically_relative(fs::weakly_canonical(folder, error));
  return !error && !inner.empty() && *inner.begin() != "..";
}

/// A trace that the user named, and what a suite is to say of it.
struct Candidate {
  SuiteTrace trace;
  std::string file;
  bool is_copied = false;
};

class SuiteInitCommand : public Command {
 public:
  std::string name() const override { return "suite init"; }
  std::string summary() const override { return "Make a suite of traces"; }

  void Declare(FlagSet& flags) override {
    flags.Positional("folder", &folder_, "where suite.toml is written; made if it is not there");
    flags.Positionals(
        "trace", &traces_,
        "traces of one file each, in the order of the suite; NAME=FILE names one, "
        "which else is called as its file or, if that is trace.ioreel, as its folder");
    flags.Option("--name", &name_, "of the suite; without it that of the folder");
    flags.Option("--quick", &quick_, "a trace of the quick run, by name; once for each", "NAME");
    flags.Example("ioreel suite init mine edit.ioreel build=/var/traces/make-j8.ioreel");
  }

  absl::StatusOr<ExitCode> Run() override {
    const std::string path = (fs::path(folder_) / "suite.toml").string();
    if (fs::exists(path)) {
      return absl::AlreadyExistsError(absl::StrCat(path, " is there already; name another folder"));
    }
    Suite suite;
    suite.identity.name =
        name_.empty() ? fs::weakly_canonical(fs::absolute(folder_)).filename().string() : name_;
    std::vector<Candidate> candidates;
    for (const std::string& text : traces_) {
      IOREEL_ASSIGN_OR_RETURN(candidates.emplace_back(), Look(text));
      suite.traces.push_back(candidates.back().trace);
    }
    suite.quick = quick_;
    IOREEL_RETURN_IF_ERROR(Check(suite));
    IOREEL_RETURN_IF_ERROR(Write(suite, candidates, path));
    Tell(candidates, path);
    return ExitCode::kOk;
  }

 private:
  absl::StatusOr<Candidate> Look(const std::string& text) const {
    Candidate found;
    const size_t equals = text.find('=');
    const bool is_named = equals != std::string::npos && !fs::exists(text);
    found.file = is_named ? text.substr(equals + 1) : text;
    found.trace.name = is_named ? text.substr(0, equals) : NameOf(found.file);
    if (!IsSuiteTraceName(found.trace.name)) {
      return UsageError(absl::StrCat(text, ": a trace cannot be called '", found.trace.name,
                                     "', but NAME=FILE with letters, digits, '_', '.' and '-'"));
    }
    if (!fs::is_regular_file(found.file)) {
      return absl::NotFoundError(absl::StrCat(
          found.file, " is no file; a trace of several is one after `ioreel convert`"));
    }
    SessionOptions options;
    options.trace = {found.file};
    options.concat = true;
    IOREEL_ASSIGN_OR_RETURN(const ReplayTrace trace, ReplayTrace::Find(options));
    IOREEL_ASSIGN_OR_RETURN(const TraceSurvey survey, SurveyTrace(trace, options, nullptr));
    const absl::Status whole = CheckUntainted(survey, trace.name());
    if (!whole.ok()) {
      return WithExitCode(absl::FailedPreconditionError(absl::StrCat(
                              trace.name(), ": ", TaintText(survey), "; it would give no score")),
                          ExitCode::kInvalid);
    }
    found.trace.about = AboutOf(found.file, survey.info);
    IOREEL_ASSIGN_OR_RETURN(found.trace.digest, FileDigest(found.file));
    Place(&found);
    return found;
  }

  /// Where it will lie, seen from the folder.
  void Place(Candidate* found) const {
    found->is_copied = !IsBelow(found->file, folder_);
    if (found->is_copied) {
      const std::string extension = fs::path(found->file).extension().string();
      found->trace.path = absl::StrCat(found->trace.name, "/trace", extension);
    } else {
      found->trace.path = fs::weakly_canonical(found->file)
                              .lexically_relative(fs::weakly_canonical(folder_))
                              .string();
    }
  }

  /// What the file would be refused for.
  static absl::Status Check(const Suite& suite) {
    const absl::Status parsed = ParseSuite(SuiteText(suite), "suite.toml").status();
    return parsed.ok()
               ? parsed
               : UsageError(absl::StrCat("what would be written is refused: ", parsed.message()));
  }

  absl::Status Write(const Suite& suite, const std::vector<Candidate>& candidates,
                     const std::string& path) const {
    std::error_code error;
    for (const Candidate& candidate : candidates) {
      const fs::path to = fs::path(folder_) / candidate.trace.path;
      fs::create_directories(to.parent_path(), error);
      if (error)
        return ErrnoError(error.value(), "cannot make the folder", to.parent_path().string());
      if (!candidate.is_copied) continue;
      fs::copy_file(candidate.file, to, error);
      if (error) return ErrnoError(error.value(), "cannot copy to", to.string());
    }
    return WriteSuite(suite, path);
  }

  void Tell(const std::vector<Candidate>& candidates, const std::string& path) const {
    std::string text;
    for (const Candidate& candidate : candidates) {
      absl::StrAppend(&text, Printable(candidate.trace.name), ": ", Printable(candidate.file),
                      candidate.is_copied ? " copied to " : " stays at ",
                      Printable((fs::path(folder_) / candidate.trace.path).string()), "\n");
    }
    Print(absl::StrCat(text, Printable(path), ": ", FormatCount(candidates.size(), "trace"), "\n"));
  }

  std::string folder_, name_;
  std::vector<std::string> traces_, quick_;
};

}  // namespace

std::unique_ptr<Command> MakeSuiteInitCommand() { return std::make_unique<SuiteInitCommand>(); }

}  // namespace ioreel
