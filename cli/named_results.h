#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/score/outcome.h"
#include "analysis/score/score_report.h"
#include "analysis/score/suite_score.h"
#include "cli/exit_code.h"

namespace ioreel {

/// What `ioreel replay -o` wrote. Errors name the file; that of a trace says how to get a result.
absl::StatusOr<NamedResult> ReadNamedResult(const std::string& path);

/// The same of each, in the order given; of a suite, its traces'. `suites`, unless null, gets the
/// suites, too.
absl::StatusOr<std::vector<NamedResult>> ReadNamedResults(
    const std::vector<std::string>& paths, std::vector<NamedSuite>* suites = nullptr);

/// Results of single replays, and of suites, each in the order given.
struct NamedFiles {
  std::vector<NamedResult> runs;
  std::vector<NamedSuite> suites;
};
absl::StatusOr<NamedFiles> ReadNamedFiles(const std::vector<std::string>& paths);
/// Errors: also InvalidArgument where it is that of a single replay.
absl::StatusOr<NamedSuite> ReadNamedSuite(const std::string& path);

/// One result for each trace of a suite that has one, whose repeats are its passes.
std::vector<NamedResult> ResultsOf(const NamedSuite& suite);

/// What a command says to scripts that judged them.
ExitCode CodeOf(Outcome outcome);

}  // namespace ioreel
