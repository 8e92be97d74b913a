#pragma once

#include "replay/target_registry.h"

namespace ioreel {

/// One file or one block device, as it is.
const TargetKind* SingleTargetKind();

}  // namespace ioreel
