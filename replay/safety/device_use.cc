#include "replay/safety/device_use.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/mount_table.h"
#include "base/sysfs_block.h"
#include "replay/safety/loop_backing.h"

namespace ioreel {
namespace {

/// Also those of the system itself, which a process in a chroot or a container does not see.
std::vector<Mount> MountsOfAll(const std::string& proc_root) {
  std::vector<Mount> mounts = ReadMountTable(proc_root);
  for (Mount& mount : ReadMountTable(proc_root, "1")) mounts.push_back(std::move(mount));
  return mounts;
}

class UseFinder {
 public:
  explicit UseFinder(const SystemRoots& roots) : roots_(roots), mounts_(MountsOfAll(roots.proc)) {}

  std::vector<std::string> UsesOf(const NodeId& node) {
    if (std::count(seen_.begin(), seen_.end(), node)) return {};
    seen_.push_back(node);
    std::vector<std::string> uses = node.is_block ? BlockUses(node.device) : SwapUses(node);
    for (std::string& use : LoopsOver(node)) uses.push_back(std::move(use));
    return uses;
  }

 private:
  std::vector<std::string> BlockUses(dev_t number) {
    std::vector<std::string> uses = MountUses(number);
    Append(SwapUses({true, number, 0}), &uses);
    const auto block = SysfsBlock::Find(number, roots_.sys);
    if (!block) return uses;
    const SysfsBlock disk = block->Disk();
    if (IsRootDisk(disk)) uses.push_back("is the disk of /, or part of it");
    Append(HolderUses(*block), &uses);
    if (block->is_partition()) {
      AppendOf(disk, &uses);
      seen_.push_back({true, disk.number(), 0});  // lest its file leads back to it
    } else {
      for (const SysfsBlock& partition : block->Partitions()) AppendOf(partition, &uses);
    }
    if (const auto backing = LoopBacking(disk, roots_)) {
      AppendAs(absl::StrCat("lies on ", disk.Text("loop/backing_file"), ", which "),
               UsesOf(*backing), &uses);
    }
    return uses;
  }

  /// The uses of a relative (whole disk or partition) itself, not of its own relatives.
  void AppendOf(const SysfsBlock& relative, std::vector<std::string>* uses) {
    std::vector<std::string> of_it = MountUses(relative.number());
    Append(SwapUses({true, relative.number(), 0}), &of_it);
    Append(HolderUses(relative), &of_it);
    AppendAs(absl::StrCat("shares its space with ", relative.name(), ", which "), of_it, uses);
  }

  std::vector<std::string> MountUses(dev_t number) const {
    std::vector<std::string> uses;
    for (const Mount& mount : mounts_) {
      bool is_it = makedev(mount.major, mount.minor) == number;
      if (!is_it && absl::StartsWith(mount.source, "/")) {  // btrfs has a number of its own
        const auto source = NodeAt(mount.source);
        is_it = source && source->is_block && source->device == number;
      }
      std::string use = absl::StrCat("is mounted on ", mount.point);
      if (is_it && !std::count(uses.begin(), uses.end(), use)) uses.push_back(std::move(use));
    }
    return uses;
  }

  std::vector<std::string> HolderUses(const SysfsBlock& block) const {
    std::vector<std::string> uses;
    for (const SysfsBlock& holder : block.Holders()) {
      uses.push_back(absl::StrCat("is held by ", holder.name()));
    }
    return uses;
  }

  std::vector<std::string> SwapUses(const NodeId& node) const {
    const auto swaps = ReadFile(absl::StrCat(roots_.proc, "/swaps"));
    if (!swaps.ok()) return {};
    for (absl::string_view line : absl::StrSplit(*swaps, '\n')) {
      const std::string path = UnescapeOctal(line.substr(0, line.find_first_of(" \t")));
      if (absl::StartsWith(path, "/") && NodeAt(path) == node) return {"is swap space"};
    }
    return {};
  }

  /// Loop devices whose backing file or device `node` is.
  std::vector<std::string> LoopsOver(const NodeId& node) {
    std::vector<std::string> uses;
    std::error_code error;
    for (std::filesystem::directory_iterator it(absl::StrCat(roots_.sys, "/class/block"), error),
         end;
         !error && it != end; it.increment(error)) {
      const std::string name = it->path().filename().string();
      if (!absl::StartsWith(name, "loop")) continue;
      const auto loop = SysfsBlock::FindByName(name, roots_.sys);
      if (!loop || LoopBacking(*loop, roots_) != node) continue;
      const NodeId loop_node = {true, loop->number(), 0};
      if (std::count(seen_.begin(), seen_.end(), loop_node)) continue;
      const std::string is = absl::StrCat("is the backing file of ", name);
      const std::vector<std::string> of_loop = UsesOf(loop_node);
      if (of_loop.empty()) uses.push_back(is);
      AppendAs(absl::StrCat(is, ", which "), of_loop, &uses);
    }
    return uses;
  }

  /// Whole disks below a device: through dm and md, and up from partitions.
  std::vector<dev_t> DisksBelow(const SysfsBlock& block) const {
    std::vector<dev_t> disks = {block.Disk().number()};
    for (const SysfsBlock& slave : block.Disk().Slaves()) {
      for (const dev_t below : DisksBelow(slave)) disks.push_back(below);
    }
    return disks;
  }

  bool IsRootDisk(const SysfsBlock& disk) const {
    for (const Mount& mount : mounts_) {
      if (mount.point != "/") continue;
      auto block = SysfsBlock::Find(makedev(mount.major, mount.minor), roots_.sys);
      if (!block) {
        const auto source = NodeAt(mount.source);
        if (source && source->is_block) block = SysfsBlock::Find(source->device, roots_.sys);
      }
      if (!block) continue;
      const std::vector<dev_t> disks = DisksBelow(*block);
      if (std::count(disks.begin(), disks.end(), disk.number())) return true;
    }
    return false;
  }

  static void Append(std::vector<std::string> more, std::vector<std::string>* uses) {
    AppendAs("", more, uses);
  }
  static void AppendAs(const std::string& prefix, const std::vector<std::string>& more,
                       std::vector<std::string>* uses) {
    for (const std::string& use : more) uses->push_back(prefix + use);
  }

  SystemRoots roots_;
  std::vector<Mount> mounts_;
  std::vector<NodeId> seen_;
};

}  // namespace

std::vector<std::string> FindUses(const NodeId& node, const SystemRoots& roots) {
  return UseFinder(roots).UsesOf(node);
}

}  // namespace ioreel
