#include "replay/member_size.h"

#include <gtest/gtest.h>

#include "replay/target_registry.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

constexpr uint64_t kMiB = 1 << 20;

absl::StatusOr<uint64_t> BytesFor(const std::string& text, uint64_t needed_bytes) {
  return MemberBytesFor(text, *ParseKnownTargetSpec(text), needed_bytes);
}

TEST(MemberSizeTest, IsTheLeastThatSuffices) {
  EXPECT_EQ(*BytesFor("/f", 12345), 12345u);
  EXPECT_EQ(*BytesFor("raid1(a,b)", 7 * kMiB), 7 * kMiB);
  EXPECT_EQ(*BytesFor("raid1(a,b)", 7 * kMiB + 1), 8 * kMiB);
  EXPECT_EQ(*BytesFor("raid5(a,b,c)", 10 * kMiB), 5 * kMiB);
  EXPECT_EQ(*BytesFor("raid5(chunk=64k,a,b,c,d)", 10 * kMiB), 4 * kMiB);
  EXPECT_EQ(*BytesFor("raid0(raid1(a,b),raid1(c,d))", uint64_t{1} << 40), uint64_t{1} << 39);
  EXPECT_EQ(*BytesFor("concat(a,b,c)", kMiB), kMiB);
  EXPECT_EQ(*BytesFor("cache(fast=f,slow=s,size=100m)", kMiB), 100 * kMiB) << "the fast one, too";
}

TEST(MemberSizeTest, WhereNoSizeHelpsTheReasonIsTold) {
  EXPECT_THAT(BytesFor("cache(fast=f,slow=s,block=4k)", uint64_t{1} << 45),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        ::testing::HasSubstr("column 27: the cache would have more than")));
}

}  // namespace
}  // namespace ioreel
