#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/device.h"
#include "replay/safety/node_id.h"

namespace ioreel {

/// A stretch of a file or device on which another stands.
struct Footing {
  NodeId on;
  std::string name;  ///< what `on` is called: its path
  uint64_t begin = 0, end = UINT64_MAX;
  bool whole = true;  ///< false: it has some of the stretch, and it is not known which
};

/// What `node`, which is called `name`, stands on, itself first: a partition on its disk, a loop
/// device on its file, both on a stretch that is known; dm and md devices on some of their slaves,
/// a file on some of its filesystem's device.
std::vector<Footing> FindFootings(const NodeId& node, const std::string& name,
                                  const SystemRoots& roots = {});

/// What a target writes to.
struct Medium {
  std::string path;               ///< as the user named it
  std::string new_file;           ///< of a file that is yet to be made: its place; else empty
  std::vector<Footing> footings;  ///< itself first
};

/// Of an opened file or device, called `path`.
Medium FindMedium(const Device& device, const std::string& path);
/// Of a file that is to be made at `path`, of which `device` is the forerunner.
Medium FindNewMedium(const Device& device, const std::string& path);

/// Why what is written to one changes the other: "/dev/loop0 lies on a.img"; "" where, as far as
/// the kernel tells, it does not.
std::string SharedSpaceText(const Medium& first, const Medium& second);

}  // namespace ioreel
