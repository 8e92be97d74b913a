#include "formats/result/summarize.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(SummarizeTest, GivesMeanQuantilesAndMaximum) {
  Histogram histogram;  // below 128 the buckets are exact
  for (int64_t v = 1; v <= 100; ++v) histogram.Add(v);
  const LatencySummary summary = Summarize(histogram);
  EXPECT_EQ(summary.count, 100u);
  EXPECT_DOUBLE_EQ(summary.mean_ns, 50.5);
  EXPECT_EQ(summary.p50_ns, 50);
  EXPECT_EQ(summary.p95_ns, 95);
  EXPECT_EQ(summary.p99_ns, 99);
  EXPECT_EQ(summary.p999_ns, 100);
  EXPECT_EQ(summary.max_ns, 100);
}

TEST(SummarizeTest, EmptyIsZero) { EXPECT_EQ(Summarize(Histogram()).max_ns, 0); }

}  // namespace
}  // namespace ioreel
