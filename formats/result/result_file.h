#pragma once

#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/result/run_result.h"
#include "formats/result/suite_result.h"
#include "formats/result/sweep_result.h"

namespace ioreel {

/// What `ioreel replay` writes, or `ioreel suite run`.
using AnyResult = std::variant<RunResult, SuiteResult>;

/// JSON text of a result; ParseResult undoes it (identity).
std::string RunResultToJson(const RunResult& result);
std::string SuiteResultToJson(const SuiteResult& result);
std::string SweepResultToJson(const SweepResult& result);

/// Errors: InvalidArgument with line and column, a missing key, or a schema_version other than
/// RunResult::kSchemaVersion, each naming `name`.
absl::StatusOr<AnyResult> ParseResult(const std::string& json, const std::string& name);
/// The same of one replay; that of a suite is an error, too.
absl::StatusOr<RunResult> ParseRunResult(const std::string& json, const std::string& name);
/// The same of what `ioreel sweep` writes, which is neither.
absl::StatusOr<SweepResult> ParseSweepResult(const std::string& json, const std::string& name);

/// Whether a text that begins so can be one: a JSON object.
bool MayBeRunResult(absl::string_view head);

absl::Status WriteRunResult(const RunResult& result, const std::string& path);
absl::Status WriteSuiteResult(const SuiteResult& result, const std::string& path);
absl::Status WriteSweepResult(const SweepResult& result, const std::string& path);
absl::StatusOr<AnyResult> ReadResult(const std::string& path);
absl::StatusOr<RunResult> ReadRunResult(const std::string& path);
absl::StatusOr<SweepResult> ReadSweepResult(const std::string& path);

}  // namespace ioreel
