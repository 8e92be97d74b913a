#include <gtest/gtest.h>

#include <algorithm>

#include "tests/replay/member_images.h"

/// What a cache uses of its fast member, as a target of its own: Target::front().

namespace ioreel {
namespace {

/// Fills the whole front with 'x', in requests of `step` bytes.
void Fill(MemberImages* images, uint64_t step) {
  Target* const front = images->target()->front();
  MappedIo mapped;
  std::string data(step, 'x');
  for (uint64_t at = 0; at < front->size_bytes(); at += step) {
    const uint64_t length = std::min(step, front->size_bytes() - at);
    front->Map({.offset = at, .length = length, .op = Op::kWrite}, &mapped);
    for (const TargetPart& part : mapped.parts) {
      ASSERT_FALSE(part.memory.scratch);
      images->Do(part, data.data() + part.memory.offset);
    }
  }
}

uint64_t Filled(const std::string& image) {
  return static_cast<uint64_t>(std::count(image.begin(), image.end(), 'x'));
}

TEST(CacheFrontTest, OnlyCachesHaveOne) {
  EXPECT_EQ(MemberImages("raid0(chunk=4k,a,b)", {1 << 16}).target()->front(), nullptr);
  EXPECT_EQ(MemberImages("a", {1 << 16}).target()->front(), nullptr);
}

TEST(CacheFrontTest, IsWhatTheBlocksTake) {
  MemberImages images("cache(fast=f,slow=s,size=100k,block=8k)", {1 << 20});
  ASSERT_NE(images.target()->front(), nullptr);
  EXPECT_EQ(images.target()->front()->size_bytes(), 12u * 8192);
  Fill(&images, 20'000);
  EXPECT_EQ(images.images()[0].find_first_not_of('x'), 12u * 8192);
  EXPECT_EQ(Filled(images.images()[1]), 0u) << "the slow member is none of it";
}

TEST(CacheFrontTest, HasThoseOfAllCachesOneBehindTheOther) {
  MemberImages images(
      "raid0(chunk=16k,cache(fast=f,slow=a,size=64k,block=8k),b,"
      "cache(fast=raid0(chunk=4k,g,h),slow=cache(fast=i,slow=c,size=32k,block=4k),size=48k,"
      "block=24k))",
      {1 << 20});
  EXPECT_EQ(images.target()->front()->size_bytes(), (64u + 48 + 32) << 10);
  Fill(&images, 10'240);
  const uint64_t expected[] = {64 << 10, 0, 0, 24 << 10, 24 << 10, 32 << 10, 0};
  for (size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(Filled(images.images()[i]), expected[i]) << i;
  }
}

TEST(CacheFrontTest, TheCacheStaysEmpty) {
  MemberImages images("cache(fast=f,slow=s,size=64k,block=8k,mode=writeback)", {1 << 18});
  Fill(&images, 8192);
  EXPECT_EQ(images.All().find('x'), std::string::npos);
  images.Write(4096, Pattern(1, 8192));
  EXPECT_EQ(images.Read(4096, 8192), Pattern(1, 8192));
}

TEST(CacheFrontTest, WithoutTheCacheRequestsGoToWhatIsBehind) {
  MemberImages images("raid1(cache(fast=f,slow=s,size=64k,block=8k,mode=writeback),t)", {1 << 18});
  MappedIo mapped;
  std::string data(10'000, 'x');
  images.target()->uncached()->Map({.offset = 4096, .length = data.size(), .op = Op::kWrite},
                                   &mapped);
  for (const TargetPart& part : mapped.parts) images.Do(part, data.data() + part.memory.offset);
  EXPECT_EQ(Filled(images.images()[0]), 0u);
  EXPECT_EQ(Filled(images.images()[1]), data.size());
  EXPECT_EQ(Filled(images.images()[2]), data.size());
  EXPECT_EQ(images.target()->caches()[0].write_misses, 0u);
  EXPECT_EQ(images.Read(4096, data.size()), data);
}

}  // namespace
}  // namespace ioreel
