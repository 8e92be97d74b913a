#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What a closed loop loses between a completion and the I/O that waited for it. The recorded
/// think time holds the application's own losses of this kind; a replay must not add its own.
struct WakeUpCost {
  int64_t act_ns = 0;   ///< handing an I/O to the kernel and noticing its completion by looking
  int64_t wake_ns = 0;  ///< noticing it out of sleep comes later by this
};

/// Measures both on this host as medians, the first with an engine of the kind `engine` on
/// /dev/zero. Takes about 30 ms; zeros for engines that are not real.
WakeUpCost MeasureWakeUpCost(absl::string_view engine);

}  // namespace ioreel
