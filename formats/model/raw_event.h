#pragma once

#include <cstdint>

#include "formats/model/stage_event.h"

namespace ioreel {

/// A tracer record before tasks and devices have been looked up.
struct RawEvent {
  StageEvent event;  ///< task and device not yet set
  int32_t tid = -1;
  uint32_t major = 0, minor = 0;
};

}  // namespace ioreel
