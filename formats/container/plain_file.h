#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"
#include "formats/io/input.h"

namespace ioreel {

/// The contents of an input, decompressed, as a file to seek in.
struct PlainFile {
  ScopedFd fd;
  absl::Status damage;  ///< why they end before their end: DataLoss of the compressed data
};

/// The file itself where it is stored plain, else a copy without a name in $TMPDIR.
/// Errors: those of opening and of the copy.
absl::StatusOr<PlainFile> OpenPlainFile(const Input& input);

}  // namespace ioreel
