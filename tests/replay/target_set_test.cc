#include "replay/target_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

using ::testing::ElementsAre;

/// Writes each request to all of its devices, holds its stripe, and has data to write back.
class Mirror : public Target {
 public:
  explicit Mirror(uint16_t devices) : devices_(devices) {}

  uint64_t size_bytes() const override { return 100u * devices_; }
  bool TakesRangeOps() const override { return devices_ == 1; }
  uint64_t ScratchBytes(uint64_t length) const override { return length * devices_; }
  void Map(const BlockIo& io, MappedIo* mapped) override {
    mapped->Clear();
    for (uint16_t i = 0; i < devices_; ++i) {
      mapped->parts.push_back({.offset = io.offset, .length = io.length, .device = i, .op = io.op});
    }
    mapped->claims.push_back({.scope = 1, .begin = 0, .end = 10});
  }
  bool MapWriteBack(MappedIo* mapped) override {
    mapped->Clear();
    mapped->parts.push_back({.op = Op::kWrite});
    return dirty_-- > 0;
  }
  void Reset() override { ++resets; }
  std::vector<CacheResult> caches() const override { return {{.blocks = devices_}}; }

  int resets = 0;

 private:
  uint16_t devices_;
  int dirty_ = 1;
};

std::vector<int> Devices(const MappedIo& mapped) {
  std::vector<int> devices;
  for (const TargetPart& part : mapped.parts) devices.push_back(part.device);
  return devices;
}

TEST(TargetSetTest, M2ARequestGoesToItsVolumeAndDevicesAreNumberedOn) {
  Mirror one(1), two(2), three(3);
  const auto set = MakeTargetSet({&one, &two, &three}, {1, 2, 3});
  EXPECT_EQ(set->size_bytes(), 600u);
  EXPECT_FALSE(set->TakesRangeOps());
  EXPECT_EQ(set->ScratchBytes(10), 30u);
  MappedIo mapped;
  set->Map({.length = 10, .volume = 2}, &mapped);
  EXPECT_THAT(Devices(mapped), ElementsAre(3, 4, 5));
  const uint32_t scope = mapped.claims.at(0).scope;
  set->Map({.length = 10, .volume = 0}, &mapped);
  EXPECT_THAT(Devices(mapped), ElementsAre(0));
  EXPECT_NE(mapped.claims.at(0).scope, scope) << "stripes of different arrays never meet";
  set->Map({.length = 10, .volume = 1}, &mapped);
  EXPECT_THAT(Devices(mapped), ElementsAre(1, 2));
}

TEST(TargetSetTest, CachesOfAllAreWrittenBackAndTold) {
  Mirror one(1), two(2);
  const auto set = MakeTargetSet({&one, &two}, {1, 2});
  MappedIo mapped;
  ASSERT_TRUE(set->MapWriteBack(&mapped));
  EXPECT_THAT(Devices(mapped), ElementsAre(0));
  ASSERT_TRUE(set->MapWriteBack(&mapped));
  EXPECT_THAT(Devices(mapped), ElementsAre(1));
  EXPECT_FALSE(set->MapWriteBack(&mapped));
  set->Reset();
  EXPECT_EQ(one.resets + two.resets, 2);
  const auto caches = set->caches();
  ASSERT_EQ(caches.size(), 2u);
  EXPECT_EQ(caches[1].blocks, 2u);
}

}  // namespace
}  // namespace ioreel
