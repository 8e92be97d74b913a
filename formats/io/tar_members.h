#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/io/input.h"

namespace ioreel {

/// Whether the contents of an input, which begin with `head`, are a tar archive (POSIX or GNU).
bool IsTar(absl::string_view head);

/// Files of a tar archive.
struct TarMembers {
  std::vector<std::unique_ptr<Input>> inputs;
  /// DataLoss where the archive is cut or damaged: what stood behind it is not there, and the last
  /// input may be cut.
  absl::Status damage;
};

/// The files of an archive that `wanted` takes by their path, in the order of the archive, each an
/// input named "ARCHIVE: PATH". Their contents stand in an unnamed temporary file. Files without
/// contents are left out. Errors: those of opening and of the temporary file.
absl::StatusOr<TarMembers> SpoolTarMembers(const Input& archive,
                                           absl::FunctionRef<bool(absl::string_view path)> wanted);

}  // namespace ioreel
