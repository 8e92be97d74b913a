#pragma once

#include "replay/target_registry.h"

/// Every kind of target, each in a file of its own.

namespace ioreel {

const TargetKind* SingleTargetKind();
const TargetKind* Raid0TargetKind();
const TargetKind* ConcatTargetKind();
const TargetKind* Raid1TargetKind();

}  // namespace ioreel
