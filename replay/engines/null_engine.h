#pragma once

#include <memory>

#include "base/clock.h"
#include "replay/engine.h"

namespace ioreel {

/// Completes everything at once and moves nothing: what a replay costs without a device.
std::unique_ptr<Engine> MakeNullEngine(Clock* clock);

}  // namespace ioreel
