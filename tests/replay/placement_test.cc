#include "replay/plan/placement.h"

#include <gtest/gtest.h>

#include <optional>

namespace ioreel {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

Io At(uint16_t device, uint64_t offset, Op op = Op::kRead) {
  return {.offset = offset, .length = 4096, .device = device, .op = op};
}

TEST(OffsetScaleTest, OneIsExact) {
  EXPECT_EQ(OffsetScale().Apply(UINT64_MAX, 1), UINT64_MAX);
  EXPECT_TRUE(OffsetScale(1).is_identity());
  EXPECT_FALSE(OffsetScale(0.5).is_identity());
}

TEST(OffsetScaleTest, T8KeepsAlignmentAndHas64Bits) {
  EXPECT_EQ(OffsetScale(0.5).Apply(3 * 4096, 4096), 4096u);
  EXPECT_EQ(OffsetScale(0.5).Apply(3 * 512, 512), 512u);
  EXPECT_EQ(OffsetScale(0.5).Apply(3, 1), 1u);
  EXPECT_EQ(OffsetScale(2).Apply(5 * kGiB + 512, 512), 10 * kGiB + 1024);
  EXPECT_EQ(OffsetScale(0.25).Apply(uint64_t{1} << 63, 4096), uint64_t{1} << 61);
  EXPECT_EQ(OffsetScale(2).Apply(uint64_t{1} << 63, 4096), std::nullopt);
  EXPECT_EQ(OffsetScale(3).Apply(0, 4096), 0u);
}

TEST(PlacementTest, M9APartitionsOffsetsBeginAtItsStart) {
  const Placement placement({{.volume = 0, .start_bytes = kGiB}}, OffsetScale());
  EXPECT_EQ(placement.Find(At(0, kGiB + 4096))->offset, 4096u);
  EXPECT_EQ(placement.Find(At(0, 4096)), std::nullopt) << "before it";
}

TEST(PlacementTest, M7DevicesOfOneVolumeLieBehindEachOther) {
  const Placement placement({{.volume = 1}, {}, {.volume = 1, .base_bytes = 10 * kGiB}},
                            OffsetScale(2));
  EXPECT_EQ(placement.Find(At(0, 4096))->offset, 8192u);
  EXPECT_EQ(placement.Find(At(2, 4096))->offset, 10 * kGiB + 8192) << "the base is not scaled";
  EXPECT_EQ(placement.Find(At(2, 4096))->volume, 1u);
  EXPECT_EQ(placement.Find(At(1, 4096)), std::nullopt) << "not replayed";
  EXPECT_EQ(placement.Find(At(3, 4096)), std::nullopt) << "unknown";
}

TEST(PlacementTest, O6AFlushHasNoPlaceButAVolume) {
  const Placement placement({{.volume = 3, .start_bytes = kGiB, .base_bytes = 77}}, OffsetScale(2));
  const auto place = placement.Find(At(0, UINT64_MAX, Op::kFlush));
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->volume, 3u);
  EXPECT_EQ(place->offset, 0u);
}

TEST(DeviceNameTest, W4NamesAreWhatTheyAre) {
  TraceInfo info;
  info.devices.resize(4);
  info.devices[0].name = "\\\\.\\PhysicalDrive1";
  info.devices[1].name = "a_b";
  info.devices[2] = {.name = "sda", .major = 8, .minor = 0};
  info.devices[3] = {.major = 8, .minor = 16};
  EXPECT_EQ(FindDevice(info, "\\\\.\\PhysicalDrive1"), 0);
  EXPECT_EQ(FindDevice(info, "a_b"), 1);
  EXPECT_EQ(FindDevice(info, "a/b"), std::nullopt) << "cases.md S6";
  EXPECT_EQ(FindDevice(info, "8:0"), 2);
  EXPECT_EQ(FindDevice(info, "8:16"), 3);
  EXPECT_EQ(FindDevice(info, "0:0"), std::nullopt);
  EXPECT_EQ(DeviceName(info, 3), "8:16");
  EXPECT_EQ(DeviceName(info, 9), "device 9");
}

}  // namespace
}  // namespace ioreel
