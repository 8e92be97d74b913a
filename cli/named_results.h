#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/outcome.h"
#include "analysis/score_report.h"
#include "cli/exit_code.h"

namespace ioreel {

/// What `ioreel replay -o` wrote. Errors name the file; that of a trace says how to get a result.
absl::StatusOr<NamedResult> ReadNamedResult(const std::string& path);

/// The same of each, in the order given.
absl::StatusOr<std::vector<NamedResult>> ReadNamedResults(const std::vector<std::string>& paths);

/// What a command says to scripts that judged them.
ExitCode CodeOf(Outcome outcome);

}  // namespace ioreel
