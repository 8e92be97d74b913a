#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/mount_table.h"
#include "base/sysfs_block.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Everything DeviceInfo has room for.
DeviceInfo ProbeDevice(const SysfsBlock& block, const std::vector<Mount>& mounts);

/// The block devices that have a size: disks, each followed by its partitions.
std::vector<SysfsBlock> ListBlockDevices(const std::string& sys_root = "/sys");

/// A device that the user named in one way or another.
struct NamedDevice {
  SysfsBlock block;
  std::string found;  ///< how, for the user, when it was not named itself:
                      ///< "/home/me lies on sda2 (ext4)"; else ""
};

/// Takes "/dev/sda2", a link to it, "sda2", a mount point, or any path: the device it lies on.
/// Errors: NotFound, InvalidArgument (nothing of blocks below it); one line with the remedy.
absl::StatusOr<NamedDevice> FindNamedDevice(const std::string& text,
                                            const std::vector<Mount>& mounts,
                                            const std::string& sys_root = "/sys");

/// The device node of a kernel name, which has "!" for "/": "/dev/cciss/c0d0".
std::string DeviceNode(absl::string_view name);

}  // namespace ioreel
