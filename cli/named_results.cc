#include "cli/named_results.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/import_log.h"
#include "formats/load.h"
#include "formats/result/result_file.h"

namespace ioreel {
namespace {

/// What is wrong with a file that is no result; that of a trace says how to get one.
absl::Status NoResult(const std::string& path, const absl::Status& why) {
  ImportLog log;
  if (!OpenTrace({path}, "", {}, &log).ok()) return why;
  return absl::InvalidArgumentError(
      absl::StrCat(path, " is a trace, not a result: replay it first, as `ioreel replay ", path,
                   " --target … -o result.json`, then take result.json"));
}

absl::StatusOr<AnyResult> ReadEither(const std::string& path) {
  absl::StatusOr<AnyResult> result = ReadResult(path);
  return result.ok() ? std::move(result) : NoResult(path, result.status());
}

}  // namespace

absl::StatusOr<NamedResult> ReadNamedResult(const std::string& path) {
  absl::StatusOr<RunResult> result = ReadRunResult(path);
  if (!result.ok()) return NoResult(path, result.status());
  return NamedResult{path, *std::move(result)};
}

absl::StatusOr<NamedFiles> ReadNamedFiles(const std::vector<std::string>& paths) {
  NamedFiles files;
  for (const std::string& path : paths) {
    IOREEL_ASSIGN_OR_RETURN(AnyResult result, ReadEither(path));
    if (auto* suite = std::get_if<SuiteResult>(&result)) {
      files.suites.push_back({path, std::move(*suite)});
    } else {
      files.runs.push_back({path, std::get<RunResult>(std::move(result))});
    }
  }
  return files;
}

absl::StatusOr<NamedSuite> ReadNamedSuite(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(NamedFiles files, ReadNamedFiles({path}));
  if (!files.suites.empty()) return std::move(files.suites.front());
  return absl::InvalidArgumentError(
      absl::StrCat(path, " is the result of one replay; that of a suite is wanted"));
}

std::vector<NamedResult> ResultsOf(const NamedSuite& suite) {
  std::vector<NamedResult> results;
  for (const SuiteTraceResult& trace : suite.result.traces) {
    if (trace.result) {
      results.push_back({absl::StrCat(suite.name, ": ", trace.name), *trace.result});
    }
  }
  return results;
}

absl::StatusOr<std::vector<NamedResult>> ReadNamedResults(const std::vector<std::string>& paths,
                                                          std::vector<NamedSuite>* suites) {
  std::vector<NamedResult> results;
  for (const std::string& path : paths) {
    IOREEL_ASSIGN_OR_RETURN(NamedFiles files, ReadNamedFiles({path}));
    for (NamedResult& run : files.runs) results.push_back(std::move(run));
    for (NamedSuite& suite : files.suites) {
      std::vector<NamedResult> runs = ResultsOf(suite);
      if (runs.empty())
        return absl::InvalidArgumentError(absl::StrCat(path, " holds no result yet"));
      for (NamedResult& run : runs) results.push_back(std::move(run));
      if (suites != nullptr) suites->push_back(std::move(suite));
    }
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
