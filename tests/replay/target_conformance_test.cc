#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "replay/target_registry.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

/// What every target promises, on a spec of it. A new kind adds one here.
class TargetConformance : public ::testing::TestWithParam<const char*> {
 protected:
  static constexpr uint64_t kDeviceBytes = 64 << 20;

  void SetUp() override {
    const auto spec = ParseKnownTargetSpec(GetParam());
    ASSERT_THAT(spec, IsOk());
    devices_.resize(spec->Leaves().size(), TargetDevice{.size_bytes = kDeviceBytes});
    auto target = MakeTarget(GetParam(), *spec, devices_);
    ASSERT_THAT(target, IsOk());
    target_ = *std::move(target);
  }

  BlockIo Random(Op op) {
    const uint64_t blocks = target_->size_bytes() / 512;
    const uint64_t length = 1 + random_() % std::min<uint64_t>(blocks, 4096);
    return {.offset = random_() % (blocks - length + 1) * 512,
            .length = HasRange(op) ? length * 512 : 0,
            .op = op,
            .flags = static_cast<IoFlags>(random_() % 2 ? kPreflush | kFua : 0)};
  }

  std::vector<TargetPart> Map(const BlockIo& io) {
    std::vector<TargetPart> parts;
    target_->Map(io, &parts);
    return parts;
  }

  std::mt19937_64 random_{17};
  std::vector<TargetDevice> devices_;
  std::unique_ptr<Target> target_;
};

TEST_P(TargetConformance, PartsLieInsideTheirDevicesAndStagesAscend) {
  for (int i = 0; i < 10'000; ++i) {
    const BlockIo io = Random(static_cast<Op>(i % 6));
    uint32_t stage = 0;
    for (const TargetPart& part : Map(io)) {
      ASSERT_LT(part.device, devices_.size());
      ASSERT_LE(part.offset + part.length, devices_[part.device].size_bytes);
      ASSERT_GE(part.stage, stage);
      ASSERT_LE(part.stage, stage + 1) << "stages have no gap";
      stage = part.stage;
      if (HasPayload(part.op)) ASSERT_LE(part.buffer_offset + part.length, BufferBytes(io));
    }
  }
}

TEST_P(TargetConformance, AReadIsCoveredOnceAndPartsOfAStageShareNoMemory) {
  for (int i = 0; i < 10'000; ++i) {
    const BlockIo io = Random(Op::kRead);
    uint64_t covered = 0;
    std::map<uint32_t, std::set<std::pair<uint64_t, uint64_t>>> by_stage;
    for (const TargetPart& part : Map(io)) {
      if (part.op != Op::kRead) continue;
      covered += part.length;
      by_stage[part.stage].insert({part.buffer_offset, part.buffer_offset + part.length});
    }
    ASSERT_EQ(covered, io.length);
    for (const auto& [stage, ranges] : by_stage) {
      uint64_t end = 0;
      for (const auto& [begin, range_end] : ranges) {
        ASSERT_GE(begin, end);
        end = range_end;
      }
    }
  }
}

TEST_P(TargetConformance, AFlushReachesEveryDevice) {
  std::set<uint16_t> flushed;
  for (const TargetPart& part : Map({.op = Op::kFlush})) {
    EXPECT_EQ(part.op, Op::kFlush);
    flushed.insert(part.device);
  }
  EXPECT_EQ(flushed.size(), devices_.size());
}

TEST_P(TargetConformance, APreflushGoesFirstAndFuaWithTheData) {
  const auto parts =
      Map({.offset = 8192, .length = 4096, .op = Op::kWrite, .flags = kPreflush | kFua});
  uint32_t first_write = UINT32_MAX, last_flush = 0;
  for (const TargetPart& part : parts) {
    if (part.op == Op::kWrite) {
      EXPECT_TRUE(part.fua);
      first_write = std::min(first_write, part.stage);
    } else if (part.op == Op::kFlush) {
      last_flush = std::max(last_flush, part.stage);
    }
  }
  EXPECT_LT(last_flush, first_write);
}

constexpr const char* kSpecs[] = {"/dev/a"};

INSTANTIATE_TEST_SUITE_P(Targets, TargetConformance, ::testing::ValuesIn(kSpecs));

TEST(TargetConformanceTest, EveryKindIsHeldToIt) {
  for (const TargetKind* kind : AllTargetKinds()) {
    const std::string begin = kind->name().empty() ? "/" : std::string(kind->name()) + "(";
    EXPECT_TRUE(std::any_of(std::begin(kSpecs), std::end(kSpecs),
                            [&](const std::string& spec) { return spec.rfind(begin, 0) == 0; }))
        << "no spec for kind '" << kind->name() << "'";
  }
}

}  // namespace
}  // namespace ioreel
