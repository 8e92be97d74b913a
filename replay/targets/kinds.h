#pragma once

#include "replay/target_registry.h"

/// Every kind of target, each in a file of its own.

namespace ioreel {

const TargetKind* SingleTargetKind();
const TargetKind* Raid0TargetKind();
const TargetKind* ConcatTargetKind();
const TargetKind* Raid1TargetKind();
const TargetKind* Raid5TargetKind();
const TargetKind* DegradedTargetKind();
const TargetKind* CacheTargetKind();

}  // namespace ioreel
