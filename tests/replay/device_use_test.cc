#include "replay/safety/device_use.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "tests/replay/made_up_system.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DeviceUseTest : public MadeUpSystem {
 protected:
  std::vector<std::string> Uses(unsigned major_number, unsigned minor_number) {
    return FindUses(Block(major_number, minor_number), roots_);
  }
  std::vector<std::string> FileUses(const std::string& path) {
    return FindUses(*NodeAt(path), roots_);
  }
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
  EXPECT_THAT(FileUses(file), ElementsAre("is the backing file of loop0"));
  Mounts("30 1 7:0 / /mnt rw - ext4 /dev/loop0 rw\n");
  EXPECT_THAT(FileUses(file),
              ElementsAre("is the backing file of loop0, which is mounted on /mnt"));
  EXPECT_THAT(Uses(7, 0), ElementsAre("is mounted on /mnt"));
}

TEST_F(DeviceUseTest, APartitionOfALoopDeviceIsNotTiedByThatDevice) {
  Add("loop0/loop0p1", 259, 1);
  Back("loop0", File("image"));
  EXPECT_THAT(Uses(259, 1), IsEmpty());
  Mounts("30 1 7:0 / /mnt rw - ext4 /dev/loop0 rw\n");
  EXPECT_THAT(Uses(259, 1), ElementsAre("shares its space with loop0, which is mounted on /mnt"));
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
