#include "analysis/charts/growing_bins.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace ioreel {
namespace {

/// Bins that count, and the count of each bin in order.
class Counter {
 public:
  Counter(uint32_t slots, int shift) : bins_(slots, shift), counts_(slots) {}

  void Add(uint64_t value) {
    if (!bins_.Covers(value)) ApplyMoves(bins_.MakeRoom(value), 1, &counts_);
    ++counts_[bins_.Slot(value)];
  }
  std::vector<int> InOrder() const {
    std::vector<int> counts;
    for (uint32_t i = 0; !bins_.empty() && i < bins_.count(); ++i)
      counts.push_back(counts_[bins_.NthSlot(i)]);
    return counts;
  }
  const GrowingBins& bins() const { return bins_; }

 private:
  GrowingBins bins_;
  std::vector<int> counts_;
};

TEST(GrowingBinsTest, KeepTheirWidthWhileAllValuesFit) {
  Counter counter(4, 3);
  for (const uint64_t value : {40, 41, 47, 48, 63, 71}) counter.Add(value);
  EXPECT_EQ(counter.InOrder(), (std::vector<int>{3, 1, 1, 1}));
  EXPECT_EQ(counter.bins().low(), 40u);
  EXPECT_EQ(counter.bins().width(), 8);
}

TEST(GrowingBinsTest, JoinWhenAValueLiesTooFarUpOrDown) {
  Counter counter(4, 0);
  for (const uint64_t value : {10, 11, 12, 13}) counter.Add(value);
  counter.Add(9);  // five bins of one: twice as wide
  EXPECT_EQ(counter.InOrder(), (std::vector<int>{1, 2, 2}));
  EXPECT_EQ(counter.bins().low(), 8u);
  counter.Add(0);
  EXPECT_EQ(counter.bins().width(), 4);
  EXPECT_EQ(counter.InOrder(), (std::vector<int>{1, 0, 3, 2}));
}

TEST(GrowingBinsTest, ReachFromOneEndOfTheNumbersToTheOther) {
  Counter counter(2, 0);
  counter.Add(UINT64_MAX);
  counter.Add(0);
  counter.Add(UINT64_MAX / 2);
  EXPECT_EQ(counter.InOrder(), (std::vector<int>{2, 1}));
}

TEST(GrowingBinsTest, AreThoseThatTheWidthAtTheEndWouldHaveMade) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    Counter counter(16, 0);
    std::vector<uint64_t> values;
    const int bits = static_cast<int>(random() % 63);
    for (int i = 0; i < 50; ++i) values.push_back(random() >> (63 - bits) | random() % 3);
    for (const uint64_t value : values) counter.Add(value);
    const auto width = static_cast<uint64_t>(counter.bins().width());
    std::vector<int> expected(counter.bins().count());
    for (const uint64_t value : values) ++expected[(value - counter.bins().low()) / width];
    EXPECT_EQ(counter.InOrder(), expected);
    EXPECT_LE(expected.size(), 16u);
    EXPECT_GT(expected.front(), 0);
    EXPECT_GT(expected.back(), 0);
  }
}

TEST(GrowingBinsTest, OrderTimesBeforeAndAfterZero) {
  EXPECT_LT(TimeAsAxis(-5), TimeAsAxis(0));
  EXPECT_LT(TimeAsAxis(0), TimeAsAxis(5));
  for (const int64_t time_ns : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX})
    EXPECT_EQ(TimeOfAxis(TimeAsAxis(time_ns)), time_ns);
}

}  // namespace
}  // namespace ioreel
