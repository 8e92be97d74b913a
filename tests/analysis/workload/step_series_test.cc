#include "analysis/workload/step_series.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

struct Sum {
  int64_t value = 0;
  int doublings = 0;
  void Coarsen() { ++doublings; }
  void Merge(const Sum& later) { value += later.value; }
};

std::vector<std::pair<int64_t, int64_t>> Values(const StepSeries<Sum>& series) {
  std::vector<std::pair<int64_t, int64_t>> values;
  for (const auto& step : series.steps()) values.emplace_back(step.number, step.cell.value);
  return values;
}
using Pairs = std::vector<std::pair<int64_t, int64_t>>;

TEST(StepSeriesTest, StepsBeginAtTimeZeroBothWays) {
  StepSeries<Sum> series(10);
  for (const int64_t time_ns : {-11, -10, -1, 0, 9, 10, 35}) ++series.At(time_ns).value;
  EXPECT_EQ(Values(series), (Pairs{{-2, 1}, {-1, 2}, {0, 2}, {1, 1}, {3, 1}}));
}

TEST(StepSeriesTest, TimesMayComeBack) {
  StepSeries<Sum> series(10);
  for (const int64_t time_ns : {35, 5, 15, 36, 6}) ++series.At(time_ns).value;
  EXPECT_EQ(Values(series), (Pairs{{0, 2}, {1, 1}, {3, 2}}));
}

TEST(StepSeriesTest, TooManyStepsBecomeLongerOnes) {
  StepSeries<Sum> series(10, /*most_steps=*/4);
  for (int64_t i = -2; i < 10; ++i) series.At(i * 10).value += 1;
  EXPECT_EQ(series.step_ns(), 40);
  EXPECT_EQ(Values(series), (Pairs{{-1, 2}, {0, 4}, {1, 4}, {2, 2}}));
  EXPECT_EQ(series.steps()[0].cell.doublings, 2);
}

TEST(StepSeriesTest, SpreadTellsEachStepItsPart) {
  StepSeries<Sum> series(10);
  series.Spread(-3, 25, [](Sum& sum, int64_t ns) { sum.value += ns; });
  EXPECT_EQ(Values(series), (Pairs{{-1, 3}, {0, 10}, {1, 10}, {2, 5}}));
}

TEST(StepSeriesTest, MergeBringsBothToTheLongerStep) {
  StepSeries<Sum> a(10), b(10);
  a.At(5).value = 1;
  a.At(25).value = 2;
  b.At(15).value = 4;
  b.At(45).value = 8;
  b.CoarsenTo(20);
  a.Merge(b);
  EXPECT_EQ(a.step_ns(), 20);
  EXPECT_EQ(Values(a), (Pairs{{0, 5}, {1, 2}, {2, 8}}));
}

TEST(StepSeriesTest, TheEndsOfTimeHaveSteps) {
  StepSeries<Sum> series(1000);
  for (const int64_t time_ns : {-INT64_MAX, -INT64_MAX + 1, INT64_MAX - 1, INT64_MAX})
    ++series.At(time_ns).value;
  ASSERT_EQ(series.steps().size(), 2u);
  EXPECT_EQ(series.steps()[0].cell.value, 2);
  EXPECT_EQ(series.steps()[1].cell.value, 2);
}

}  // namespace
}  // namespace ioreel
