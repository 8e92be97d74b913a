#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/replay/member_images.h"

namespace ioreel {
namespace {

constexpr uint64_t kChunk = 4096;

std::string Place(const TargetPart& part) {
  return absl::StrCat(std::string(1, static_cast<char>('a' + part.device)), part.offset / kChunk);
}

/// Where each chunk of data lies: "a0 b0 c1" = the first of device a, of b, the second of c.
std::string Layout(MemberImages* images) {
  std::string layout;
  for (uint64_t at = 0; at < images->target()->size_bytes(); at += kChunk) {
    images->Read(at, kChunk);
    for (const TargetPart& part : images->mapped().parts) {
      absl::StrAppend(&layout, layout.empty() ? "" : " ", Place(part));
    }
  }
  return layout;
}

/// "2 reads, 3 writes" of a write of `length` bytes at `offset`.
std::string Cost(MemberImages* images, uint64_t offset, uint64_t length) {
  images->Write(offset, Pattern(offset, length));
  int reads = 0, writes = 0;
  for (const TargetPart& part : images->mapped().parts) ++(part.op == Op::kRead ? reads : writes);
  return absl::StrCat(reads, " reads, ", writes, " writes");
}

/// Whether every byte of all devices together is 0 under XOR.
bool ParityIsRight(const std::vector<std::string>& images) {
  for (size_t i = 0; i < images[0].size(); ++i) {
    char sum = 0;
    for (const std::string& image : images) sum = static_cast<char>(sum ^ image[i]);
    if (sum != 0) return false;
  }
  return true;
}

TEST(Raid5Test, IsLeftSymmetric) {
  MemberImages three("raid5(chunk=4k,a,b,c)", {4 * kChunk});
  EXPECT_EQ(Layout(&three), "a0 b0 c1 a1 b2 c2 a3 b3");
  MemberImages four("raid5(chunk=4k,a,b,c,d)", {5 * kChunk + 512});
  EXPECT_EQ(four.target()->size_bytes(), 15 * kChunk);
  EXPECT_EQ(Layout(&four), "a0 b0 c0 d1 a1 b1 c2 d2 a2 b3 c3 d3 a4 b4 c4");
}

TEST(Raid5Test, ReadsAsLittleAsItCanForAWrite) {
  MemberImages three("raid5(chunk=4k,a,b,c)", {64 * kChunk});
  EXPECT_EQ(Cost(&three, 0, 2 * kChunk), "0 reads, 3 writes") << "a full stripe";
  EXPECT_EQ(Cost(&three, 0, kChunk), "1 reads, 2 writes") << "the other chunk";
  MemberImages six("raid5(chunk=4k,a,b,c,d,e,f)", {64 * kChunk});
  EXPECT_EQ(Cost(&six, 0, kChunk), "2 reads, 2 writes") << "old data and parity";
  EXPECT_EQ(Cost(&six, 0, 2 * kChunk), "3 reads, 3 writes") << "both ways read three: as md";
  EXPECT_EQ(Cost(&six, 0, 4 * kChunk), "1 reads, 5 writes") << "the chunk left out";
  EXPECT_EQ(Cost(&six, 512, 512), "2 reads, 2 writes") << "its own rows only";
  EXPECT_EQ(six.mapped().parts[0].length, 512u);
}

TEST(Raid5Test, ADegradedArrayReadsOnlyWhatItMust) {
  MemberImages six("degraded(raid5(chunk=4k,a,b,c,d,e,f),missing=0)", {64 * kChunk});
  EXPECT_EQ(Cost(&six, 0, kChunk), "4 reads, 1 writes") << "the chunk is only in the parity";
  EXPECT_EQ(Cost(&six, kChunk, 3 * kChunk), "4 reads, 4 writes") << "a chunk that cannot be read";
  EXPECT_EQ(Cost(&six, 0, 5 * kChunk), "0 reads, 5 writes");
  MemberImages no_parity("degraded(raid5(chunk=4k,a,b,c),missing=2)", {64 * kChunk});
  EXPECT_EQ(Cost(&no_parity, 0, kChunk), "0 reads, 1 writes");
}

TEST(Raid5Test, ParityIsRightAfterAnyWritesAndAnyMemberCanGo) {
  const std::string members = "raid5(chunk=8k,a,b,c,d,e)";
  MemberImages whole(members, {1 << 18});
  std::mt19937_64 random(5);
  const uint64_t blocks = whole.target()->size_bytes() / 512;
  for (int i = 0; i < 2'000; ++i) {
    const uint64_t length = 1 + random() % (i % 10 == 0 ? 300 : 40);
    const uint64_t begin = random() % (blocks - length + 1);
    whole.Write(begin * 512, Pattern(random(), length * 512));
    if (i % 100 == 0) ASSERT_TRUE(ParityIsRight(whole.images())) << i;
  }
  ASSERT_TRUE(ParityIsRight(whole.images()));
  const std::string expected = whole.All();
  for (size_t missing = 0; missing < 5; ++missing) {
    MemberImages degraded(absl::StrCat("degraded(", members, ",missing=", missing, ")"), {1 << 18});
    degraded.images() = whole.images();
    degraded.images().erase(degraded.images().begin() + static_cast<ptrdiff_t>(missing));
    ASSERT_EQ(degraded.target()->size_bytes(), whole.target()->size_bytes());
    ASSERT_EQ(degraded.All(), expected) << missing;
  }
}

// What was written while a member was missing is in the others, so that it can be rebuilt.
TEST(Raid5Test, WhatIsWrittenDegradedIsThereWhenTheMemberIsRebuilt) {
  std::mt19937_64 random(6);
  for (size_t missing = 0; missing < 4; ++missing) {
    MemberImages degraded(absl::StrCat("degraded(raid5(chunk=8k,a,b,c,d),missing=", missing, ")"),
                          {1 << 17});
    std::string expected(degraded.target()->size_bytes(), '\0');
    for (int i = 0; i < 1'000; ++i) {
      const uint64_t length = 1 + random() % 60;
      const uint64_t begin = random() % (expected.size() / 512 - length + 1);
      const std::string data = Pattern(random(), length * 512);
      degraded.Write(begin * 512, data);
      expected.replace(begin * 512, data.size(), data);
    }
    std::string rebuilt(1 << 17, '\0');
    for (const std::string& image : degraded.images()) {
      for (size_t i = 0; i < image.size(); ++i) {
        rebuilt[i] = static_cast<char>(rebuilt[i] ^ image[i]);
      }
    }
    MemberImages whole("raid5(chunk=8k,a,b,c,d)", {1 << 17});
    whole.images() = degraded.images();
    whole.images().insert(whole.images().begin() + static_cast<ptrdiff_t>(missing), rebuilt);
    ASSERT_EQ(whole.All(), expected) << missing;
  }
}

TEST(Raid5Test, AWriteClaimsItsStripesAndAReadOnlyWhatItRebuilds) {
  MemberImages whole("raid5(chunk=4k,a,b,c)", {64 * kChunk});
  whole.Write(kChunk, Pattern(1, 5 * kChunk));
  ASSERT_EQ(whole.mapped().claims.size(), 1u);
  EXPECT_EQ(whole.mapped().claims[0].begin, 0u);
  EXPECT_EQ(whole.mapped().claims[0].end, 3u);
  EXPECT_TRUE(whole.mapped().claims[0].exclusive);
  whole.Read(0, 4 * kChunk);
  EXPECT_TRUE(whole.mapped().claims.empty());
  MemberImages degraded("degraded(raid5(chunk=4k,a,b,c),missing=1)", {64 * kChunk});
  degraded.Read(0, 4 * kChunk);  // a0 b0 c1 a1
  ASSERT_EQ(degraded.mapped().claims.size(), 1u);
  EXPECT_EQ(degraded.mapped().claims[0].end, 1u);
  EXPECT_FALSE(degraded.mapped().claims[0].exclusive);
}

}  // namespace
}  // namespace ioreel
