#include <gtest/gtest.h>

#include <string>

#include "tests/replay/member_images.h"

namespace ioreel {
namespace {

constexpr uint64_t kBytes = 1 << 20;

/// The devices that reads at these blocks go to: "abab".
std::string ReadFrom(MemberImages* images, const std::vector<uint64_t>& blocks) {
  std::string devices;
  for (const uint64_t block : blocks) {
    images->Read(block * 4096, 4096);
    for (const TargetPart& part : images->mapped().parts) {
      devices += static_cast<char>('a' + part.device);
    }
  }
  return devices;
}

TEST(Raid1Test, EveryMemberHoldsAllUpToTheSmallest) {
  MemberImages images("raid1(a,b,c)", {kBytes, 2 * kBytes, kBytes + 4096});
  EXPECT_EQ(images.target()->size_bytes(), kBytes);
  images.Write(0, Pattern(1, kBytes));
  for (const std::string& image : images.images()) {
    EXPECT_EQ(image.substr(0, kBytes), Pattern(1, kBytes));
  }
}

TEST(Raid1Test, ReadsRotateAndBeginAgainAfterAReset) {
  MemberImages images("raid1(a,b,c)", {kBytes});
  EXPECT_EQ(ReadFrom(&images, {0, 1, 2, 3}), "bcab");
  images.target()->Reset();
  EXPECT_EQ(ReadFrom(&images, {0, 1}), "bc");
}

TEST(Raid1Test, ReadsOfTheFirstOnly) {
  MemberImages images("raid1(read=first,a,b)", {kBytes});
  EXPECT_EQ(ReadFrom(&images, {0, 9, 1}), "aaa");
}

// Two sequential streams settle on a member each.
TEST(Raid1Test, ReadsGoToTheMemberWhoseLastEndedNearest) {
  MemberImages images("raid1(read=closest,a,b)", {kBytes});
  EXPECT_EQ(ReadFrom(&images, {100, 0, 101, 1, 102, 2}), "bababa");
}

TEST(Raid1Test, OverlappingWritesClaimTheirRangeAndReadsDoNot) {
  MemberImages images("raid1(a,b)", {kBytes});
  images.Write(8192, std::string(4096, 'x'));
  ASSERT_EQ(images.mapped().claims.size(), 1u);
  EXPECT_EQ(images.mapped().claims[0].begin, 2u);
  EXPECT_EQ(images.mapped().claims[0].end, 3u);
  EXPECT_TRUE(images.mapped().claims[0].exclusive);
  images.Read(8192, 4096);
  EXPECT_TRUE(images.mapped().claims.empty());
}

}  // namespace
}  // namespace ioreel
