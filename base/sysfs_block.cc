#include "base/sysfs_block.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Entries(const std::string& folder) {
  std::vector<std::string> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    entries.push_back(it->path().string());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

std::optional<SysfsBlock> SysfsBlock::At(const std::string& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (error) return std::nullopt;
  SysfsBlock block;
  block.folder_ = real.string();
  block.name_ = real.filename().string();
  block.partition_ = fs::exists(real / "partition", error);
  const std::pair<std::string, std::string> number = absl::StrSplit(block.Text("dev"), ':');
  unsigned major_number, minor_number;
  if (!absl::SimpleAtoi(number.first, &major_number) ||
      !absl::SimpleAtoi(number.second, &minor_number)) {
    return std::nullopt;
  }
  block.number_ = makedev(major_number, minor_number);
  return block;
}

std::optional<SysfsBlock> SysfsBlock::Find(dev_t number, const std::string& sys_root) {
  return At(absl::StrCat(sys_root, "/dev/block/", major(number), ":", minor(number)));
}

std::optional<SysfsBlock> SysfsBlock::FindByName(absl::string_view name,
                                                 const std::string& sys_root) {
  if (name.empty() || absl::StrContains(name, '/')) return std::nullopt;
  return At(absl::StrCat(sys_root, "/class/block/", name));
}

SysfsBlock SysfsBlock::Disk() const {
  if (!partition_) return *this;
  return At(fs::path(folder_).parent_path().string()).value_or(*this);
}

std::vector<SysfsBlock> SysfsBlock::Partitions() const {
  std::vector<SysfsBlock> partitions;
  for (const std::string& entry : Entries(folder_)) {
    std::error_code error;
    if (!fs::exists(fs::path(entry) / "partition", error)) continue;
    if (auto partition = At(entry)) partitions.push_back(*std::move(partition));
  }
  return partitions;
}

std::vector<SysfsBlock> SysfsBlock::Linked(absl::string_view folder) const {
  std::vector<SysfsBlock> blocks;
  for (const std::string& entry : Entries(absl::StrCat(folder_, "/", folder))) {
    if (auto block = At(entry)) blocks.push_back(*std::move(block));
  }
  return blocks;
}

std::string SysfsBlock::Text(absl::string_view attribute) const {
  const auto text = ReadFile(absl::StrCat(folder_, "/", attribute));
  if (!text.ok()) return "";
  return std::string(absl::StripTrailingAsciiWhitespace(*text));
}

std::optional<uint64_t> SysfsBlock::Number(absl::string_view attribute) const {
  uint64_t number;
  if (!absl::SimpleAtoi(Text(attribute), &number)) return std::nullopt;
  return number;
}

}  // namespace ioreel
