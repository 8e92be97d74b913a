#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"

namespace ioreel {

/// A text file written through a buffer that callers append to; it appears under its name when
/// finished. Not thread-safe.
class TextOutput {
 public:
  /// Errors: as AtomicFile::Create.
  static absl::StatusOr<TextOutput> Create(const std::string& path);

  std::string& buffer() { return buffer_; }

  /// Writes the buffer when it has grown to `most` bytes; to be called now and then.
  absl::Status Relieve(size_t most = 1 << 20) {
    return buffer_.size() < most ? absl::OkStatus() : Flush();
  }
  absl::Status Finish();

 private:
  explicit TextOutput(AtomicFile file) : file_(std::move(file)) {}
  absl::Status Flush();

  AtomicFile file_;
  std::string buffer_;
};

}  // namespace ioreel
