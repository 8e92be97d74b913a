#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "replay/target_registry.h"
#include "tests/replay/member_images.h"
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
    target_ = Make();
  }

  std::unique_ptr<Target> Make() {
    auto target = MakeTarget(GetParam(), *ParseKnownTargetSpec(GetParam()), devices_);
    EXPECT_THAT(target, IsOk());
    return *std::move(target);
  }

  BlockIo Random(Op op) {
    const uint64_t blocks = target_->size_bytes() / 512;
    const uint64_t length = 1 + random_() % std::min<uint64_t>(blocks, 4096);
    return {.offset = random_() % (blocks - length + 1) * 512,
            .length = HasRange(op) ? length * 512 : 0,
            .op = op,
            .flags = static_cast<IoFlags>(random_() % 2 ? kPreflush | kFua : 0)};
  }
  /// Any op that the target takes.
  BlockIo Random(int i) {
    constexpr Op kOps[] = {Op::kRead,    Op::kWrite,       Op::kFlush,
                           Op::kDiscard, Op::kWriteZeroes, Op::kSecureErase};
    return Random(kOps[i % (target_->TakesRangeOps() ? 6 : 3)]);
  }

  MappedIo Map(const BlockIo& io) {
    MappedIo mapped;
    target_->Map(io, &mapped);
    return mapped;
  }

  std::mt19937_64 random_{17};
  std::vector<TargetDevice> devices_;
  std::unique_ptr<Target> target_;
};

TEST_P(TargetConformance, PartsLieInsideTheirDevicesAndMemoryAndStagesAscend) {
  for (int i = 0; i < 10'000; ++i) {
    const BlockIo io = Random(i);
    const MappedIo mapped = Map(io);
    ASSERT_LE(mapped.scratch_bytes, target_->ScratchBytes(BufferBytes(io)));
    const auto fits = [&](MemoryPlace place, uint64_t length) {
      return place.offset + length <= (place.scratch ? mapped.scratch_bytes : BufferBytes(io));
    };
    uint32_t stage = 0;
    for (const TargetPart& part : mapped.parts) {
      ASSERT_LT(part.device, devices_.size());
      ASSERT_LE(part.offset + part.length, devices_[part.device].size_bytes);
      ASSERT_GE(part.stage, stage);
      ASSERT_LE(part.stage, stage + 1) << "stages have no gap";
      stage = part.stage;
      ASSERT_TRUE(!HasPayload(part.op) || fits(part.memory, part.length));
      ASSERT_TRUE(!HasRange(part.op) || part.length > 0);
    }
    for (const MemoryStep& step : mapped.steps) {
      ASSERT_LE(step.stage, stage + 1);
      ASSERT_TRUE(fits(step.to, step.length) && fits(step.from, step.length));
    }
  }
}

TEST_P(TargetConformance, AReadIsCoveredOnceAndReadsOfAStageShareNoMemory) {
  for (int i = 0; i < 10'000; ++i) {
    const BlockIo io = Random(Op::kRead);
    const MappedIo mapped = Map(io);
    std::map<uint64_t, uint64_t> covered;
    std::map<std::pair<uint32_t, bool>, std::set<std::pair<uint64_t, uint64_t>>> by_stage;
    for (const TargetPart& part : mapped.parts) {
      if (part.op != Op::kRead) continue;
      if (!part.memory.scratch) covered[part.memory.offset] += part.length;
      const bool is_new = by_stage[{part.stage, part.memory.scratch}]
                              .insert({part.memory.offset, part.memory.offset + part.length})
                              .second;
      ASSERT_TRUE(is_new);
    }
    for (const MemoryStep& step : mapped.steps) {
      if (step.kind == MemoryStep::Kind::kCopy && !step.to.scratch) {
        covered[step.to.offset] += step.length;
      }
    }
    uint64_t next = 0;
    for (const auto& [begin, length] : covered) {
      ASSERT_EQ(begin, next);
      next += length;
    }
    ASSERT_EQ(next, io.length);
    for (const auto& [stage, ranges] : by_stage) {
      uint64_t end = 0;
      for (const auto& [begin, range_end] : ranges) {
        ASSERT_GE(begin, end);
        end = range_end;
      }
    }
  }
}

TEST_P(TargetConformance, TheSameRequestsGiveTheSamePartsAlsoAfterAReset) {
  std::vector<BlockIo> ios;
  for (int i = 0; i < 10'000; ++i) ios.push_back(Random(i));
  const auto digest = [&ios](Target* target) {
    uint64_t digest = 0;
    MappedIo mapped;
    for (const BlockIo& io : ios) {
      target->Map(io, &mapped);
      for (const TargetPart& p : mapped.parts) {
        for (const uint64_t n : {p.offset, p.length, p.memory.offset, uint64_t{p.stage},
                                 uint64_t{p.device}, uint64_t{p.background}}) {
          digest = (digest ^ n) * 0x100000001b3;
        }
      }
    }
    while (target->MapWriteBack(&mapped)) continue;
    return digest;
  };
  const uint64_t first = digest(target_.get());
  target_->Reset();
  EXPECT_EQ(digest(target_.get()), first);
  EXPECT_EQ(digest(Make().get()), first);
}

TEST_P(TargetConformance, WhatIsWrittenIsReadBack) {
  MemberImages images(GetParam(), {1 << 19});
  std::string expected(images.target()->size_bytes(), '\0');
  const uint64_t blocks = expected.size() / 512;
  for (int i = 0; i < 10'000; ++i) {
    const uint64_t most = random_() % 8 == 0 ? 512 : 32;
    const uint64_t length = 1 + random_() % std::min(blocks, most);
    const uint64_t begin = random_() % (blocks - length + 1) * 512, bytes = length * 512;
    if (random_() % 2 == 0) {
      const std::string data = Pattern(static_cast<uint64_t>(i), bytes);
      expected.replace(begin, bytes, data);
      images.Write(begin, data);
    } else if (i % 50 == 0 && images.target()->TakesRangeOps()) {
      expected.replace(begin, bytes, bytes, '\0');
      images.Do(Op::kWriteZeroes, begin, bytes);
    } else {
      ASSERT_EQ(images.Read(begin, bytes), expected.substr(begin, bytes)) << i;
    }
    if (i % 4000 == 3999) images.EmptyCaches();
  }
  ASSERT_EQ(images.All(), expected);
}

TEST_P(TargetConformance, AFlushReachesEveryDevice) {
  std::set<uint16_t> flushed;
  for (const TargetPart& part : Map({.op = Op::kFlush}).parts) {
    EXPECT_EQ(part.op, Op::kFlush);
    flushed.insert(part.device);
  }
  EXPECT_EQ(flushed.size(), devices_.size());
}

TEST_P(TargetConformance, APreflushGoesFirstAndFuaWithTheData) {
  const MappedIo mapped =
      Map({.offset = 8192, .length = 4096, .op = Op::kWrite, .flags = kPreflush | kFua});
  uint32_t first_write = UINT32_MAX, last_flush = 0;
  for (const TargetPart& part : mapped.parts) {
    if (part.op == Op::kWrite && !part.background) {
      EXPECT_TRUE(part.fua);
      first_write = std::min(first_write, part.stage);
    } else if (part.op == Op::kFlush) {
      last_flush = std::max(last_flush, part.stage);
    }
  }
  EXPECT_LT(last_flush, first_write);
}

constexpr const char* kSpecs[] = {
    "/dev/a",
    "raid0(chunk=64k,a,b,c)",
    "raid0(chunk=12k,a)",
    "concat(a,b)",
    "raid1(a,b)",
    "raid1(read=closest,a,b,c)",
    "raid1(read=first,a,b)",
    "raid0(chunk=64k,raid1(a,b),raid1(c,d))",
    "concat(raid0(chunk=4k,a,b),raid1(c,d),e)",
    "raid5(chunk=64k,a,b,c)",
    "raid5(chunk=4k,a,b,c,d,e,f)",
    "raid5(chunk=8k,raid0(chunk=4k,a,b),raid1(c,d),e)",
    "raid5(chunk=8k,raid5(chunk=4k,a,b,c),degraded(raid5(chunk=12k,d,e,f),missing=0),g)",
    "degraded(raid5(chunk=16k,a,b,c,d),missing=2)",
    "degraded(raid1(a,b,c),missing=0)",
    "cache(fast=f,slow=s,size=512k,block=8k)",
    "cache(fast=f,slow=s,size=512k,block=64k,mode=writethrough,policy=lfu)",
    "cache(fast=f,slow=s,size=256k,block=16k,mode=writeback,policy=hot)",
    "cache(fast=raid1(f,g),slow=raid5(chunk=8k,a,b,c),size=256k,block=20k,mode=writeback)",
    "raid0(chunk=16k,cache(fast=f,slow=a,size=64k,block=8k,mode=writeback),"
    "cache(fast=g,slow=b,size=64k,block=24k,mode=writethrough))",
    "raid5(chunk=16k,cache(fast=f,slow=a,size=64k,block=8k,mode=writeback),b,"
    "cache(fast=g,slow=c,size=64k,block=32k))",
    "cache(fast=f,size=128k,block=16k,mode=writeback,"
    "slow=cache(fast=g,slow=s,size=256k,block=32k,mode=writeback))",
    "cache(fast=f,size=64k,block=8k,slow=cache(fast=g,slow=s,size=128k,block=8k))",
    "cache(fast=f,size=64k,block=8k,mode=writeback,slow=cache(fast=g,slow=s,size=96k,block=8k))",
    "cache(fast=cache(fast=f,slow=g,size=16k,block=4k),slow=s,size=64k,block=8k,mode=writeback)",
    "cache(fast=f,size=64k,block=8k,slow=degraded(raid5(chunk=8k,a,b,c),missing=0))",
    "raid0(chunk=16k,cache(fast=f,slow=a,size=64k,block=8k),cache(fast=g,slow=b,size=64k,block=8k)"
    ")",
    "degraded(raid5(chunk=8k,cache(fast=f,slow=a,size=64k,block=4k),"
    "cache(fast=g,slow=b,size=64k,block=8k),cache(fast=h,slow=c,size=64k,block=16k)),missing=2)",
    "raid5(chunk=8k,cache(fast=f,slow=a,size=64k,block=4k),b,c,d,"
    "cache(fast=g,slow=e,size=64k,block=4k))",
};

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
