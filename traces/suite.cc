#include "traces/suite.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/digest.h"

namespace ioreel {

const SuiteTrace* Suite::Find(absl::string_view name) const {
  const auto found = std::find_if(traces.begin(), traces.end(),
                                  [name](const SuiteTrace& trace) { return trace.name == name; });
  return found == traces.end() ? nullptr : &*found;
}

absl::StatusOr<Suite> ReadSuite(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParseSuite(text, path);
}

absl::Status WriteSuite(const Suite& suite, const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  IOREEL_RETURN_IF_ERROR(file.Append(SuiteText(suite)));
  return file.Commit();
}

std::string SuiteTracePath(const std::string& suite_path, const SuiteTrace& trace) {
  return (std::filesystem::path(suite_path).parent_path() / trace.path).string();
}

absl::Status CheckUnchanged(const std::string& suite_path, const SuiteTrace& trace) {
  const std::string path = SuiteTracePath(suite_path, trace);
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " is no file; ", suite_path, " names it as a trace"));
  }
  IOREEL_ASSIGN_OR_RETURN(const std::string digest, FileDigest(path));
  if (digest == trace.digest) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(path, " has changed since the suite was made: its digest is ", digest, ", ",
                   suite_path, " says ", trace.digest));
}

bool IsSuiteTraceName(absl::string_view name) {
  const auto fits = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-';
  };
  return !name.empty() && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), fits);
}

}  // namespace ioreel
