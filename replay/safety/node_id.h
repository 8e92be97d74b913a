#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

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
  std::string dev = "/dev";
};

/// nullopt for what is neither a regular file nor a block device.
std::optional<NodeId> NodeAt(const std::string& path);
std::optional<NodeId> NodeOf(int fd);

}  // namespace ioreel
