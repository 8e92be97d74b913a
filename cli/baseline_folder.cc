#include "cli/baseline_folder.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "analysis/gate/baseline.h"
#include "base/status_macros.h"
#include "cli/named_results.h"

namespace ioreel {
namespace {

void Append(std::vector<NamedResult> more, std::vector<NamedResult>* results) {
  std::move(more.begin(), more.end(), std::back_inserter(*results));
}

}  // namespace

absl::StatusOr<std::vector<NamedResult>> ReadResultFolder(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".json") paths.push_back(it->path().string());
  }
  if (error) {
    return absl::NotFoundError(absl::StrCat("cannot list ", folder, ": ", error.message()));
  }
  if (paths.empty()) {
    return absl::NotFoundError(
        absl::StrCat(folder, " holds no result: no file in it ends in .json"));
  }
  std::sort(paths.begin(), paths.end());
  absl::StatusOr<std::vector<NamedResult>> results = ReadNamedResults(paths);
  if (results.ok()) return results;
  return absl::Status(results.status().code(),
                      absl::StrCat(results.status().message(), "; every *.json in ", folder,
                                   " must be a result: mend the file or remove it"));
}

absl::StatusOr<std::vector<NamedResult>> ReadResultsAndFolders(
    const std::vector<std::string>& paths) {
  std::vector<NamedResult> results;
  for (const std::string& path : paths) {
    if (std::filesystem::is_directory(path)) {
      IOREEL_ASSIGN_OR_RETURN(std::vector<NamedResult> held, ReadResultFolder(path));
      Append(std::move(held), &results);
    } else {
      IOREEL_ASSIGN_OR_RETURN(std::vector<NamedResult> named, ReadNamedResults({path}));
      Append(std::move(named), &results);
    }
  }
  return results;
}

absl::StatusOr<std::vector<NamedResult>> ReadBaseline(const std::vector<std::string>& paths,
                                                      std::vector<std::string>* left_out) {
  std::vector<NamedResult> results;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      IOREEL_ASSIGN_OR_RETURN(std::vector<NamedResult> named, ReadNamedResults({path}));
      Append(std::move(named), &results);
      continue;
    }
    IOREEL_ASSIGN_OR_RETURN(const std::vector<NamedResult> held, ReadResultFolder(path));
    for (const PinnedTrace& trace : MakeBaseline(held).traces) {
      if (!trace.scattered.empty()) left_out->push_back(trace.scattered);
      for (const PinnedResult& pinned : trace.results) {
        if (pinned.outlying.empty()) {
          results.push_back(pinned.named);
        } else {
          left_out->push_back(
              absl::StrCat(pinned.named.name, " is left out of the baseline: ", pinned.outlying));
        }
      }
    }
  }
  return results;
}

}  // namespace ioreel
