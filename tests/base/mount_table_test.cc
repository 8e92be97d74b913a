#include "base/mount_table.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(MountTableTest, ReadsMountinfo) {
  const auto mounts = ParseMountTable(
      "36 35 98:1 / /mnt\\040two rw,noatime master:1 shared:2 - ext3 /dev/sd\\134a1 rw\n"
      "garbage\n"
      "40 35 0:44 /sub / rw - btrfs /dev/sdb rw,ssd\n");
  ASSERT_EQ(mounts.size(), 2u);
  EXPECT_EQ(mounts[0].major, 98u);
  EXPECT_EQ(mounts[0].minor, 1u);
  EXPECT_EQ(mounts[0].point, "/mnt two");
  EXPECT_EQ(mounts[0].filesystem, "ext3");
  EXPECT_EQ(mounts[0].source, "/dev/sd\\a1");
  EXPECT_EQ(mounts[1].point, "/");
  EXPECT_EQ(mounts[1].filesystem, "btrfs");
}

TEST(MountTableTest, WhatTheTableIsReadFromIsInIt) {
  bool proc = false;
  for (const Mount& mount : ReadMountTable()) proc |= mount.filesystem == "proc";
  EXPECT_TRUE(proc);
  EXPECT_TRUE(ReadMountTable("/no/such").empty());
}

TEST(MountTableTest, UnescapesWhatIsWholeOnly) {
  EXPECT_EQ(UnescapeOctal("a\\040b\\"), "a b\\");
  EXPECT_EQ(UnescapeOctal("\\04"), "\\04");
  EXPECT_EQ(UnescapeOctal("\\08x"), "\\08x");
}

}  // namespace
}  // namespace ioreel
