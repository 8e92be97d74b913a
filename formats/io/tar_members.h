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

/// The files of a tar archive that `wanted` takes by their path, in the order of the archive, each
/// an input named "ARCHIVE: PATH". Their contents stand in an unnamed temporary file. Files
/// without contents are left out.
/// Errors: DataLoss: the archive is cut or damaged; those of reading and of the temporary file.
absl::StatusOr<std::vector<std::unique_ptr<Input>>> SpoolTarMembers(
    const Input& archive, absl::FunctionRef<bool(absl::string_view path)> wanted);

}  // namespace ioreel
