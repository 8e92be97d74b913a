#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// One line of /proc/self/mountinfo, escapes undone.
struct Mount {
  uint32_t major = 0, minor = 0;  ///< of the filesystem; anonymous (0:N) for btrfs, tmpfs, overlay
  std::string point;              ///< where it is mounted
  std::string filesystem;         ///< "ext4"
  std::string source;             ///< "/dev/sda1", or a name without meaning
};

/// In the order of the file: of two mounts on one point the later covers the earlier. Lines that
/// do not parse are left out.
std::vector<Mount> ParseMountTable(absl::string_view mountinfo);

/// As `process` ("self" or a number) sees them. Empty when `proc_root` has none.
std::vector<Mount> ReadMountTable(const std::string& proc_root = "/proc",
                                  const std::string& process = "self");

/// "\040" and its like to the bytes they stand for, as in mountinfo and swaps.
std::string UnescapeOctal(absl::string_view text);

}  // namespace ioreel
