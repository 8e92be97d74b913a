#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "tests/replay/member_images.h"

namespace ioreel {
namespace {

constexpr uint64_t kBlock = 8192;
constexpr uint64_t kSlow = 64 * kBlock;

/// A cache of `blocks` blocks; device 0 is the fast one.
MemberImages Cache(const std::string& options, uint64_t blocks) {
  return MemberImages(absl::StrCat("cache(fast=f,slow=s,block=8k,", options, ")"),
                      {blocks * kBlock, kSlow});
}

/// What the last request became: "read slow, write fast later"; later = in the background.
std::string Parts(const MemberImages& images) {
  std::vector<TargetPart> parts = images.mapped().parts;
  std::sort(parts.begin(), parts.end(), [](const TargetPart& a, const TargetPart& b) {
    return std::tie(a.stage, a.device, a.op) < std::tie(b.stage, b.device, b.op);
  });
  std::string text;
  for (const TargetPart& part : parts) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", OpName(part.op),
                    part.device == 0 ? " fast" : " slow", part.background ? " later" : "");
  }
  return text;
}

void ReadBlock(MemberImages* images, uint64_t block) { images->Read(block * kBlock, 4096); }
void WriteBlock(MemberImages* images, uint64_t block) {
  images->Write(block * kBlock, Pattern(block, 4096));
}
CacheResult Counts(MemberImages* images) { return images->target()->caches()[0]; }

/// Whether a read of the block hits; changes what the policy knows.
bool Hits(MemberImages* images, uint64_t block) {
  const uint64_t before = Counts(images).read_hits;
  ReadBlock(images, block);
  return Counts(images).read_hits > before;
}

TEST(CacheTest, AMissReadsTheBlockAndTakesItInBehindTheReadersBack) {
  MemberImages images = Cache("mode=read", 4);
  ReadBlock(&images, 7);
  EXPECT_EQ(Parts(images), "read slow, write fast later");
  EXPECT_EQ(images.mapped().parts[0].length, kBlock);
  ReadBlock(&images, 7);
  EXPECT_EQ(Parts(images), "read fast");
  EXPECT_EQ(images.mapped().parts[0].length, 4096u);
  EXPECT_EQ(Counts(&images).read_hit_ratio, 0.5);
  images.target()->Reset();
  EXPECT_TRUE(std::isnan(Counts(&images).read_hit_ratio));
  EXPECT_FALSE(Hits(&images, 7));
}

TEST(CacheTest, LruLetsGoOfWhatWasNotUsedForLongest) {
  MemberImages images = Cache("policy=lru", 3);
  for (const uint64_t block : {1, 2, 3, 1, 4}) ReadBlock(&images, block);
  EXPECT_EQ(Counts(&images).evicted, 1u);
  EXPECT_TRUE(Hits(&images, 1));
  EXPECT_TRUE(Hits(&images, 3));
  EXPECT_FALSE(Hits(&images, 2));
}

TEST(CacheTest, LfuLetsGoOfWhatWasUsedLeast) {
  MemberImages images = Cache("policy=lfu", 3);
  for (const uint64_t block : {1, 1, 1, 2, 2, 3, 4}) ReadBlock(&images, block);
  EXPECT_TRUE(Hits(&images, 1));
  EXPECT_TRUE(Hits(&images, 2));
  EXPECT_FALSE(Hits(&images, 3));
}

TEST(CacheTest, HotTakesInWhatIsUsedTwiceAndNoScanDrivesItOut) {
  MemberImages images = Cache("policy=hot", 2);
  for (const uint64_t block : {1, 2}) {
    EXPECT_FALSE(Hits(&images, block));
    EXPECT_FALSE(Hits(&images, block));
    EXPECT_TRUE(Hits(&images, block));
  }
  for (uint64_t block = 10; block < 40; ++block) ReadBlock(&images, block);
  EXPECT_EQ(Counts(&images).promoted, 2u);
  EXPECT_TRUE(Hits(&images, 1));
  EXPECT_TRUE(Hits(&images, 2));
}

TEST(CacheTest, ModeReadWritesToTheSlowMemberAndLetsGo) {
  MemberImages images = Cache("mode=read", 4);
  ReadBlock(&images, 1);
  WriteBlock(&images, 1);
  EXPECT_EQ(Parts(images), "write slow");
  EXPECT_FALSE(Hits(&images, 1));
  EXPECT_EQ(images.images()[1].substr(kBlock, 4096), Pattern(1, 4096));
}

TEST(CacheTest, ModeWriteThroughWritesToBothWhatIsThereOrWhole) {
  MemberImages images = Cache("mode=writethrough", 4);
  WriteBlock(&images, 1);
  EXPECT_EQ(Parts(images), "write slow");
  ReadBlock(&images, 1);
  WriteBlock(&images, 1);
  EXPECT_EQ(Parts(images), "write fast, write slow");
  images.Write(2 * kBlock, Pattern(2, kBlock));
  EXPECT_EQ(Parts(images), "write fast, write slow");
  EXPECT_TRUE(Hits(&images, 2));
  EXPECT_EQ(Counts(&images).dirty, 0u);
}

TEST(CacheTest, ModeWriteBackWritesToTheFastMemberAndLaterBack) {
  MemberImages images = Cache("mode=writeback", 8);
  images.Write(3 * kBlock, Pattern(3, kBlock));
  EXPECT_EQ(Parts(images), "write fast");
  WriteBlock(&images, 4);
  EXPECT_EQ(Parts(images), "read slow, write fast") << "the rest of the block first";
  EXPECT_EQ(Counts(&images).dirty, 2u);
  EXPECT_EQ(images.images()[1], std::string(kSlow, '\0'));
  const std::string all = images.All();
  images.EmptyCaches();
  EXPECT_EQ(images.images()[1], all);
  EXPECT_EQ(Counts(&images).dirty, 0u);
}

TEST(CacheTest, WriteBackKeepsHalfOfTheBlocksClean) {
  MemberImages images = Cache("mode=writeback", 4);
  for (uint64_t block = 0; block < 3; ++block) images.Write(block * kBlock, Pattern(block, kBlock));
  EXPECT_EQ(Parts(images), "read fast later, write fast, write slow later");
  EXPECT_EQ(Counts(&images).dirty, 2u);
  EXPECT_EQ(Counts(&images).written_back, 1u);
  EXPECT_EQ(images.images()[1].substr(0, kBlock), Pattern(0, kBlock));
}

TEST(CacheTest, WhatIsBeingWrittenBackIsLetGoOfLast) {
  MemberImages images = Cache("mode=writeback", 16);
  for (uint64_t block = 0; block < 9; ++block) images.Write(block * kBlock, Pattern(block, kBlock));
  EXPECT_EQ(Counts(&images).written_back, 1u) << "of block 0";
  for (uint64_t block = 20; block < 27; ++block) ReadBlock(&images, block);
  ReadBlock(&images, 30);  // lets go of 20, though 0 was not used for longer
  EXPECT_EQ(Counts(&images).evicted, 1u);
  EXPECT_TRUE(Hits(&images, 0));
  EXPECT_FALSE(Hits(&images, 20));
}

TEST(CacheTest, ADiscardLeavesNothingOfItsRangeInTheCache) {
  MemberImages images = Cache("mode=writeback", 8);
  for (uint64_t block = 1; block <= 3; ++block)
    images.Write(block * kBlock, Pattern(block, kBlock));
  std::string expected = images.All();
  images.Do(Op::kDiscard, kBlock + 4096, 2 * kBlock);
  expected.replace(kBlock + 4096, 2 * kBlock, 2 * kBlock, '\0');
  EXPECT_EQ(images.All(), expected);
  EXPECT_EQ(Counts(&images).written_back, 2u) << "of the first and the last, which keep some";
  images.Do(Op::kDiscard, 0, kSlow);
  EXPECT_EQ(images.All(), std::string(kSlow, '\0'));
}

TEST(CacheTest, ABlockOfTheSameRequestIsNeverLetGo) {
  MemberImages images = Cache("mode=writeback", 2);
  const std::string data = Pattern(9, 6 * kBlock);
  images.Write(0, data);
  EXPECT_EQ(Counts(&images).promoted, 2u);
  EXPECT_EQ(images.Read(0, data.size()), data);
}

TEST(CacheTest, WhatDoesNotFitIsPointedAt) {
  const std::vector<TargetDevice> devices = {{.size_bytes = 1 << 20}, {.size_bytes = 1 << 30}};
  const auto error = [&devices](const char* spec) {
    const auto parsed = ParseKnownTargetSpec(spec);
    return parsed.ok() ? std::string(MakeTarget(spec, *parsed, devices).status().message())
                       : std::string(parsed.status().message());
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(error("cache(fast=f,slow=s,size=2m)"),
              HasSubstr("column 26: the fast member has only 1 MiB"));
  EXPECT_THAT(error("cache(fast=f,slow=s,block=2m)"), HasSubstr("no room for a block of 2 MiB"));
  EXPECT_THAT(error("cache(fast=f)"), HasSubstr("column 1: cache lacks its 'slow='"));
  EXPECT_THAT(error("cache(fast=f,slow=s,x)"),
              HasSubstr("column 21: a member of cache stands behind fast= or slow="));
  EXPECT_THAT(error("cache(fast=f,slow=s,policy=fifo)"),
              HasSubstr("column 28: expected one of lru, lfu, hot; found 'fifo'"));
  EXPECT_THAT(error("cache(fast=raid0(a),fast=raid0(b),slow=s)"),
              HasSubstr("column 26: 'fast' is given twice"));
}

}  // namespace
}  // namespace ioreel
