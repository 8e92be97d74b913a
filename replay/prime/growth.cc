#include "replay/prime/growth.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/units.h"
#include "replay/prime/priming.h"

namespace ioreel {
namespace {

constexpr uint64_t kStretch = 1 << 20;

absl::Status CheckOne(const std::vector<Growth>& growths) {
  uint64_t bytes = 0;
  for (const Growth& growth : growths) bytes += growth.growth_bytes;
  const uint64_t free_bytes = growths.front().free_bytes;
  if (bytes <= free_bytes) return absl::OkStatus();
  const std::string files =
      absl::StrJoin(growths, ", ", [&growths](std::string* out, const Growth& growth) {
        absl::StrAppend(out, growth.path);
        if (growths.size() == 1) return;
        absl::StrAppend(out, " (", FormatSize(growth.growth_bytes), ")");
      });
  return absl::ResourceExhaustedError(
      absl::StrCat(files, " would grow by ", FormatSize(bytes), ", but ",
                   growths.size() == 1 ? "its" : "their", " filesystem has only ",
                   FormatSize(free_bytes), " left; make room there, or take a target on another"));
}

}  // namespace

void DeviceWrites::Add(Target* target, const RangeSet& ranges) {
  MappedIo mapped;
  for (const auto& [begin, past] : ranges.ranges()) {
    const uint64_t end = std::min(past, target->size_bytes());
    for (uint64_t at = begin; at < end; at += kStretch) {
      target->Map({.offset = at, .length = std::min(kStretch, end - at), .op = Op::kWrite},
                  &mapped);
      for (const TargetPart& part : mapped.parts) {
        if (part.op == Op::kWrite) ranges_[part.device].Add(part.offset, part.length);
      }
    }
  }
}

std::vector<Growth> DeviceWrites::FindGrowth(const std::vector<int>& fds,
                                             const std::vector<std::string>& paths) const {
  std::vector<Growth> growths;
  for (size_t i = 0; i < ranges_.size(); ++i) {
    struct stat file;
    struct statvfs fs;
    const uint64_t bytes = FindHoles(fds[i], ranges_[i]).bytes();
    if (bytes == 0 || fstat(fds[i], &file) != 0 || fstatvfs(fds[i], &fs) != 0) continue;
    growths.push_back({paths[i], file.st_dev, uint64_t{fs.f_bavail} * fs.f_frsize, bytes});
  }
  return growths;
}

absl::Status CheckRoom(absl::Span<const Growth> growths) {
  std::map<uint64_t, std::vector<Growth>> by_filesystem;
  for (const Growth& growth : growths) by_filesystem[growth.filesystem].push_back(growth);
  for (const auto& [filesystem, files] : by_filesystem) {
    if (absl::Status status = CheckOne(files); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace ioreel
