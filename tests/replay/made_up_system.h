#pragma once

#include <gtest/gtest.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "replay/safety/node_id.h"

namespace ioreel {

/// A made-up /sys and /proc, and no /dev: sda (8:0) with sda1 (8:1) and sda2 (8:2), sdb (8:16),
/// loop0 (7:0), dm-0 (252:0).
class MadeUpSystem : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = absl::StrCat(::testing::TempDir(), "made_up_system_", getpid(), "/");
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_ + "proc/self");
    std::filesystem::create_directories(root_ + "sys/dev/block");
    std::filesystem::create_directories(root_ + "sys/class/block");
    Add("sda", 8, 0);
    Add("sda/sda1", 8, 1);
    Add("sda/sda2", 8, 2);
    Add("sdb", 8, 16);
    Add("loop0", 7, 0);
    Add("dm-0", 252, 0);
    Mounts("");
    roots_ = {root_ + "sys", root_ + "proc", root_ + "dev"};
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void Add(const std::string& folder, unsigned major_number, unsigned minor_number) {
    const std::string path = absl::StrCat(root_, "sys/devices/", folder);
    const std::string number = absl::StrCat(major_number, ":", minor_number);
    std::filesystem::create_directories(path + "/holders");
    std::filesystem::create_directories(path + "/slaves");
    CHECK_OK(WriteFile(path + "/dev", number + "\n"));
    if (folder.find('/') != std::string::npos) CHECK_OK(WriteFile(path + "/partition", "1\n"));
    std::filesystem::create_directory_symlink(path, absl::StrCat(root_, "sys/dev/block/", number));
    std::filesystem::create_directory_symlink(
        path,
        absl::StrCat(root_, "sys/class/block/", std::filesystem::path(folder).filename().string()));
  }
  void Link(const std::string& from, const std::string& folder, const std::string& to) {
    std::filesystem::create_directory_symlink(
        absl::StrCat(root_, "sys/devices/", to),
        absl::StrCat(root_, "sys/devices/", from, "/", folder, "/",
                     std::filesystem::path(to).filename().string()));
  }
  void Back(const std::string& loop, const std::string& file) {
    Attribute(loop, "loop/backing_file", file);
  }
  void Mounts(const std::string& lines) {
    CHECK_OK(WriteFile(root_ + "proc/self/mountinfo", lines));
  }
  void Attribute(const std::string& folder, const std::string& name, const std::string& text) {
    const std::string path = absl::StrCat(root_, "sys/devices/", folder, "/", name);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    CHECK_OK(WriteFile(path, text + "\n"));
  }
  static NodeId Block(unsigned major_number, unsigned minor_number) {
    return {true, makedev(major_number, minor_number), 0};
  }
  /// A file that is really there, with `text`.
  std::string File(const std::string& name, const std::string& text = "x") {
    CHECK_OK(WriteFile(root_ + name, text));
    return root_ + name;
  }

  std::string root_;
  SystemRoots roots_;
};

}  // namespace ioreel
