#include "replay/safety/shared_space.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/mount_table.h"
#include "base/sysfs_block.h"
#include "replay/safety/loop_backing.h"

namespace ioreel {
namespace {

constexpr size_t kMostFootings = 1024;  // of devices stacked on each other
constexpr uint64_t kSector = 512;       // of sysfs, whatever the device's blocks

class FootingFinder {
 public:
  explicit FootingFinder(const SystemRoots& roots) : roots_(roots) {}

  std::vector<Footing> Find(Footing self) {
    Add(std::move(self));
    return std::move(footings_);
  }

 private:
  void Add(Footing footing) {
    if (footings_.size() == kMostFootings) return;
    footings_.push_back(footing);
    const NodeId node = footing.on;
    if (!node.is_block) return AddFilesystem(node.device);
    const auto block = SysfsBlock::Find(node.device, roots_.sys);
    if (!block) return;
    if (block->is_partition()) {
      AddBelow(footing, *block, BlockFooting(block->Disk()), "start", kSector);
    } else if (const auto backing = LoopBacking(*block, roots_)) {
      AddBelow(footing, *block, {.on = *backing, .name = block->Text("loop/backing_file")},
               "loop/offset", 1);
    }
    for (const SysfsBlock& slave : block->Slaves()) AddSomeOf(BlockFooting(slave));
  }

  /// `block` is one stretch of `below`, which begins at its `attribute` in `unit` bytes.
  void AddBelow(const Footing& footing, const SysfsBlock& block, Footing below,
                absl::string_view attribute, uint64_t unit) {
    const uint64_t start = block.Number(attribute).value_or(0) * unit;
    const uint64_t size = block.Number("size").value_or(UINT64_MAX / kSector) * kSector;
    below.begin = CheckedAdd(start, footing.begin).value_or(UINT64_MAX);
    below.end = CheckedAdd(start, std::min(size, footing.end)).value_or(UINT64_MAX);
    below.whole = footing.whole;
    Add(std::move(below));
  }

  void AddSomeOf(Footing below) {
    below.whole = false;
    Add(std::move(below));
  }

  /// `number` is the filesystem's, which is that of its device, or, as on btrfs, one of its own.
  void AddFilesystem(dev_t number) {
    if (const auto block = SysfsBlock::Find(number, roots_.sys)) {
      return AddSomeOf(BlockFooting(*block));
    }
    for (const Mount& mount : ReadMountTable(roots_.proc)) {
      if (makedev(mount.major, mount.minor) != number) continue;
      if (!absl::StartsWith(mount.source, "/")) continue;
      const auto source = NodeAt(mount.source);
      if (source && source->is_block) return AddSomeOf({.on = *source, .name = mount.source});
    }
  }

  static Footing BlockFooting(const SysfsBlock& block) {
    return {.on = {true, block.number(), 0}, .name = absl::StrCat("/dev/", block.name())};
  }

  const SystemRoots& roots_;
  std::vector<Footing> footings_;
};

bool Meet(const Footing& a, const Footing& b) {
  return a.on == b.on && std::max(a.begin, b.begin) < std::min(a.end, b.end) &&
         (a.whole || b.whole);
}

bool StandsOn(const Medium& medium, const NodeId& node) {
  return std::any_of(medium.footings.begin(), medium.footings.end(),
                     [&](const Footing& footing) { return footing.on == node; });
}

/// What both stand on; null = nothing.
const Footing* FindMeeting(const Medium& first, const Medium& second) {
  for (const Footing& a : first.footings) {
    for (const Footing& b : second.footings) {
      if (Meet(a, b)) return &b;
    }
  }
  return nullptr;
}

bool IsSame(const Medium& first, const Medium& second) {
  if (!first.new_file.empty() || !second.new_file.empty()) {
    return first.new_file == second.new_file;
  }
  return !first.footings.empty() && !second.footings.empty() &&
         first.footings.front().on == second.footings.front().on;
}

}  // namespace

std::vector<Footing> FindFootings(const NodeId& node, const std::string& name,
                                  const SystemRoots& roots) {
  return FootingFinder(roots).Find({.on = node, .name = name});
}

Medium FindMedium(const Device& device, const std::string& path) {
  Medium medium;
  medium.path = path;
  if (const auto node = NodeOf(device.fd())) medium.footings = FindFootings(*node, path);
  return medium;
}

Medium FindNewMedium(const Device& device, const std::string& path) {
  Medium medium = FindMedium(device, path);
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  medium.new_file = std::filesystem::weakly_canonical(absolute, error).string();
  if (error) medium.new_file = path;
  return medium;
}

std::string SharedSpaceText(const Medium& first, const Medium& second) {
  if (IsSame(first, second)) {
    return first.path == second.path ? absl::StrCat(second.path, " is given twice")
                                     : absl::StrCat(second.path, " is the same as ", first.path);
  }
  const Footing* const meeting = FindMeeting(first, second);
  if (meeting == nullptr) return "";
  if (StandsOn(second, first.footings.front().on)) {
    return absl::StrCat(second.path, " lies on ", first.path);
  }
  if (StandsOn(first, second.footings.front().on)) {
    return absl::StrCat(first.path, " lies on ", second.path);
  }
  return absl::StrCat(first.path, " and ", second.path, " both lie on ", meeting->name);
}

}  // namespace ioreel
