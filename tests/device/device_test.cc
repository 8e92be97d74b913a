#include "replay/device.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(DeviceTest, ALoopDeviceTellsItsSizeSectorsAndDirectness) {
  const LoopDevice loop(8 << 20, 4096);
  SKIP_WITHOUT_LOOP(loop);
  const auto device = Device::Open(loop.path());
  ASSERT_THAT(device, IsOk());
  EXPECT_TRUE(device->is_block());
  EXPECT_EQ(device->limits().size_bytes, uint64_t{8} << 20);
  EXPECT_EQ(device->limits().block_bytes, 4096u);
  EXPECT_TRUE(device->limits().discard);
  EXPECT_TRUE(device->facts().direct);
  EXPECT_EQ(device->facts().kind, "device");
  EXPECT_THAT(device->doubts(), IsEmpty());
}

TEST(DeviceTest, ALoopDeviceOverThePageCacheIsDoubtful) {
  const LoopDevice loop(8 << 20);
  SKIP_WITHOUT_LOOP(loop);
  ASSERT_EQ(RunShell(absl::StrCat("losetup --direct-io=off ", loop.path())).status, 0);
  const auto device = Device::Open(loop.path());
  ASSERT_THAT(device, IsOk());
  ASSERT_EQ(device->doubts().size(), 1u);
  EXPECT_THAT(device->doubts()[0], HasSubstr("page cache"));
}

TEST(DeviceTest, B1AFileInMemoryIsBuffered) {
  const std::string path = absl::StrCat("/dev/shm/ioreel_device_", getpid());
  ASSERT_THAT(WriteFile(path, std::string(8192, 'x')), IsOk());
  const auto device = Device::Open(path);
  ASSERT_THAT(device, IsOk());
  EXPECT_FALSE(device->facts().direct);
  EXPECT_EQ(device->facts().filesystem, "tmpfs");
  EXPECT_EQ(device->facts().kind, "file");
  std::filesystem::remove(path);
}

TEST(DeviceTest, WhatIsNeitherIsRefused) {
  EXPECT_THAT(Device::Open("/tmp"),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("/tmp is neither")));
  EXPECT_THAT(Device::Open("/dev/null"),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("/dev/null is neither")));
  const std::string fifo = absl::StrCat(::testing::TempDir(), "fifo_", getpid());
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_THAT(Device::Open(fifo),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("is neither")));
  std::filesystem::remove(fifo);
  EXPECT_THAT(Device::Open("/no/such"),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("/no/such")));
}

}  // namespace
}  // namespace ioreel
