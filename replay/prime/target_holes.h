#pragma once

#include <vector>

#include "base/range_set.h"
#include "replay/target.h"

namespace ioreel {

/// What of `ranges` of a target of several files was never written, in stretches of up to 1 MiB of
/// which a read of the target would meet a hole. REQUIRES: it has no caches (Target::uncached).
RangeSet FindTargetHoles(Target* target, const std::vector<int>& fds, const RangeSet& ranges);

}  // namespace ioreel
