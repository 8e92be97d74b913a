#include "formats/result/result_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/file.h"
#include "base/status_macros.h"
#include "base/unfinished_files.h"

namespace ioreel {

namespace {

absl::Status WriteWhole(const std::string& text, const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  absl::Status written = file.Append(text);
  if (written.ok()) written = file.Commit();
  if (!written.ok()) {
    unlink(file.partial_path().c_str());
    ForgetUnfinishedFile(file.partial_path());
  }
  return written;
}

/// All of it, or, of what begins like no result and may be a trace of any length, its head.
absl::StatusOr<std::string> ReadText(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_RDONLY | O_CLOEXEC));
  std::string head(64, '\0');
  head.resize(static_cast<size_t>(std::max<ssize_t>(0, pread(fd.get(), head.data(), 64, 0))));
  if (!head.empty() && !MayBeRunResult(head)) return head;
  return ReadFile(path);
}

}  // namespace

absl::Status WriteRunResult(const RunResult& result, const std::string& path) {
  return WriteWhole(RunResultToJson(result), path);
}

absl::Status WriteSuiteResult(const SuiteResult& result, const std::string& path) {
  return WriteWhole(SuiteResultToJson(result), path);
}

absl::Status WriteSweepResult(const SweepResult& result, const std::string& path) {
  return WriteWhole(SweepResultToJson(result), path);
}

absl::StatusOr<AnyResult> ReadResult(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadText(path));
  return ParseResult(text, path);
}

absl::StatusOr<RunResult> ReadRunResult(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadText(path));
  return ParseRunResult(text, path);
}

absl::StatusOr<SweepResult> ReadSweepResult(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadText(path));
  return ParseSweepResult(text, path);
}

}  // namespace ioreel
