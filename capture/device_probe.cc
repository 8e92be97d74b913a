#include "capture/device_probe.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/file.h"
#include "capture/kernel_file.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

template <typename T>
std::optional<T> NumberOf(const SysfsBlock& block, absl::string_view attribute) {
  const auto number = block.Number(attribute);
  if (!number) return std::nullopt;
  return static_cast<T>(*number);
}

void ReadQueue(const SysfsBlock& disk, DeviceInfo* info) {
  info->logical_block_bytes = NumberOf<uint32_t>(disk, "queue/logical_block_size");
  info->physical_block_bytes = NumberOf<uint32_t>(disk, "queue/physical_block_size");
  info->rotational = NumberOf<bool>(disk, "queue/rotational");
  info->scheduler = SettingIn(disk.Text("queue/scheduler"));
  info->read_ahead_kb = NumberOf<uint32_t>(disk, "queue/read_ahead_kb");
  info->nr_requests = NumberOf<uint32_t>(disk, "queue/nr_requests");
  info->max_sectors_kb = NumberOf<uint32_t>(disk, "queue/max_sectors_kb");
  info->wbt_lat_usec = NumberOf<int64_t>(disk, "queue/wbt_lat_usec");
  info->write_cache = disk.Text("queue/write_cache");
  info->fua = NumberOf<bool>(disk, "queue/fua");
}

/// What a stacked device lies on; of a loop device its file.
std::vector<std::string> MembersOf(const SysfsBlock& disk) {
  if (std::string backing = disk.Text("loop/backing_file"); !backing.empty()) return {backing};
  std::vector<std::string> members;
  for (const SysfsBlock& slave : disk.Slaves()) members.push_back(slave.name());
  return members;
}

std::string ModelOf(const SysfsBlock& disk) {
  const std::string vendor = disk.Text("device/vendor"), model = disk.Text("device/model");
  if (model.empty()) return disk.Text("dm/name");
  // SCSI devices have a name for a vendor, PCI ones a number.
  const bool named = !vendor.empty() && !absl::StartsWith(vendor, "0x");
  return std::string(absl::StripAsciiWhitespace(named ? absl::StrCat(vendor, " ", model) : model));
}

bool IsOn(const Mount& mount, const SysfsBlock& block) {
  if (mount.major != 0) return makedev(mount.major, mount.minor) == block.number();
  struct stat source;  // btrfs has a number of its own
  return absl::StartsWith(mount.source, "/") && stat(mount.source.c_str(), &source) == 0 &&
         S_ISBLK(source.st_mode) && source.st_rdev == block.number();
}

std::optional<SysfsBlock> BlockNodeAt(const std::string& path, const std::string& sys_root) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISBLK(info.st_mode)) return std::nullopt;
  return SysfsBlock::Find(info.st_rdev, sys_root);
}

/// The device below the filesystem that `path` is on.
absl::StatusOr<NamedDevice> DeviceBelow(const std::string& path, dev_t filesystem_number,
                                        const std::vector<Mount>& mounts,
                                        const std::string& sys_root) {
  std::string filesystem;
  auto block = SysfsBlock::Find(filesystem_number, sys_root);
  for (const Mount& mount : mounts) {
    if (makedev(mount.major, mount.minor) != filesystem_number) continue;
    filesystem = mount.filesystem;
    if (!block) block = BlockNodeAt(mount.source, sys_root);
  }
  if (!block) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is on ", filesystem.empty() ? "a filesystem" : filesystem,
                     ", which lies on no block device; name a device, or a path on one"));
  }
  std::string found = absl::StrCat(path, " lies on ", block->name());
  if (!filesystem.empty()) absl::StrAppend(&found, " (", filesystem, ")");
  return NamedDevice{*block, std::move(found)};
}

}  // namespace

DeviceInfo ProbeDevice(const SysfsBlock& block, const std::vector<Mount>& mounts) {
  const SysfsBlock disk = block.Disk();
  DeviceInfo info;
  info.name = block.name();
  info.major = major(block.number());
  info.minor = minor(block.number());
  if (const auto sectors = block.Number("size")) info.size_bytes = *sectors * kSectorBytes;
  if (block.is_partition()) {
    info.parent = disk.name();
    if (const auto start = block.Number("start"))
      info.partition_start_bytes = *start * kSectorBytes;
  }
  ReadQueue(disk, &info);
  info.model = ModelOf(disk);
  info.members = MembersOf(disk);
  for (const Mount& mount : mounts) {
    if (!IsOn(mount, block)) continue;
    info.filesystem = mount.filesystem;
    info.mount_point = mount.point;
    break;
  }
  return info;
}

std::vector<SysfsBlock> ListBlockDevices(const std::string& sys_root) {
  std::vector<SysfsBlock> devices;
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(sys_root + "/block", ignored)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const auto disk = SysfsBlock::FindByName(name, sys_root);
    if (!disk || disk->Number("size").value_or(0) == 0) continue;
    devices.push_back(*disk);
    for (const SysfsBlock& partition : disk->Partitions()) devices.push_back(partition);
  }
  return devices;
}

absl::StatusOr<NamedDevice> FindNamedDevice(const std::string& text,
                                            const std::vector<Mount>& mounts,
                                            const std::string& sys_root) {
  if (const auto block = SysfsBlock::FindByName(text, sys_root)) return NamedDevice{*block, ""};
  struct stat info;
  if (stat(text.c_str(), &info) != 0) return ErrnoError(errno, "no device or path", text);
  if (S_ISBLK(info.st_mode)) {
    const auto block = SysfsBlock::Find(info.st_rdev, sys_root);
    if (block) return NamedDevice{*block, ""};
    return absl::NotFoundError(
        absl::StrCat(text, " is a device node, but the kernel has no device", " of its number"));
  }
  if (S_ISCHR(info.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrCat(text, " is a character device; what can be recorded are block devices"));
  }
  return DeviceBelow(text, info.st_dev, mounts, sys_root);
}

std::string DeviceNode(absl::string_view name) {
  return "/dev/" + absl::StrReplaceAll(name, {{"!", "/"}});
}

}  // namespace ioreel
