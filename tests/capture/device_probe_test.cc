#include "capture/device_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "capture/trace_mask.h"
#include "tests/capture/fake_kernel.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DeviceProbeTest : public testing::Test {
 protected:
  void SetUp() override {
    kernel_.PutDisk("sda", "8:0");
    const std::string queue = "sys/devices/sda/queue/";
    kernel_.Put(queue + "logical_block_size", "512");
    kernel_.Put(queue + "physical_block_size", "4096");
    kernel_.Put(queue + "rotational", "1");
    kernel_.Put(queue + "scheduler", "none [mq-deadline] bfq");
    kernel_.Put(queue + "read_ahead_kb", "128");
    kernel_.Put(queue + "nr_requests", "64");
    kernel_.Put(queue + "max_sectors_kb", "1280");
    kernel_.Put(queue + "wbt_lat_usec", "75000");
    kernel_.Put(queue + "write_cache", "write back");
    kernel_.Put(queue + "fua", "0");
    kernel_.Put("sys/devices/sda/device/vendor", "ATA     ");
    kernel_.Put("sys/devices/sda/device/model", "SPINNER 9000    ");
    kernel_.Put("sys/devices/sda/sda2/partition", "2");
    kernel_.Put("sys/devices/sda/sda2/dev", "8:2");
    kernel_.Put("sys/devices/sda/sda2/size", "1000");
    kernel_.Put("sys/devices/sda/sda2/start", "2048");
    kernel_.Link("sys/class/block/sda2", "sys/devices/sda/sda2");
    kernel_.Link("sys/dev/block/8:2", "sys/devices/sda/sda2");
  }

  DeviceInfo Probe(const std::string& name, const std::vector<Mount>& mounts = {}) const {
    return ProbeDevice(*SysfsBlock::FindByName(name, kernel_.Path("sys")), mounts);
  }

  FakeKernel kernel_;
};

TEST_F(DeviceProbeTest, ADiskWithAllItsFacts) {
  const DeviceInfo info = Probe("sda");
  EXPECT_EQ(info.name, "sda");
  EXPECT_EQ(info.major, 8u);
  EXPECT_EQ(info.minor, 0u);
  EXPECT_EQ(info.size_bytes, 2048u * 512);
  EXPECT_EQ(info.logical_block_bytes, 512u);
  EXPECT_EQ(info.physical_block_bytes, 4096u);
  EXPECT_EQ(info.rotational, true);
  EXPECT_EQ(info.model, "ATA SPINNER 9000");
  EXPECT_EQ(info.scheduler, "mq-deadline");
  EXPECT_EQ(info.read_ahead_kb, 128u);
  EXPECT_EQ(info.nr_requests, 64u);
  EXPECT_EQ(info.max_sectors_kb, 1280u);
  EXPECT_EQ(info.wbt_lat_usec, 75000);
  EXPECT_EQ(info.write_cache, "write back");
  EXPECT_EQ(info.fua, false);
  EXPECT_EQ(info.partition_start_bytes, std::nullopt);
  EXPECT_EQ(info.mount_point, "");
}

TEST_F(DeviceProbeTest, APartitionHasItsStartAndTheQueueOfItsDisk) {
  const DeviceInfo info =
      Probe("sda2", {{8, 1, "/boot", "ext2", "/dev/sda1"}, {8, 2, "/home", "ext4", "/dev/sda2"}});
  EXPECT_EQ(info.parent, "sda");
  EXPECT_EQ(info.partition_start_bytes, 1u << 20);
  EXPECT_EQ(info.size_bytes, 1000u * 512);
  EXPECT_EQ(info.scheduler, "mq-deadline");
  EXPECT_EQ(info.filesystem, "ext4");
  EXPECT_EQ(info.mount_point, "/home");
}

TEST_F(DeviceProbeTest, WhatTheKernelDoesNotSayStaysUnknown) {
  kernel_.PutDisk("ram0", "1:0");
  const DeviceInfo info = Probe("ram0");
  EXPECT_EQ(info.rotational, std::nullopt);
  EXPECT_EQ(info.wbt_lat_usec, std::nullopt);
  EXPECT_EQ(info.fua, std::nullopt);
  EXPECT_EQ(info.model, "");
}

TEST_F(DeviceProbeTest, StackedDevicesNameWhatTheyLieOn) {
  kernel_.PutDisk("md0", "9:0");
  kernel_.Link("sys/devices/md0/slaves/sda2", "sys/devices/sda/sda2");
  kernel_.PutDisk("loop3", "7:3");
  kernel_.Put("sys/devices/loop3/loop/backing_file", "/srv/disk.img");
  EXPECT_THAT(Probe("md0").members, ElementsAre("sda2"));
  EXPECT_THAT(Probe("loop3").members, ElementsAre("/srv/disk.img"));
}

TEST_F(DeviceProbeTest, ListsDisksWithASizeAndTheirPartitions) {
  kernel_.PutDisk("loop3", "7:3");
  kernel_.Put("sys/devices/loop3/size", "0");
  std::vector<std::string> names;
  for (const SysfsBlock& block : ListBlockDevices(kernel_.Path("sys"))) {
    names.push_back(block.name());
  }
  EXPECT_THAT(names, ElementsAre("sda", "sda2"));
}

TEST_F(DeviceProbeTest, FindsDevicesByKernelNameAndRefusesTheRest) {
  const std::string sys = kernel_.Path("sys");
  const auto named = FindNamedDevice("sda2", {}, sys);
  ASSERT_THAT(named, IsOk());
  EXPECT_EQ(named->block.name(), "sda2");
  EXPECT_EQ(named->found, "");
  EXPECT_THAT(FindNamedDevice("/no/such", {}, sys),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("/no/such")));
  EXPECT_THAT(FindNamedDevice("", {}, sys), FailsWith(absl::StatusCode::kNotFound, testing::_));
  EXPECT_THAT(FindNamedDevice("/dev/null", {}, sys),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("character device")));
  EXPECT_THAT(FindNamedDevice("/proc/self", ReadMountTable(), sys),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("is on proc")));
}

TEST(DeviceNodeTest, UndoesTheKernelsSpelling) {
  EXPECT_EQ(DeviceNode("cciss!c0d0"), "/dev/cciss/c0d0");
  EXPECT_EQ(DeviceNode("sda"), "/dev/sda");
}

TEST(TraceMaskTest, NamesAreTheBitsOfBlktrace) {
  EXPECT_THAT(ParseTraceMask(","),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("read")));
  EXPECT_EQ(*ParseTraceMask("read"), 1u);
  EXPECT_EQ(*ParseTraceMask("queue,complete"), (1u << 4) | (1u << 7));
  EXPECT_EQ(*ParseTraceMask("fua"), 1u << 15);
  EXPECT_THAT(ParseTraceMask("queue,compleet"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("\"compleet\"")));
}

}  // namespace
}  // namespace ioreel
