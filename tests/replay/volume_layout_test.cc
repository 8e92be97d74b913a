#include "replay/plan/volume_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint64_t kMiB = 1 << 20;

/// Devices sda, sdb and so on; those with I/Os end at `ends`, 0 = none has any.
struct Devices {
  explicit Devices(const std::vector<uint64_t>& ends) {
    for (size_t i = 0; i < ends.size(); ++i) {
      info.devices.push_back({.name = std::string("sd") + static_cast<char>('a' + i)});
      const auto device = static_cast<uint16_t>(i);
      if (ends[i] > 0) scan.devices[device].Add(Op::kRead, ends[i] - 512, 512, 0);
    }
  }
  absl::StatusOr<VolumeLayout> LayOut() const {
    return LayOutVolumes(options, info, scan, "the.trace");
  }

  TraceInfo info;
  TraceScan scan;
  SessionOptions options;
};

TEST(VolumeLayoutTest, M2EachDeviceOnItsTarget) {
  Devices devices({kMiB, 2 * kMiB, 0});
  devices.options.map = {{"sdb", "two"}, {"sda", "one"}, {"sdc", "three"}};
  const auto layout = devices.LayOut();
  ASSERT_THAT(layout, IsOk());
  ASSERT_EQ(layout->volumes.size(), 2u);
  EXPECT_EQ(layout->volumes[0].target, "two");
  EXPECT_THAT(layout->volumes[0].devices, ElementsAre(1));
  EXPECT_EQ(layout->volumes[0].demand.end_bytes, 2 * kMiB);
  EXPECT_EQ(layout->volumes[1].demand.end_bytes, kMiB);
  EXPECT_EQ(layout->placement.places()[0].volume, 1u);
  EXPECT_EQ(layout->placement.places()[1].volume, 0u);
  EXPECT_THAT(layout->unused, ElementsAre("sdc"));
}

// cases.md M3, S3: a device that nobody mapped is never put somewhere.
TEST(VolumeLayoutTest, M3AnUnmappedDeviceIsAnErrorThatListsIt) {
  Devices devices({512, 1024, 512, 512});
  devices.scan.devices[3].Add(Op::kRead, 0, 512, 0);
  devices.options.map = {{"sda", "1"}, {"sdb", "2"}, {"sdc", "3"}};
  EXPECT_THAT(devices.LayOut(),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        HasSubstr("the.trace: --map gives no target to sdd (2 I/Os)")));
}

TEST(VolumeLayoutTest, AMappingOfAnUnknownDeviceListsTheKnownOnes) {
  Devices devices({512, 512});
  devices.options.map = {{"sda", "1", "--map sda"}, {"nvme0n1", "2", "the.map, line 7"}};
  EXPECT_THAT(devices.LayOut(),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("the.map, line 7: the.trace has no device nvme0n1; "),
                              HasSubstr("it has sda, sdb"))));
}

TEST(VolumeLayoutTest, ADeviceIsMappedOnceAlsoByAnotherName) {
  Devices devices({512});
  devices.info.devices[0].major = 8;
  devices.options.map = {{"sda", "1", "--map sda"}, {"8:0", "2", "the.map, line 2"}};
  EXPECT_THAT(devices.LayOut(), FailsWith(absl::StatusCode::kInvalidArgument,
                                          HasSubstr("the.map, line 2: 8:0 is mapped twice")));
}

TEST(VolumeLayoutTest, M7TwoDevicesOnOneTargetOnlyWithConcat) {
  Devices devices({512, 512});
  devices.options.target = "one";
  EXPECT_THAT(devices.LayOut(), FailsWith(absl::StatusCode::kInvalidArgument,
                                          AllOf(HasSubstr("--map"), HasSubstr("--concat"),
                                                HasSubstr("sda (1 I/O), sdb (1 I/O)"))));
  devices.options.map = {{"sda", "one", "--map sda"}, {"sdb", "one", "--map sdb"}};
  EXPECT_THAT(devices.LayOut(), FailsWith(absl::StatusCode::kInvalidArgument,
                                          AllOf(HasSubstr("--map sda: one is given to sda and"),
                                                HasSubstr("--concat"))));
}

TEST(VolumeLayoutTest, M7ConcatLaysThemBySizeOrElseByTheirEnd) {
  Devices devices({kMiB + 512, 3 * kMiB, 512});
  devices.info.devices[1].size_bytes = 10 * kMiB + 1;
  devices.options.target = "one";
  devices.options.concat = true;
  const auto layout = devices.LayOut();
  ASSERT_THAT(layout, IsOk());
  ASSERT_EQ(layout->volumes.size(), 1u);
  const auto& places = layout->placement.places();
  EXPECT_EQ(places[0].base_bytes, 0u);
  EXPECT_EQ(places[1].base_bytes, kMiB + 4096) << "in whole pages";
  EXPECT_EQ(places[2].base_bytes, 11 * kMiB + 8192);
  EXPECT_EQ(layout->volumes[0].demand.end_bytes, 11 * kMiB + 8192 + 512);
  EXPECT_EQ(layout->volumes[0].demand.ios, 3u);
  EXPECT_THAT(layout->unused, IsEmpty());
}

TEST(VolumeLayoutTest, M7ConcatByMapAndInItsOrder) {
  Devices devices({4096, 4096, 4096});
  devices.options.map = {{"sdc", "x"}, {"sdb", "y"}, {"sda", "x"}};
  devices.options.concat = true;
  const auto layout = devices.LayOut();
  ASSERT_THAT(layout, IsOk());
  ASSERT_EQ(layout->volumes.size(), 2u);
  EXPECT_THAT(layout->volumes[0].devices, ElementsAre(2, 0));
  EXPECT_EQ(layout->placement.places()[0].base_bytes, 4096u);
  EXPECT_EQ(layout->placement.places()[2].base_bytes, 0u);
}

// Nothing of it is there to be the same.
TEST(VolumeLayoutTest, ASimulatedTargetIsAnotherEachTime) {
  for (const std::string drive : {"sim:1g", "raid0(sim:1g,sim:1g)"}) {
    Devices devices({4096, 4096});
    devices.options.map = {{"sda", drive}, {"sdb", drive}};
    for (const bool concat : {false, true}) {
      devices.options.concat = concat;
      const auto layout = devices.LayOut();
      ASSERT_THAT(layout, IsOk());
      ASSERT_EQ(layout->volumes.size(), 2u);
      EXPECT_EQ(layout->volumes[1].target, drive);
      EXPECT_EQ(layout->placement.places()[1].volume, 1u);
      EXPECT_EQ(layout->placement.places()[1].base_bytes, 0u);
    }
  }
  Devices one({4096, 4096});
  one.options.target = "sim:1g";
  EXPECT_THAT(one.LayOut(),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("there is one target")));
}

TEST(VolumeLayoutTest, ConcatDoesNotWrapAt64Bits) {
  Devices devices({uint64_t{1} << 63, uint64_t{1} << 63, 512});
  devices.options.target = "one";
  devices.options.concat = true;
  EXPECT_THAT(devices.LayOut(),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("beyond 2^64")));
}

}  // namespace
}  // namespace ioreel
