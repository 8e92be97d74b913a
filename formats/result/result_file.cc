#include "formats/result/result_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/file.h"
#include "base/status_macros.h"
#include "base/unfinished_files.h"

namespace ioreel {

absl::Status WriteRunResult(const RunResult& result, const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  absl::Status written = file.Append(RunResultToJson(result));
  if (written.ok()) written = file.Commit();
  if (!written.ok()) {
    unlink(file.partial_path().c_str());
    ForgetUnfinishedFile(file.partial_path());
  }
  return written;
}

absl::StatusOr<RunResult> ReadRunResult(const std::string& path) {
  // What begins like no result is not read to its end: it may be a trace of any length.
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_RDONLY | O_CLOEXEC));
  std::string head(64, '\0');
  head.resize(static_cast<size_t>(std::max<ssize_t>(0, pread(fd.get(), head.data(), 64, 0))));
  if (!head.empty() && !MayBeRunResult(head)) return ParseRunResult(head, path);
  IOREEL_ASSIGN_OR_RETURN(const std::string json, ReadFile(path));
  return ParseRunResult(json, path);
}

}  // namespace ioreel
