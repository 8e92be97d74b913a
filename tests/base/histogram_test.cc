#include "base/histogram.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(HistogramTest, QuantilesAreWithinHalfAPercent) {
  Histogram histogram;
  for (int64_t v = 1; v <= 1'000'000; ++v) histogram.Add(v);
  for (const double q : {0.5, 0.95, 0.99, 0.999}) {
    EXPECT_NEAR(histogram.Quantile(q), q * 1e6, q * 1e6 * 0.004) << q;
  }
  EXPECT_EQ(histogram.Quantile(1), 1'000'000);
  EXPECT_DOUBLE_EQ(histogram.mean(), 500'000.5);
}

TEST(HistogramTest, EveryValueIsToldThatClosely) {
  for (double v = 1; v < 9e18; v *= 1.013) {
    Histogram histogram;
    const auto value = static_cast<int64_t>(v);
    histogram.Add(0);
    histogram.Add(value);
    histogram.Add(INT64_MAX);
    EXPECT_NEAR(static_cast<double>(histogram.Quantile(0.5)), static_cast<double>(value),
                static_cast<double>(value) * 0.004);
  }
}

TEST(HistogramTest, MergeEqualsAddingAll) {
  Histogram a, b, all;
  for (int64_t v = 0; v < 1000; ++v) {
    (v % 2 ? a : b).Add(v * v);
    all.Add(v * v);
  }
  a.Merge(b);
  EXPECT_EQ(a.count(), all.count());
  EXPECT_EQ(a.min(), 0);
  EXPECT_EQ(a.max(), 999 * 999);
  for (const double q : {0.0, 0.3, 0.9}) EXPECT_EQ(a.Quantile(q), all.Quantile(q));
}

TEST(HistogramTest, TakesTheWholeRange) {
  Histogram histogram;
  histogram.Add(-5);
  histogram.Add(INT64_MAX);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.Quantile(1), INT64_MAX);
}

TEST(HistogramTest, EmptyIsZero) { EXPECT_EQ(Histogram().Quantile(0.5), 0); }

}  // namespace
}  // namespace ioreel
