#include "analysis/workload/sequentiality.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

Io At(uint64_t offset, uint64_t length, Op op = Op::kRead) {
  return {.offset = offset, .length = length, .op = op};
}

TEST(SequentialityTest, GoingOnWhereTheLastOfTheKindEnded) {
  Sequentiality meter;
  EXPECT_FALSE(meter.Add(0, At(0, 10)));
  EXPECT_TRUE(meter.Add(0, At(10, 5)));
  EXPECT_FALSE(meter.Add(0, At(15, 5, Op::kWrite))) << "another kind";
  EXPECT_TRUE(meter.Add(0, At(15, 5))) << "a write between reads does not end their run";
  EXPECT_FALSE(meter.Add(1, At(20, 5))) << "another stream";
  EXPECT_FALSE(meter.Add(0, At(15, 5))) << "the same again";
  const Sequentiality::Result result = meter.result();
  EXPECT_EQ(result.ios, 6u);
  EXPECT_EQ(result.sequential, 2u);
  EXPECT_DOUBLE_EQ(*result.share(), 2 / 6.0);
}

TEST(SequentialityTest, RunsAndTheirLengths) {
  Sequentiality meter;
  for (const uint64_t offset : {0, 10, 20, 500, 510, 900}) meter.Add(0, At(offset, 10));
  const Sequentiality::Result result = meter.result();
  EXPECT_EQ(result.run_ios.count, 3u);  // of 3, 2 and 1
  EXPECT_EQ(result.run_ios.max, 3);
  EXPECT_EQ(result.run_ios.min, 1);
  EXPECT_EQ(result.run_ios.p50, 2);
  EXPECT_DOUBLE_EQ(result.run_bytes.mean, 20);
}

TEST(SequentialityTest, NothingGoesOnBeyondTheEndOfNumbers) {
  Sequentiality meter;
  meter.Add(0, At(UINT64_MAX - 9, 20));
  EXPECT_FALSE(meter.Add(0, At(10, 10)));
}

TEST(SequentialityTest, NothingHasNoShare) {
  EXPECT_EQ(Sequentiality().result().share(), std::nullopt);
  EXPECT_EQ(Sequentiality().result().run_ios.count, 0u);
}

TEST(SequentialityTest, ARunGoesOnAcrossAMerge) {
  Sequentiality first, second;
  first.Add(0, At(0, 10));
  second.Add(0, At(10, 10));
  second.Add(0, At(20, 10));
  first.Merge(second);
  EXPECT_EQ(first.result().run_ios.max, 3);
  EXPECT_EQ(first.result().sequential, 2u);
}

}  // namespace
}  // namespace ioreel
