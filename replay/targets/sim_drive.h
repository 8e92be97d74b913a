#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/engines/sim_engine.h"

namespace ioreel {

/// A drive that is only simulated, as a target names it in place of a path:
///
///     sim:SIZE[:read=TIME][:write=TIME][:other=TIME][:rate=SIZE][:channels=N]
///
/// Each channel does one I/O at a time, in `read`, `write` or `other` (flush, discard, …) and the
/// time that its bytes take at `rate` a second; what is not given is as SimModel has it.
struct SimDrive {
  uint64_t size_bytes = 0;
  SimModel model;
};

bool IsSimDrive(absl::string_view path);

/// REQUIRES: IsSimDrive(path). Errors: InvalidArgument that says what was expected; `fault` then is
/// where in `path` that begins which is wrong.
absl::StatusOr<SimDrive> ParseSimDrive(absl::string_view path, size_t* fault);

}  // namespace ioreel
