#include "formats/result/result_file.h"

#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {

absl::Status WriteRunResult(const RunResult& result, const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  IOREEL_RETURN_IF_ERROR(file.Append(RunResultToJson(result)));
  return file.Commit();
}

absl::StatusOr<RunResult> ReadRunResult(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string json, ReadFile(path));
  return ParseRunResult(json, path);
}

}  // namespace ioreel
