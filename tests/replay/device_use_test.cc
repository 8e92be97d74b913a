#include "replay/safety/device_use.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A made-up /sys and /proc: sda (8:0) with sda1 (8:1) and sda2 (8:2), sdb (8:16), loop0 (7:0),
/// dm-0 (252:0).
class DeviceUseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = absl::StrCat(::testing::TempDir(), "device_use_", getpid(), "/");
    fs::remove_all(root_);
    fs::create_directories(root_ + "proc/self");
    fs::create_directories(root_ + "sys/dev/block");
    fs::create_directories(root_ + "sys/class/block");
    Add("sda", 8, 0);
    Add("sda/sda1", 8, 1);
    Add("sda/sda2", 8, 2);
    Add("sdb", 8, 16);
    Add("loop0", 7, 0);
    Add("dm-0", 252, 0);
    Mounts("");
    roots_ = {root_ + "sys", root_ + "proc"};
  }
  void TearDown() override { fs::remove_all(root_); }

  void Add(const std::string& folder, unsigned major_number, unsigned minor_number) {
    const std::string path = absl::StrCat(root_, "sys/devices/", folder);
    const std::string number = absl::StrCat(major_number, ":", minor_number);
    fs::create_directories(path + "/holders");
    fs::create_directories(path + "/slaves");
    CHECK_OK(WriteFile(path + "/dev", number + "\n"));
    if (folder.find('/') != std::string::npos) CHECK_OK(WriteFile(path + "/partition", "1\n"));
    fs::create_directory_symlink(path, absl::StrCat(root_, "sys/dev/block/", number));
    fs::create_directory_symlink(
        path, absl::StrCat(root_, "sys/class/block/", fs::path(folder).filename().string()));
  }
  void Link(const std::string& from, const std::string& folder, const std::string& to) {
    fs::create_directory_symlink(absl::StrCat(root_, "sys/devices/", to),
                                 absl::StrCat(root_, "sys/devices/", from, "/", folder, "/",
                                              fs::path(to).filename().string()));
  }
  void Back(const std::string& loop, const std::string& file) {
    fs::create_directories(absl::StrCat(root_, "sys/devices/", loop, "/loop"));
    CHECK_OK(WriteFile(absl::StrCat(root_, "sys/devices/", loop, "/loop/backing_file"), file));
  }
  void Mounts(const std::string& lines) {
    CHECK_OK(WriteFile(root_ + "proc/self/mountinfo", lines));
  }
  std::vector<std::string> Uses(unsigned major_number, unsigned minor_number) {
    return FindUses({true, makedev(major_number, minor_number), 0}, roots_);
  }
  std::vector<std::string> FileUses(const std::string& path) {
    struct stat st;
    CHECK(stat(path.c_str(), &st) == 0);
    return FindUses({false, st.st_dev, st.st_ino}, roots_);
  }

  std::string root_;
  SystemRoots roots_;
};

TEST_F(DeviceUseTest, AnIdleDeviceHasNone) {
  EXPECT_THAT(Uses(8, 0), IsEmpty());
  EXPECT_THAT(Uses(99, 99), IsEmpty());
}

TEST_F(DeviceUseTest, AMountedPartitionTiesItsDiskAndItself) {
  Mounts("30 1 8:1 / /home rw - ext4 /dev/x rw\n");
  EXPECT_THAT(Uses(8, 1), ElementsAre("is mounted on /home"));
  EXPECT_THAT(Uses(8, 0), ElementsAre("shares its space with sda1, which is mounted on /home"));
  EXPECT_THAT(Uses(8, 2), IsEmpty());
  EXPECT_THAT(Uses(8, 16), IsEmpty());
}

TEST_F(DeviceUseTest, AMountedWholeDiskTiesItsPartitions) {
  Mounts("30 1 8:0 / /home rw - ext4 /dev/x rw\n");
  EXPECT_THAT(Uses(8, 2), ElementsAre("shares its space with sda, which is mounted on /home"));
}

// In a chroot the process's own table lacks the root.
TEST_F(DeviceUseTest, WhatTheSystemHasMountedTiesTooAndOnce) {
  Mounts("30 1 8:1 / /home rw - ext4 /dev/x rw\n");
  fs::create_directories(root_ + "proc/1");
  CHECK_OK(WriteFile(root_ + "proc/1/mountinfo",
                     "1 1 8:2 / / rw - ext4 /dev/y rw\n30 1 8:1 / /home rw - ext4 /dev/x rw\n"));
  EXPECT_THAT(Uses(8, 2), ElementsAre("is mounted on /", "is the disk of /, or part of it"));
  EXPECT_THAT(Uses(8, 1), ElementsAre("is mounted on /home", "is the disk of /, or part of it"));
}

TEST_F(DeviceUseTest, HoldersTie) {
  Link("sda/sda2", "holders", "dm-0");
  EXPECT_THAT(Uses(8, 2), ElementsAre("is held by dm-0"));
  EXPECT_THAT(Uses(8, 0), ElementsAre("shares its space with sda2, which is held by dm-0"));
}

TEST_F(DeviceUseTest, TheDiskOfRootIsFoundThroughDeviceMapper) {
  Link("dm-0", "slaves", "sda/sda2");
  Mounts("1 1 252:0 / / rw - ext4 /dev/mapper/x rw\n");
  EXPECT_THAT(Uses(8, 0), ElementsAre("is the disk of /, or part of it"));
  EXPECT_THAT(Uses(8, 1), ElementsAre("is the disk of /, or part of it"));
  EXPECT_THAT(Uses(8, 16), IsEmpty());
}

TEST_F(DeviceUseTest, ABackingFileSharesTheFateOfItsLoopDevice) {
  const std::string file = root_ + "image";
  CHECK_OK(WriteFile(file, "x"));
  EXPECT_THAT(FileUses(file), IsEmpty());
  Back("loop0", file + "\n");
  Mounts("30 1 7:0 / /mnt rw - ext4 /dev/loop0 rw\n");
  EXPECT_THAT(FileUses(file),
              ElementsAre("is the backing file of loop0",
                          "is the backing file of loop0, which is mounted on /mnt"));
  EXPECT_THAT(Uses(7, 0), ElementsAre("is mounted on /mnt"));
}

TEST_F(DeviceUseTest, SwapFilesAreFoundWhateverTheirName) {
  const std::string file = root_ + "swap file";
  CHECK_OK(WriteFile(file, "x"));
  CHECK_OK(WriteFile(root_ + "proc/swaps", absl::StrCat("Filename Type Size Used Priority\n", root_,
                                                        "swap\\040file file 4 0 -2\n")));
  EXPECT_THAT(FileUses(file), ElementsAre("is swap space"));
  Back("loop0", file);
  EXPECT_THAT(Uses(7, 0), ElementsAre(HasSubstr("swap file, which is swap space")));
}

}  // namespace
}  // namespace ioreel
