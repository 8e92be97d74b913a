#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/result/run_result.h"

namespace ioreel {

/// JSON text of a result; ParseRunResult undoes it (identity).
std::string RunResultToJson(const RunResult& result);

/// Errors: InvalidArgument with line and column, a missing key, or a schema_version other than
/// RunResult::kSchemaVersion, each naming `name`.
absl::StatusOr<RunResult> ParseRunResult(const std::string& json, const std::string& name);

/// Whether a text that begins so can be one: a JSON object.
bool MayBeRunResult(absl::string_view head);

absl::Status WriteRunResult(const RunResult& result, const std::string& path);
absl::StatusOr<RunResult> ReadRunResult(const std::string& path);

}  // namespace ioreel
