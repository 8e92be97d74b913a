#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/file.h"

namespace ioreel {

/// Runs of bytes that wait in an unnamed temporary file ($TMPDIR). Not thread-safe.
class SpillFile {
 public:
  /// The bytes of a run that have not been read yet.
  struct Run {
    uint64_t begin = 0, end = 0;
  };

  static absl::StatusOr<SpillFile> Create();

  absl::Status Append(absl::string_view run);
  const std::vector<Run>& runs() const { return runs_; }
  /// Takes the next `size` bytes of a run. REQUIRES: it has as many left.
  absl::Status Read(size_t run, char* out, size_t size);

 private:
  explicit SpillFile(ScopedFd file) : file_(std::move(file)) {}

  ScopedFd file_;
  uint64_t size_ = 0;
  std::vector<Run> runs_;
};

}  // namespace ioreel
