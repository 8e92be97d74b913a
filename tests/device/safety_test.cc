#include "replay/safety/safety.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/sysfs_block.h"
#include "replay/opened_target.h"
#include "replay/safety/device_use.h"
#include "replay/safety/node_id.h"
#include "replay/safety/scratch_file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

constexpr auto kRefused = absl::StatusCode::kPermissionDenied;

absl::Status Grant(const std::string& path, const Consent& consent) {
  auto device = Device::Open(path);
  EXPECT_THAT(device, IsOk());
  return GrantWrites(consent, &*device);
}

TEST(SafetyDeviceTest, M1AnExt4LoopDeviceIsRefusedWithoutOverwrite) {
  const LoopDevice loop(16 << 20);
  SKIP_WITHOUT_LOOP(loop);
  EXPECT_THAT(Grant(loop.path(), {}), FailsWith(kRefused, HasSubstr("--allow-writes")));
  EXPECT_THAT(Grant(loop.path(), {.allow_writes = true}), IsOk());
  ASSERT_EQ(RunShell(absl::StrCat("mkfs.ext4 -q -L data ", loop.path())).status, 0);
  EXPECT_THAT(Grant(loop.path(), {.allow_writes = true}),
              FailsWith(kRefused, HasSubstr("carries the filesystem ext4 (label 'data')")));
  EXPECT_THAT(Grant(loop.path(), {.allow_writes = true, .overwrite = {loop.path()}}), IsOk());
}

TEST(SafetyDeviceTest, AMountTiesTheDeviceAndItsBackingFile) {
  const LoopDevice loop(16 << 20);
  SKIP_WITHOUT_LOOP(loop);
  const std::string point = absl::StrCat(::testing::TempDir(), "ioreel_mnt_", getpid());
  std::filesystem::create_directory(point);
  ASSERT_EQ(
      RunShell(absl::StrCat("mkfs.ext4 -q ", loop.path(), " && mount ", loop.path(), " ", point))
          .status,
      0);
  EXPECT_THAT(Grant(loop.path(), {.allow_writes = true}),
              FailsWith(kRefused, HasSubstr(absl::StrCat("is mounted on ", point))));
  EXPECT_THAT(Grant(loop.file(), {}),
              FailsWith(kRefused, AllOf(HasSubstr("backing file of loop"), HasSubstr(point))));
  RunShell(absl::StrCat("umount ", point));
  std::filesystem::remove(point);
}

TEST(SafetyDeviceTest, ALoopDeviceKeepsItsFileWhenThatLosesAName) {
  const std::string file = absl::StrCat(::testing::TempDir(), "ioreel_backing_", getpid());
  const std::string name = absl::StrCat(file, "_name");
  ASSERT_EQ(RunShell(absl::StrCat("truncate -s 1M ", file, " && ln ", file, " ", name)).status, 0);
  const LoopDevice loop(name), upper(loop.path());
  std::filesystem::remove(name);
  if (!upper.path().empty()) {
    EXPECT_THAT(Grant(file, {}), FailsWith(kRefused, HasSubstr("is the backing file of loop")));
    EXPECT_THAT(Grant(loop.path(), {.allow_writes = true}),
                FailsWith(kRefused, HasSubstr("is the backing file of loop")));
    for (const std::string& path : {loop.path(), upper.path()}) {
      EXPECT_THAT(OpenedTarget::Open(absl::StrCat("raid1(", file, ",", path, ")")).status(),
                  FailsWith(absl::StatusCode::kInvalidArgument,
                            HasSubstr(absl::StrCat(path, " lies on ", file))));
    }
    ASSERT_THAT(WriteFile(name, "another"), IsOk());
    EXPECT_THAT(FindUses(*NodeAt(name)), ::testing::IsEmpty());
  }
  std::filesystem::remove(name);
  std::filesystem::remove(file);
  SKIP_WITHOUT_LOOP(upper);
}

TEST(SafetyDeviceTest, PartitionTablesVolumesAndSwapAreSignatures) {
  const LoopDevice loop(16 << 20);
  SKIP_WITHOUT_LOOP(loop);
  const auto refused_for = [&](const std::string& command, const std::string& what) {
    ASSERT_EQ(RunShell(absl::StrCat("wipefs -qa ", loop.path(), "; ", command)).status, 0)
        << command;
    EXPECT_THAT(Grant(loop.path(), {.allow_writes = true}), FailsWith(kRefused, HasSubstr(what)));
  };
  refused_for(absl::StrCat("mkswap ", loop.path()), "swap");
  const std::string first_partition = "\\0\\0\\0\\0\\203\\0\\0\\0\\0\\10\\0\\0\\0\\10\\0\\0";
  const std::string mbr =
      absl::StrCat("printf '", first_partition, "' | dd bs=1 seek=446 of=", loop.path(),
                   " conv=notrunc status=none; printf '\\125\\252'",
                   " | dd bs=1 seek=510 of=", loop.path(), " conv=notrunc status=none");
  refused_for(mbr, "dos partition table");
  refused_for(absl::StrCat("printf 'LUKS\\272\\276\\0\\1' | dd of=", loop.path(),
                           " conv=notrunc status=none"),
              "crypto_LUKS");
}

TEST(SafetyDeviceTest, TheDiskOfThisMachineIsKnownToBeOne) {
  struct stat root;
  ASSERT_EQ(stat("/", &root), 0);
  if (!SysfsBlock::Find(root.st_dev)) GTEST_SKIP() << "/ lies on no block device of its own";
  EXPECT_THAT(FindUses({true, root.st_dev, 0}),
              IsSupersetOf({"is mounted on /", "is the disk of /, or part of it"}));
}

TEST(SafetyDeviceTest, AScratchFileKeepsItsMarkUntilSomethingIsMadeOfIt) {
  const std::string path = absl::StrCat(::testing::TempDir(), "scratch_", getpid());
  std::filesystem::remove(path);
  ASSERT_THAT(CreateScratchFile(path, 16 << 20), IsOk());
  EXPECT_THAT(CreateScratchFile(path, 1),
              FailsWith(absl::StatusCode::kAlreadyExists, HasSubstr("makes new files only")));
  EXPECT_THAT(Grant(path, {}), IsOk());
  ASSERT_EQ(RunShell(absl::StrCat("mkfs.ext4 -q ", path)).status, 0);
  EXPECT_THAT(Grant(path, {}), FailsWith(kRefused, HasSubstr("the filesystem ext4")));
  std::filesystem::remove(path);
  ASSERT_THAT(WriteFile(path, "mine"), IsOk());
  EXPECT_THAT(Grant(path, {}), FailsWith(kRefused, HasSubstr("ioreel did not make")));
  EXPECT_EQ(*ReadFile(path), "mine");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace ioreel
