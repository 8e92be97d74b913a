#include "cli/replay_outputs.h"

#include <filesystem>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "formats/load.h"
#include "replay/named_targets.h"
#include "replay/run/sample_file.h"
#include "replay/targets/sim_drive.h"

namespace ioreel {
namespace {

struct NamedFile {
  std::string role;  ///< "-o", "the trace"
  std::string path;
};

std::vector<NamedFile> Outputs(const SessionOptions& options, const std::string& output,
                               absl::string_view role) {
  std::vector<NamedFile> files;
  if (!output.empty()) files.push_back({std::string(role), output});
  if (options.samples_path.empty()) return files;
  for (int i = 1; i <= options.repeats; ++i)
    files.push_back({"--samples", SamplesPath(options.samples_path, i, options.repeats)});
  return files;
}

absl::StatusOr<std::vector<NamedFile>> TraceFiles(const SessionOptions& options) {
  std::vector<NamedFile> files;
  if (options.trace.empty()) return files;
  for (const std::string& path : options.trace) files.push_back({"the trace", path});
  IOREEL_ASSIGN_OR_RETURN(const auto trace_files, FindTraceFiles(options.trace));
  for (const std::string& path : trace_files) files.push_back({"a file of the trace", path});
  std::erase_if(files, [](const NamedFile& file) { return file.path == "-"; });
  return files;
}

absl::StatusOr<std::vector<NamedFile>> Targets(const SessionOptions& options) {
  const auto targets = NameTargets(options);
  if (!targets.ok()) return UsageError(targets.status().message());
  std::vector<NamedFile> files;
  for (const NamedTarget& target : *targets) {
    for (const TargetSpec::Leaf& leaf : target.spec.Leaves()) {
      const std::string file = IsSimDrive(leaf.path) ? SimDriveFile(leaf.path) : leaf.path;
      if (!file.empty()) files.push_back({"the target", file});
    }
  }
  return files;
}

/// A file is written as PATH.partial first, which must not be the other, either.
absl::Status CheckApart(const NamedFile& written, const NamedFile& other) {
  if (!IsSameFile(written.path, other.path) &&
      !IsSameFile(AtomicFile::PartialPath(written.path), other.path)) {
    return absl::OkStatus();
  }
  return UsageError(absl::StrCat(written.role, " ", written.path, " would replace ", other.role,
                                 " (", other.path, "); name another file"));
}

}  // namespace

bool IsSameFile(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto real_a = std::filesystem::weakly_canonical(std::filesystem::absolute(a), error);
  if (error) return a == b;
  const auto real_b = std::filesystem::weakly_canonical(std::filesystem::absolute(b), error);
  return error ? a == b : real_a == real_b;
}

absl::Status CheckFilesAreApart(const SessionOptions& options, const std::string& output,
                                absl::string_view role) {
  IOREEL_ASSIGN_OR_RETURN(const std::vector<NamedFile> targets, Targets(options));
  IOREEL_ASSIGN_OR_RETURN(std::vector<NamedFile> inputs, TraceFiles(options));
  for (const NamedFile& target : targets) {
    for (const NamedFile& file : inputs) {
      if (!IsSameFile(target.path, file.path)) continue;
      return UsageError(absl::StrCat("the target ", target.path, " is ", file.role, " (", file.path,
                                     "); name another target"));
    }
  }
  inputs.insert(inputs.end(), targets.begin(), targets.end());
  const std::vector<NamedFile> outputs = Outputs(options, output, role);
  for (const NamedFile& written : outputs) {
    for (const NamedFile& input : inputs) IOREEL_RETURN_IF_ERROR(CheckApart(written, input));
    if (output.empty() || written.role == role) continue;
    IOREEL_RETURN_IF_ERROR(CheckApart(written, outputs.front()));
    IOREEL_RETURN_IF_ERROR(CheckApart(outputs.front(), written));
  }
  return absl::OkStatus();
}

}  // namespace ioreel
