#pragma once

#include <istream>
#include <memory>
#include <string>
#include <vector>

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

  /// The first ≤ 4096 bytes, uncompressed.
  virtual absl::StatusOr<std::string> Head() const = 0;

  /// A stream from the start. Cut or damaged compressed data sets bad(), never a clean end;
  /// `StreamStatus` turns that into an error.
  virtual absl::StatusOr<std::unique_ptr<std::istream>> Open() const = 0;

  /// Inputs beside this one whose name differs: path with `suffix` in place of `name`'s last
  /// extension; empty when there is none. (blktrace's other CPUs use formats/blktrace/files.h.)
  virtual std::string path() const = 0;  ///< file path; "" when not a file
};

/// Errors: NotFound, PermissionDenied; FailedPrecondition for a directory or device.
absl::StatusOr<std::unique_ptr<Input>> OpenFileInput(const std::string& path);
/// `bytes` under a name; for tests and standard input ("-" is spooled by OpenFileInput).
std::unique_ptr<Input> MakeMemoryInput(std::string name, std::string bytes);

/// After reading to the end: OK, or DataLoss with the name and the offset reached.
absl::Status StreamStatus(const std::istream& stream, absl::string_view name);

}  // namespace ioreel
