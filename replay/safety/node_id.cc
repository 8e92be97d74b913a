#include "replay/safety/node_id.h"

#include <sys/stat.h>

namespace ioreel {
namespace {

std::optional<NodeId> NodeFrom(const struct stat& st) {
  if (S_ISBLK(st.st_mode)) return NodeId{true, st.st_rdev, 0};
  if (S_ISREG(st.st_mode)) return NodeId{false, st.st_dev, st.st_ino};
  return std::nullopt;
}

}  // namespace

std::optional<NodeId> NodeAt(const std::string& path) {
  struct stat st;
  return stat(path.c_str(), &st) == 0 ? NodeFrom(st) : std::nullopt;
}

std::optional<NodeId> NodeOf(int fd) {
  struct stat st;
  return fstat(fd, &st) == 0 ? NodeFrom(st) : std::nullopt;
}

}  // namespace ioreel
