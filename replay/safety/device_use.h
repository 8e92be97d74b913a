#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace ioreel {

/// A file or block device by what the kernel calls it, whatever its names.
struct NodeId {
  bool is_block = false;
  dev_t device = 0;  ///< of a block device: its own number; of a file: its filesystem's
  ino_t inode = 0;   ///< of a file
  bool operator==(const NodeId&) const = default;
};

/// Where the kernel's own view of things lies; tests put a made-up one elsewhere.
struct SystemRoots {
  std::string sys = "/sys";
  std::string proc = "/proc";
};

/// Who would be hurt if it were written to: each as a predicate, "is mounted on /home", "holds
/// md0", "is swap space", "lies on the disk of /", "is the backing file of loop3, which …". For a
/// whole disk its partitions count, for a partition its whole disk; for a loop device and its
/// backing file each other's uses. Empty = nobody that the kernel knows of.
std::vector<std::string> FindUses(const NodeId& node, const SystemRoots& roots = {});

}  // namespace ioreel
