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

  /// Writes the buffer when it has grown; to be called now and then.
  absl::Status Relieve() { return buffer_.size() < kFull ? absl::OkStatus() : Flush(); }
  absl::Status Finish();

 private:
  static constexpr size_t kFull = 1 << 20;
  explicit TextOutput(AtomicFile file) : file_(std::move(file)) {}
  absl::Status Flush();

  AtomicFile file_;
  std::string buffer_;
};

}  // namespace ioreel
