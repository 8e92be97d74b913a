#include "replay/prime/growth.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/replay/member_images.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr uint64_t kMiB = 1 << 20;
constexpr auto kFull = absl::StatusCode::kResourceExhausted;

RangeSet Range(uint64_t begin, uint64_t length) {
  RangeSet range(4096);
  range.Add(begin, length);
  return range;
}

/// By member, of holes only: what writing `range` makes of them.
std::vector<uint64_t> GrowthOf(const std::string& spec, size_t members, const RangeSet& range) {
  MemberImages images(spec, {4 * kMiB});
  std::vector<ScopedFd> files;
  std::vector<int> fds;
  std::vector<std::string> paths;
  for (size_t i = 0; i < members; ++i) {
    files.push_back(*OpenTemporaryFile());
    fds.push_back(files.back().get());
    paths.push_back(absl::StrCat("m", i));
    EXPECT_EQ(ftruncate(fds.back(), 4 * kMiB), 0);
  }
  DeviceWrites writes(members);
  writes.Add(images.target()->uncached(), range);
  writes.Add(images.target()->uncached(), range);
  std::vector<uint64_t> bytes(members);
  for (const Growth& growth : writes.FindGrowth(fds, paths)) {
    bytes[static_cast<size_t>(growth.path[1] - '0')] = growth.growth_bytes;
  }
  return bytes;
}

TEST(GrowthTest, IsThatOfEachMemberOnce) {
  using Bytes = std::vector<uint64_t>;
  EXPECT_EQ(GrowthOf("a", 1, Range(4096, 3 * kMiB)), Bytes{3 * kMiB});
  EXPECT_EQ(GrowthOf("raid1(a,b)", 2, Range(0, 3 * kMiB)), (Bytes{3 * kMiB, 3 * kMiB}));
  EXPECT_EQ(GrowthOf("raid0(chunk=64k,a,b)", 2, Range(0, 65536 + 4096)), (Bytes{65536, 4096}));
  EXPECT_EQ(GrowthOf("raid5(chunk=64k,a,b,c)", 3, Range(0, 2 * kMiB)), (Bytes{kMiB, kMiB, kMiB}));
  EXPECT_EQ(GrowthOf("cache(fast=a,slow=b,size=1m,block=64k)", 2, Range(0, 4096)),
            (Bytes{0, 4096}));
}

TEST(GrowthTest, WhatAFileHasIsNone) {
  const ScopedFd file = *OpenTemporaryFile();
  ASSERT_THAT(PwriteAll(file.get(), std::string(8192, 'x'), 0), IsOk());
  ASSERT_EQ(ftruncate(file.get(), 65536), 0);
  DeviceWrites writes(1);
  MemberImages image("a", {65536});
  writes.Add(image.target(), Range(0, 16384));
  const std::vector<Growth> growths = writes.FindGrowth({file.get()}, {"a"});
  ASSERT_EQ(growths.size(), 1u);
  EXPECT_EQ(growths[0].growth_bytes, 8192u);
}

TEST(GrowthTest, FilesOfOneFilesystemShareItsRoom) {
  const auto growth = [](std::string path, uint64_t filesystem, uint64_t bytes) {
    return Growth{std::move(path), filesystem, 10 * kMiB, bytes};
  };
  EXPECT_THAT(CheckRoom({}), IsOk());
  EXPECT_THAT(CheckRoom({growth("a", 1, 6 * kMiB), growth("b", 2, 6 * kMiB)}), IsOk());
  EXPECT_THAT(CheckRoom({growth("a", 1, 6 * kMiB), growth("b", 1, 4 * kMiB)}), IsOk());
  EXPECT_THAT(
      CheckRoom({growth("a", 1, 6 * kMiB), growth("c", 2, kMiB), growth("b", 1, 5 * kMiB)}),
      FailsWith(kFull, AllOf(HasSubstr("a (6 MiB), b (5 MiB) would grow by 11 MiB, but their "
                                       "filesystem has only 10 MiB left"),
                             HasSubstr("make room there"))));
  EXPECT_THAT(CheckRoom({growth("a", 1, 11 * kMiB)}),
              FailsWith(kFull, HasSubstr("a would grow by 11 MiB, but its filesystem has only")));
}

}  // namespace
}  // namespace ioreel
