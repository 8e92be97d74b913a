#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/replay/member_images.h"

namespace ioreel {
namespace {

constexpr uint64_t kChunk = 4096;

/// Where each chunk of the volume lies: "a0 b0 a1" = the first of device a, of b, the second of a.
std::string Layout(MemberImages* images) {
  std::string layout;
  const uint64_t chunks = images->target()->size_bytes() / kChunk;
  for (uint64_t i = 0; i < chunks; ++i) {
    images->Read(i * kChunk, kChunk);
    for (const TargetPart& part : images->mapped().parts) {
      absl::StrAppend(&layout, layout.empty() ? "" : " ",
                      std::string(1, static_cast<char>('a' + part.device)), part.offset / kChunk);
    }
  }
  return layout;
}

TEST(Raid0Test, ChunksGoRoundTheMembers) {
  MemberImages images("raid0(chunk=4k,a,b,c)", {3 * kChunk});
  EXPECT_EQ(Layout(&images), "a0 b0 c0 a1 b1 c1 a2 b2 c2");
}

// Zones as in md's drivers/md/raid0.c, chunks counted from the volume's start (original layout).
TEST(Raid0Test, UnequalMembersMakeZonesOfThoseThatAreLeft) {
  MemberImages images("raid0(chunk=4k,a,b,c)", {kChunk, 4 * kChunk + 512, 2 * kChunk});
  EXPECT_EQ(images.target()->size_bytes(), 7 * kChunk);
  EXPECT_EQ(Layout(&images), "a0 b0 c0 c1 b1 b2 b3");
}

TEST(Raid0Test, ADiscardIsOneStretchAMemberHoweverLong) {
  const uint64_t device_bytes = uint64_t{4} << 40;
  const std::vector<TargetDevice> devices(3, TargetDevice{.size_bytes = device_bytes});
  const char* const spec = "raid0(chunk=64k,a,b,c)";
  const auto target = MakeTarget(spec, *ParseKnownTargetSpec(spec), devices);
  ASSERT_THAT(target, IsOk());
  MappedIo mapped;
  (*target)->Map({.offset = 0, .length = 3 * device_bytes, .op = Op::kDiscard}, &mapped);
  ASSERT_EQ(mapped.parts.size(), 3u);
  for (const TargetPart& part : mapped.parts) {
    EXPECT_EQ(part.offset, 0u);
    EXPECT_EQ(part.length, device_bytes);
  }
}

TEST(Raid0Test, ZeroesOverAnyRangeOfUnequalMembersHitWhatReadsFind) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    MemberImages images("raid0(chunk=4k,a,b,c,d)",
                        {5 * kChunk, 9 * kChunk, 5 * kChunk, 2 * kChunk});
    std::string expected = Pattern(static_cast<uint64_t>(i), images.target()->size_bytes());
    images.Write(0, expected);
    const uint64_t begin = random() % (expected.size() / 512) * 512;
    const uint64_t length = random() % ((expected.size() - begin) / 512 + 1) * 512;
    images.Do(Op::kWriteZeroes, begin, length);
    expected.replace(begin, length, length, '\0');
    ASSERT_EQ(images.All(), expected) << begin << "+" << length;
  }
}

TEST(Raid0Test, AMemberOfLessThanAChunkIsPointedAt) {
  const std::vector<TargetDevice> devices = {{.size_bytes = kChunk}, {.size_bytes = 512}};
  const char* const spec = "raid0(chunk=4k,a,b)";
  EXPECT_THAT(MakeTarget(spec, *ParseKnownTargetSpec(spec), devices),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        ::testing::HasSubstr("column 18: this member has less than a chunk")));
}

}  // namespace
}  // namespace ioreel
