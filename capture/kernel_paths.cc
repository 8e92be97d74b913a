#include "capture/kernel_paths.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "base/sysfs_block.h"
#include "capture/device_probe.h"
#include "capture/kernel_file.h"

namespace ioreel {

std::string KernelPaths::TraceFolder(const std::string& device) const {
  return absl::StrCat(sys, "/class/block/", device, "/trace");
}

absl::Status CheckTraceable(const KernelPaths& paths, const std::vector<std::string>& devices) {
  std::map<std::string, std::string> by_disk;
  for (const std::string& device : devices) {
    const std::string folder = paths.TraceFolder(device);
    if (!FileExists(folder)) {
      return absl::UnimplementedError(absl::StrCat("the kernel cannot trace ", device, " (no ",
                                                   folder, "; it needs CONFIG_BLK_DEV_IO_TRACE)"));
    }
    if (ReadKernelFileOrEmpty(folder + "/enable") == "1") {
      return absl::FailedPreconditionError(
          absl::StrCat(device, " is being traced already (", folder,
                       "/enable is 1); end that trace (blktrace -k -d ", DeviceNode(device),
                       "), then try again"));
    }
    const auto block = SysfsBlock::FindByName(device, paths.sys);
    const std::string disk = block ? block->Disk().name() : device;
    const auto [other, is_new] = by_disk.try_emplace(disk, device);
    if (!is_new) {
      return absl::InvalidArgumentError(absl::StrCat(
          other->second, " and ", device,
          " are on one disk, which can have one trace; record the disk: -d ", DeviceNode(disk)));
    }
  }
  return absl::OkStatus();
}

}  // namespace ioreel
