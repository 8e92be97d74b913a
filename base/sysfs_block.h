#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A block device as sysfs shows it: a whole disk or a partition of one.
class SysfsBlock {
 public:
  /// By its kernel number; nullopt when sysfs below `sys_root` does not have it.
  static std::optional<SysfsBlock> Find(dev_t number, const std::string& sys_root = "/sys");
  /// By its kernel name: "sda1".
  static std::optional<SysfsBlock> FindByName(absl::string_view name,
                                              const std::string& sys_root = "/sys");

  const std::string& name() const { return name_; }
  dev_t number() const { return number_; }
  bool is_partition() const { return partition_; }

  /// Its whole disk; itself if it is one.
  SysfsBlock Disk() const;
  std::vector<SysfsBlock> Partitions() const;
  /// Devices made from it (dm, md), and what it is made from.
  std::vector<SysfsBlock> Holders() const { return Linked("holders"); }
  std::vector<SysfsBlock> Slaves() const { return Linked("slaves"); }

  /// An attribute such as "size" or "loop/backing_file", without the final newline; "" when
  /// absent.
  std::string Text(absl::string_view attribute) const;
  std::optional<uint64_t> Number(absl::string_view attribute) const;

  /// The folder, with no link in its path.
  const std::string& folder() const { return folder_; }

 private:
  static std::optional<SysfsBlock> At(const std::string& folder);
  std::vector<SysfsBlock> Linked(absl::string_view folder) const;

  std::string folder_;
  std::string name_;
  dev_t number_ = 0;
  bool partition_ = false;
};

}  // namespace ioreel
