#include "cli/named_results.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/import_log.h"
#include "formats/load.h"
#include "formats/result/result_file.h"

namespace ioreel {

absl::StatusOr<NamedResult> ReadNamedResult(const std::string& path) {
  absl::StatusOr<RunResult> result = ReadRunResult(path);
  if (result.ok()) return NamedResult{path, *std::move(result)};
  ImportLog log;
  if (!OpenTrace({path}, "", {}, &log).ok()) return result.status();
  return absl::InvalidArgumentError(
      absl::StrCat(path, " is a trace, not a result: replay it first, as `ioreel replay ", path,
                   " --target … -o result.json`, then take result.json"));
}

absl::StatusOr<std::vector<NamedResult>> ReadNamedResults(const std::vector<std::string>& paths) {
  std::vector<NamedResult> results;
  for (const std::string& path : paths) {
    IOREEL_ASSIGN_OR_RETURN(results.emplace_back(), ReadNamedResult(path));
  }
  return results;
}

ExitCode CodeOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return ExitCode::kOk;
    case Outcome::kInvalid:
      return ExitCode::kInvalid;
    case Outcome::kIncomparable:
      return ExitCode::kIncomparable;
  }
  return ExitCode::kFailed;
}

}  // namespace ioreel
