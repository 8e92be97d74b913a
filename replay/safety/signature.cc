#include "replay/safety/signature.h"

#include <blkid/blkid.h>
#include <errno.h>

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "base/file.h"

namespace ioreel {
namespace {

std::string Value(blkid_probe probe, const char* name) {
  const char* data = nullptr;
  return blkid_probe_lookup_value(probe, name, &data, nullptr) == 0 ? data : "";
}

/// Of the signature that the probe stands on; "" when it stands on none.
std::string Describe(blkid_probe probe) {
  const std::string table = Value(probe, "PTTYPE"), type = Value(probe, "TYPE");
  if (!table.empty()) return absl::StrCat("a ", table, " partition table");
  if (type.empty()) return "";
  const std::string label = Value(probe, "LABEL");
  const bool filesystem = Value(probe, "USAGE") == "filesystem";
  return absl::StrCat("the ", filesystem ? "filesystem " : "signature ", type,
                      label.empty() ? "" : absl::StrCat(" (label '", label, "')"));
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FindSignatures(int fd) {
  const std::unique_ptr<blkid_struct_probe, decltype(&blkid_free_probe)> probe(blkid_new_probe(),
                                                                               &blkid_free_probe);
  std::vector<std::string> found;
  if (!probe || blkid_probe_set_device(probe.get(), fd, 0, 0) != 0) {
    return ErrnoError(errno, "cannot look for signatures");
  }
  blkid_probe_enable_superblocks(probe.get(), 1);
  blkid_probe_set_superblocks_flags(probe.get(), BLKID_SUBLKS_TYPE | BLKID_SUBLKS_USAGE |
                                                     BLKID_SUBLKS_LABEL | BLKID_SUBLKS_BADCSUM);
  blkid_probe_enable_partitions(probe.get(), 1);
  int more;
  while ((more = blkid_do_probe(probe.get())) == 0) {
    const std::string signature = Describe(probe.get());
    if (!signature.empty() && !std::count(found.begin(), found.end(), signature)) {
      found.push_back(signature);
    }
  }
  if (more < 0) return ErrnoError(errno, "cannot look for signatures");
  return found;
}

}  // namespace ioreel
