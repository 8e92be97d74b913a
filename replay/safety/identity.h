#pragma once

#include "absl/status/status.h"
#include "replay/device.h"

namespace ioreel {

/// Whether the path of `device` still names what was opened, and that is still as large and tells
/// the same of itself (model, serial, WWID): devices are swapped, and names move on to others.
/// Errors: FailedPrecondition that says what changed.
absl::Status CheckSameAsOpened(const Device& device);

}  // namespace ioreel
