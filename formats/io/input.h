#pragma once

#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/io/decoded_stream.h"

namespace ioreel {

/// Named bytes to read a trace from, with compression (gz, zst, xz, bz2) undone and told by
/// magic, not by name. May be opened more than once. Immutable.
class Input {
 public:
  static constexpr size_t kHeadBytes = 4096, kLongestHead = 1 << 20;

  virtual ~Input() = default;

  /// As the user named it; for messages and for sniffing.
  virtual const std::string& name() const = 0;

  /// The first bytes, uncompressed: 4096, or more where the first line is longer, up to 1 MiB; or
  /// all there are. Errors: DataLoss when none can be read.
  absl::StatusOr<std::string> Head() const;

  /// A stream from the start, uncompressed, which may outlive the Input. At its end, StreamStatus
  /// tells whether cut or damaged data or a read error brought it about.
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

}  // namespace ioreel
