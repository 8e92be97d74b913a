#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// The results in a folder: its files *.json, by name. Errors: NotFound where there is no such
/// folder, or none in it; those of ReadNamedResult.
absl::StatusOr<std::vector<NamedResult>> ReadResultFolder(const std::string& folder);

/// The results that the paths name: files, and folders of them.
absl::StatusOr<std::vector<NamedResult>> ReadResultsAndFolders(
    const std::vector<std::string>& paths);

/// Those of a baseline, without those of a folder that lie out (analysis/gate/baseline.h), each of
/// which `*left_out` names with the reason.
absl::StatusOr<std::vector<NamedResult>> ReadBaseline(const std::vector<std::string>& paths,
                                                      std::vector<std::string>* left_out);

}  // namespace ioreel
