#pragma once

#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// Named bytes to read a trace from, with compression (gz, zst, xz, bz2) undone and told by
/// magic, not by name. May be opened more than once. Immutable.
class Input {
 public:
  virtual ~Input() = default;

  /// As the user named it; for messages and for sniffing.
  virtual const std::string& name() const = 0;

  /// The first ≤ 4096 bytes, uncompressed. Errors: DataLoss.
  virtual absl::StatusOr<std::string> Head() const = 0;

  /// A stream from the start, which may outlive the Input. Cut or damaged compressed data and read
  /// errors set bad(), never a clean end; `StreamStatus` turns that into an error.
  virtual absl::StatusOr<std::unique_ptr<std::istream>> Open() const = 0;

  /// A path at which the bytes as stored (still compressed) can be opened; "" when there is none.
  virtual std::string path() const = 0;
};

/// "-" is standard input; it and pipes are spooled to an unnamed temporary file.
/// Errors: NotFound, PermissionDenied; FailedPrecondition for a directory or device;
/// InvalidArgument for an empty file.
absl::StatusOr<std::unique_ptr<Input>> OpenFileInput(const std::string& path);
/// `bytes` under a name; for tests.
std::unique_ptr<Input> MakeMemoryInput(std::string name, std::string bytes);

/// After reading to the end: OK, or DataLoss with the name and the offset reached.
absl::Status StreamStatus(const std::istream& stream, absl::string_view name);

}  // namespace ioreel
