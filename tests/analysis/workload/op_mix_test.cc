#include "analysis/workload/op_mix.h"

#include <errno.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(OpMixTest, OperationsBytesAndSizes) {
  OpMix mix;
  mix.Add({.start_ns = 0, .complete_ns = 5, .length = 4096});
  mix.Add({.start_ns = 0, .complete_ns = 5, .length = 1000});
  mix.Add({.start_ns = 0, .complete_ns = 5, .length = 1024, .error = EIO});
  mix.Add({.start_ns = 0, .length = 65536, .op = Op::kDiscard});
  const OpMix::Result result = mix.result();
  ASSERT_EQ(result.size(), 2u);
  const OpMix::OpResult& reads = result.at(Op::kRead);
  EXPECT_EQ(reads.total, (OpMix::Count{3, 4096 + 1000 + 1024}));
  EXPECT_EQ(reads.errors, 1u);
  EXPECT_EQ(reads.no_completion, 0u);
  ASSERT_EQ(reads.sizes.size(), 2u);
  EXPECT_EQ(reads.sizes.at(1024), (OpMix::Count{2, 2024}));
  EXPECT_EQ(reads.sizes.at(4096), (OpMix::Count{1, 4096}));
  EXPECT_EQ(result.at(Op::kDiscard).no_completion, 1u);
}

TEST(OpMixTest, NeverCompletedIsCounted) {
  OpMix mix;
  mix.Add({.start_ns = 7});                    // not seen
  mix.Add({.start_ns = 7, .complete_ns = 6});  // before the start
  mix.Add({.start_ns = 7, .complete_ns = 7});
  EXPECT_EQ(mix.result().at(Op::kRead).no_completion, 2u);
}

TEST(OpMixTest, SumsStopAtTheEndOf64Bits) {
  OpMix mix;
  for (int i = 0; i < 3; ++i) mix.Add({.length = UINT64_MAX / 2});
  mix.Add({.length = UINT64_MAX});
  const OpMix::OpResult reads = mix.result().at(Op::kRead);
  EXPECT_EQ(reads.total.bytes, UINT64_MAX);
  EXPECT_EQ(reads.sizes.at(uint64_t{1} << 63).ios, 3u);
  EXPECT_EQ(reads.sizes.at(UINT64_MAX).ios, 1u) << "2^64 is no number of 64 bits";
}

TEST(OpMixTest, SizeClassesAreTheNextPowerOfTwo) {
  EXPECT_EQ(OpMix::SizeClass(0), 0);
  EXPECT_EQ(OpMix::SizeClass(1), 0);
  EXPECT_EQ(OpMix::SizeClass(512), 9);
  EXPECT_EQ(OpMix::SizeClass(513), 10);
  EXPECT_EQ(OpMix::SizeClass(UINT64_MAX), 64);
}

}  // namespace
}  // namespace ioreel
