#pragma once

#include <optional>

#include "base/sysfs_block.h"
#include "replay/safety/node_id.h"

namespace ioreel {

/// The file or device that a loop device keeps its data in, as the device itself tells (loop(4),
/// LOOP_GET_STATUS64): it may have lost the name that it was set up with, or another file may have
/// got that. By that name where the device cannot be asked. nullopt for what is no loop device, or
/// not set up.
std::optional<NodeId> LoopBacking(const SysfsBlock& disk, const SystemRoots& roots);

}  // namespace ioreel
