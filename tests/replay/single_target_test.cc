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

TEST(SingleTargetTest, AnEmptyFlushIsOneFlushAndADiscardIsNeverCut) {
  EXPECT_EQ(Map({.op = Op::kFlush, .flags = kPreflush}).size(), 1u);
  const uint64_t huge = uint64_t{4} << 40;
  const auto parts = Map({.offset = 4096, .length = huge, .op = Op::kDiscard});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].length, huge);
}

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

TEST(SingleTargetTest, NothingToDoIsNoPart) { EXPECT_TRUE(Map({.op = Op::kWrite}).empty()); }

}  // namespace
}  // namespace ioreel
