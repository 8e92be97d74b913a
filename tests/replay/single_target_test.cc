#include <gtest/gtest.h>

#include "replay/target_registry.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

std::vector<TargetPart> Map(const BlockIo& io, bool fua = true) {
  const auto spec = ParseKnownTargetSpec("/dev/x");
  const TargetDevice device = {.size_bytes = uint64_t{1} << 50, .fua = fua};
  const auto target = MakeTarget("/dev/x", *spec, {&device, 1});
  EXPECT_THAT(target, IsOk());
  EXPECT_EQ((*target)->size_bytes(), uint64_t{1} << 50);
  MappedIo mapped;
  (*target)->Map(io, &mapped);
  return mapped.parts;
}

TEST(SingleTargetTest, APreflushWriteWithFuaIsAFlushAndThenTheWrite) {
  const auto parts =
      Map({.offset = 8192, .length = 4096, .op = Op::kWrite, .flags = kPreflush | kFua});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].op, Op::kFlush);
  EXPECT_EQ(parts[0].stage, 0u);
  EXPECT_FALSE(parts[0].fua);
  EXPECT_EQ(parts[1].op, Op::kWrite);
  EXPECT_EQ(parts[1].stage, 1u);
  EXPECT_EQ(parts[1].offset, 8192u);
  EXPECT_EQ(parts[1].length, 4096u);
  EXPECT_TRUE(parts[1].fua);
}

// As the kernel does it for a device that cannot write through its cache.
TEST(SingleTargetTest, WithoutFuaAFlushFollowsTheWrite) {
  const BlockIo commit = {
      .offset = 8192, .length = 4096, .op = Op::kWrite, .flags = kPreflush | kFua};
  const auto parts = Map(commit, /*fua=*/false);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[1].op, Op::kWrite);
  EXPECT_FALSE(parts[1].fua);
  EXPECT_EQ(parts[2].op, Op::kFlush);
  EXPECT_EQ(parts[2].stage, 2u);
}

// cases.md O4, O5: 64-bit lengths, and no payload.
TEST(SingleTargetTest, AnEmptyFlushIsOneFlushAndADiscardIsNeverCut) {
  EXPECT_EQ(Map({.op = Op::kFlush, .flags = kPreflush}).size(), 1u);
  const uint64_t huge = uint64_t{4} << 40;
  const auto parts = Map({.offset = 4096, .length = huge, .op = Op::kDiscard});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].length, huge);
}

// cases.md O5.
TEST(SingleTargetTest, DataLongerThanTheBufferGoesOneStageAfterTheOther) {
  const uint64_t length = (uint64_t{3} << 30) + 512;
  const auto parts = Map({.offset = 512, .length = length, .op = Op::kRead});
  uint64_t next = 512;
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].stage, i);
    EXPECT_EQ(parts[i].offset, next);
    EXPECT_LE(parts[i].memory.offset + parts[i].length, kMaxBufferBytes);
    next += parts[i].length;
  }
  EXPECT_EQ(next, 512 + length);
}

// --split: parts that run at once, so that the device sees them as it would a split request.
TEST(SingleTargetTest, ReadsAndWritesAreCutOnRequest) {
  const auto spec = ParseKnownTargetSpec("/dev/x");
  const TargetDevice device = {
      .size_bytes = uint64_t{1} << 50, .fua = false, .longest_bytes = 4096};
  const auto target = MakeTarget("/dev/x", *spec, {&device, 1});
  ASSERT_THAT(target, IsOk());
  MappedIo mapped;
  (*target)->Map({.offset = 512, .length = 10'000, .op = Op::kWrite, .flags = kFua}, &mapped);
  ASSERT_EQ(mapped.parts.size(), 4u);
  EXPECT_TRUE(mapped.cut);
  for (uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(mapped.parts[i].stage, 0u);
    EXPECT_EQ(mapped.parts[i].offset, 512 + i * 4096);
    EXPECT_EQ(mapped.parts[i].memory.offset, i * 4096);
    EXPECT_EQ(mapped.parts[i].length, i < 2 ? 4096u : 10'000 - 8192);
  }
  EXPECT_EQ(mapped.parts[3].op, Op::kFlush) << "one for all";
  (*target)->Map({.length = 1 << 20, .op = Op::kDiscard}, &mapped);
  EXPECT_EQ(mapped.parts.size(), 1u);
  EXPECT_FALSE(mapped.cut);
  (*target)->Map({.length = 4096, .op = Op::kRead}, &mapped);
  EXPECT_FALSE(mapped.cut);
}

TEST(SingleTargetTest, NothingToDoIsNoPart) { EXPECT_TRUE(Map({.op = Op::kWrite}).empty()); }

}  // namespace
}  // namespace ioreel
