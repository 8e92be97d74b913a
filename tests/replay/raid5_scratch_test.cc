#include "replay/targets/raid5_scratch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tests/replay/member_images.h"

namespace ioreel {
namespace {

constexpr uint64_t kChunk = 4096, kStep = 512;

/// The most that a request of `length` bytes takes, wherever in two stripes it begins.
uint64_t Worst(Target* target, uint64_t stripe, uint64_t length) {
  uint64_t most = 0;
  MappedIo mapped;
  for (const Op op : {Op::kRead, Op::kWrite}) {
    for (uint64_t offset = 0; offset < 2 * stripe; offset += kStep) {
      target->Map({.offset = offset, .length = length, .op = op}, &mapped);
      most = std::max(most, mapped.scratch_bytes);
    }
  }
  return most;
}

TEST(Raid5ScratchTest, IsWhatTheWorstRequestTakesAndNoMore) {
  for (uint64_t members = 3; members <= 8; ++members) {
    std::string spec = "raid5(chunk=4k";
    for (uint64_t i = 0; i < members; ++i) absl::StrAppend(&spec, ",m", i);
    MemberImages images(spec + ")", {64 * kChunk});
    const uint64_t stripe = (members - 1) * kChunk;
    uint64_t worst = 0;
    for (uint64_t length = kStep; length <= 4 * stripe; length += kStep) {
      worst = std::max(worst, Worst(images.target(), stripe, length));
      ASSERT_EQ(images.target()->ScratchBytes(length), worst) << members << " " << length;
    }
  }
}

TEST(Raid5ScratchTest, DegradedItIsABoundThatASingleStripeReaches) {
  for (const int missing : {0, 2}) {
    const std::string spec =
        absl::StrCat("degraded(raid5(chunk=4k,a,b,c,d,e),missing=", missing, ")");
    MemberImages images(spec, {64 * kChunk});
    const uint64_t stripe = 4 * kChunk;
    for (uint64_t length = kStep; length <= 4 * stripe; length += kStep) {
      uint64_t worst = 0;
      for (uint64_t first = 0; first < 5; ++first) {  // the parity goes round
        MappedIo mapped;
        for (uint64_t at = 0; at < stripe; at += kStep) {
          for (const Op op : {Op::kRead, Op::kWrite}) {
            images.target()->Map({.offset = first * stripe + at, .length = length, .op = op},
                                 &mapped);
            worst = std::max(worst, mapped.scratch_bytes);
          }
        }
      }
      ASSERT_LE(worst, images.target()->ScratchBytes(length)) << length;
      if (length <= kChunk) ASSERT_EQ(worst, images.target()->ScratchBytes(length)) << length;
    }
  }
}

TEST(Raid5ScratchTest, AFullStripeNeedsItsParityOnly) {
  const Raid5Scratch scratch({.chunk = kChunk, .members = 4}, /*degraded=*/false);
  const uint64_t stripe = 3 * kChunk;
  EXPECT_EQ(scratch.Most(1000 * stripe) - scratch.Most(999 * stripe), kChunk);
  EXPECT_EQ(scratch.Most(0), 0u);
}

}  // namespace
}  // namespace ioreel
