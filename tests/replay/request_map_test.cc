#include "replay/plan/request_map.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

/// Two devices on a target each, which have `block_bytes` and no discard.
std::vector<Preflight> TwoTargets(uint64_t block_bytes = 512) {
  std::vector<Preflight> preflights(2);
  for (Preflight& preflight : preflights) {
    preflight.rules.room_bytes = 1 << 20;
    preflight.rules.block_bytes = preflight.rules.align_bytes = block_bytes;
    preflight.pretend_ops = 1u << static_cast<int>(Op::kDiscard);
    preflight.pretences[Op::kDiscard] = {"not done", false};
  }
  return preflights;
}

Io At(uint16_t device, uint64_t offset, Op op = Op::kWrite) {
  return {.offset = offset, .length = 512, .device = device, .op = op};
}

TEST(RequestMapTest, M2ARequestGoesToTheVolumeOfItsDevice) {
  RequestMap map(Placement({{.volume = 1}, {.volume = 0}}, OffsetScale()), TwoTargets(), 1);
  BlockIo request;
  ASSERT_TRUE(map.Apply(At(0, 4096), &request));
  EXPECT_EQ(request.volume, 1u);
  EXPECT_EQ(request.offset, 4096u);
  ASSERT_TRUE(map.Apply(At(1, UINT64_MAX, Op::kFlush), &request));
  EXPECT_EQ(request.volume, 0u);
  EXPECT_TRUE(map.changes().empty());
}

TEST(RequestMapTest, ChangesOfAllVolumesAreToldTogetherAndForEachTile) {
  RequestMap map(Placement({{.volume = 0}, {.volume = 1}}, OffsetScale()), TwoTargets(4096), 3);
  BlockIo request;
  EXPECT_TRUE(map.Apply(At(0, 512), &request));
  EXPECT_TRUE(map.Apply(At(1, 1024), &request));
  EXPECT_FALSE(map.Apply(At(1, 1024, Op::kDiscard), &request));
  EXPECT_EQ(request.offset, 1024u);
  const auto changes = map.changes();
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].what, "widened to multiples of 4 KiB");
  EXPECT_EQ(changes[0].count, 3 * 2u);
  EXPECT_EQ(changes[0].bytes, 3 * 2 * 3584u);
  EXPECT_EQ(changes[1].what, "discard not done");
  EXPECT_EQ(changes[1].count, 3 * 1u);
  EXPECT_FALSE(changes[1].comparable);
}

TEST(RequestMapTest, WhatHasNoPlaceIsNotDoneAndCounted) {
  RequestMap map(Placement({{.volume = 0, .start_bytes = 8192}}, OffsetScale()), TwoTargets(), 1);
  BlockIo request;
  EXPECT_FALSE(map.Apply(At(0, 4096), &request));
  EXPECT_FALSE(map.Apply(At(0, 8192 + (1 << 20)), &request));
  const auto changes = map.changes();
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].what, "left out: outside its device");
  EXPECT_EQ(changes[1].what, "left out: outside the target");
}

TEST(RequestMapTest, ScalingIsCounted) {
  RequestMap map(Placement({{.volume = 0}}, OffsetScale(2)), TwoTargets(), 1);
  BlockIo request;
  ASSERT_TRUE(map.Apply(At(0, 4096), &request));
  EXPECT_EQ(request.offset, 8192u);
  ASSERT_EQ(map.changes().size(), 1u);
  EXPECT_EQ(map.changes()[0].what, "offsets scaled (--lba-scale)");
}

}  // namespace
}  // namespace ioreel
