#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "replay/target.h"

namespace ioreel {

/// Several targets as one: a request goes to that of its volume. Devices are numbered on from
/// target to target. The targets are borrowed; `devices` tells how many each has.
std::unique_ptr<Target> MakeTargetSet(std::vector<Target*> targets, std::vector<uint16_t> devices);

}  // namespace ioreel
