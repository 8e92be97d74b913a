#pragma once

#include <string>
#include <vector>

#include "replay/safety/node_id.h"

namespace ioreel {

/// Who would be hurt if it were written to: each as a predicate, "is mounted on /home", "holds
/// md0", "is swap space", "lies on the disk of /", "is the backing file of loop3, which …". For a
/// whole disk its partitions count, for a partition its whole disk; for a loop device and its
/// backing file each other's uses. Empty = nobody that the kernel knows of.
std::vector<std::string> FindUses(const NodeId& node, const SystemRoots& roots = {});

}  // namespace ioreel
