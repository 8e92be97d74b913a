#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/engines/sim_engine.h"
#include "replay/models/drive_spec.h"

namespace ioreel {

/// A drive that is only simulated, as a target names it in place of a path:
///
///     sim:SIZE[:read=TIME][:write=TIME][:other=TIME][:rate=SIZE][:channels=N]
///     sim:NAME[:KEY=VALUE]… | sim:/FOLDER/FILE.toml[:KEY=VALUE]…
///
/// Each channel does one I/O at a time, in `read`, `write` or `other` (flush, discard, …) and the
/// time that its bytes take at `rate` a second; what is not given is as SimModel has it. A name is
/// that of a drive which comes with ioreel, and a file of one's own begins with / or a dot; what
/// may be said otherwise of these is `state` of a drive of flash, `write_cache` and `reorders` of a
/// disk.
struct SimDrive {
  uint64_t size_bytes = 0;
  SimModel model;
  std::optional<DriveSpec> spec;  ///< what has a name; then model.drive is this
};

bool IsSimDrive(absl::string_view path);

/// The file of one's own that describes it; "" = none. REQUIRES: IsSimDrive(path).
std::string SimDriveFile(absl::string_view path);

/// REQUIRES: IsSimDrive(path). Errors: InvalidArgument or NotFound that says what was expected;
/// `fault` then is where in `path` that begins which is wrong.
absl::StatusOr<SimDrive> ParseSimDrive(absl::string_view path, size_t* fault);

}  // namespace ioreel
