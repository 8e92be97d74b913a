#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/replay/member_images.h"

/// What a cache uses of its fast member, as a target of its own: Target::front().

namespace ioreel {
namespace {

/// What is used where `length` bytes of the target from `begin` on are touched.
Target* Front(MemberImages* images, uint64_t begin = 0, uint64_t length = 1 << 30) {
  RangeSet touched(4096);
  touched.Add(begin, length);
  return images->target()->front(touched);
}

/// Fills the whole front with 'x', in requests of `step` bytes.
void Fill(MemberImages* images, uint64_t step) {
  Target* const front = Front(images);
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
  MemberImages array("raid0(chunk=4k,a,b)", {1 << 16}), file("a", {1 << 16});
  EXPECT_EQ(Front(&array), nullptr);
  EXPECT_EQ(Front(&file), nullptr);
}

TEST(CacheFrontTest, IsWhatTheBlocksTake) {
  MemberImages images("cache(fast=f,slow=s,size=100k,block=8k)", {1 << 20});
  ASSERT_NE(Front(&images), nullptr);
  EXPECT_EQ(Front(&images)->size_bytes(), 12u * 8192);
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
  EXPECT_EQ(Front(&images)->size_bytes(), (64u + 48 + 32) << 10);
  Fill(&images, 10'240);
  const uint64_t expected[] = {64 << 10, 0, 0, 24 << 10, 24 << 10, 32 << 10, 0};
  for (size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(Filled(images.images()[i]), expected[i]) << i;
  }
}

TEST(CacheFrontTest, IsNoMoreThanTheBlocksThatAreTouched) {
  MemberImages images("cache(fast=f,slow=cache(fast=g,slow=s,size=64k,block=4k),size=96k,block=8k)",
                      {1 << 20});
  EXPECT_EQ(Front(&images, 0, 4096)->size_bytes(), 8192u + 8192) << "a block below is filled whole";
  EXPECT_EQ(Front(&images, 4096, 8192)->size_bytes(), 2u * 8192 + 16384);
  EXPECT_EQ(Front(&images, 0, 1 << 17)->size_bytes(), (96u + 64) << 10);
  EXPECT_EQ(images.target()->front(RangeSet(4096)), nullptr);
  MemberImages small("raid1(cache(fast=f,slow=s,size=512k,block=8k),t)",
                     {1 << 20, 20'000, 1 << 20});
  EXPECT_EQ(Front(&small)->size_bytes(), 2u * 8192) << "as many as the slow member has";
}

// Each member of an array is touched where the array lays what is touched.
TEST(CacheFrontTest, InsideAnArrayItIsWhatIsTouchedThere) {
  const std::string cache = "cache(fast=f,slow=s,size=512k,block=8k)";
  const auto front_of = [&](const std::string& array, uint64_t begin, uint64_t length) {
    MemberImages images(absl::StrCat(array, cache, ",b,c)"), {1 << 20});
    Target* const front = Front(&images, begin, length);
    return front == nullptr ? 0 : front->size_bytes() / 8192;
  };
  EXPECT_EQ(front_of("raid0(chunk=16k,", 0, 4096), 1u);
  EXPECT_EQ(front_of("raid0(chunk=16k,", 16384, 32768), 0u) << "the others' chunks";
  EXPECT_EQ(front_of("raid0(chunk=16k,", 0, 96 << 10), 4u) << "two chunks of six";
  EXPECT_EQ(front_of("raid1(", 4096, 8192), 2u);
  EXPECT_EQ(front_of("concat(", 0, 40'000), 5u);
  EXPECT_EQ(front_of("concat(", 1 << 20, 40'000), 0u);
  EXPECT_EQ(front_of("raid5(chunk=16k,", 4 * 16384, 4096), 1u) << "parity of the third row";
  EXPECT_EQ(front_of("raid5(chunk=16k,", 0, 96 << 10), 6u) << "three rows, data or parity";
  MemberImages fast("cache(fast=raid0(chunk=16k,cache(fast=f,slow=a,block=4k),b),slow=s,block=8k)",
                    {1 << 20});
  EXPECT_EQ(Front(&fast, 0, 5 * 8192)->size_bytes(), 5u * 8192 + 24 * 1024)
      << "five slots, of which three lie on the cache";
}

// The same block again and again, and some that are let go of by discards in between.
TEST(CacheFrontTest, NothingBehindItIsEverUsed) {
  for (const std::string policy : {"lru", "lfu", "hot"}) {
    for (const std::string mode : {"read", "writethrough", "writeback"}) {
      MemberImages images(absl::StrCat("cache(fast=f,slow=s,size=512k,block=8k,policy=", policy,
                                       ",mode=", mode, ")"),
                          {1 << 20});
      const uint64_t front = Front(&images, 1 << 18, 10 * 8192)->size_bytes();
      ASSERT_EQ(front, 10u * 8192);
      std::mt19937 random(3);
      for (int i = 0; i < 500; ++i) {
        const uint64_t at = (1 << 18) + random() % 20 * 4096;
        switch (random() % 3) {
          case 0:
            images.Read(at, 4096);
            break;
          case 1:
            images.Write(at, std::string(4096, 'w'));
            break;
          case 2:
            images.Do(Op::kDiscard, at, 4096);
            break;
        }
      }
      EXPECT_EQ(images.images()[0].find_first_not_of('\0', front), std::string::npos)
          << policy << mode;
    }
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
