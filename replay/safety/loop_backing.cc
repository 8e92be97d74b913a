#include "replay/safety/loop_backing.h"

#include <fcntl.h>
#include <linux/loop.h>
#include <sys/ioctl.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"

namespace ioreel {
namespace {

/// The kernel's 12 bits of major and 20 of minor number stand in these fields where they stand in
/// a dev_t.
NodeId NodeFrom(const loop_info64& info) {
  if (info.lo_rdevice != 0) return {true, info.lo_rdevice, 0};
  return {false, info.lo_device, info.lo_inode};
}

std::optional<NodeId> AskDevice(const SysfsBlock& disk, const std::string& dev_root) {
  const auto fd = OpenFd(absl::StrCat(dev_root, "/", disk.name()), O_RDONLY | O_NONBLOCK);
  if (!fd.ok() || NodeOf(fd->get()) != NodeId{true, disk.number(), 0}) return std::nullopt;
  loop_info64 info = {};
  if (ioctl(fd->get(), LOOP_GET_STATUS64, &info) != 0) return std::nullopt;
  return NodeFrom(info);
}

}  // namespace

std::optional<NodeId> LoopBacking(const SysfsBlock& disk, const SystemRoots& roots) {
  const std::string name = disk.Text("loop/backing_file");
  if (name.empty()) return std::nullopt;
  const auto told = AskDevice(disk, roots.dev);
  return told ? told : NodeAt(name);
}

}  // namespace ioreel
