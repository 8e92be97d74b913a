#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/workload/depth_steps.h"
#include "analysis/workload/depth_times.h"
#include "analysis/workload/depth_walk.h"
#include "analysis/workload/idle_times.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

struct Interval {
  int64_t start_ns, end_ns;
  bool has_data = true;
};

std::vector<DepthSegment> Walk(const std::vector<Interval>& intervals) {
  std::vector<DepthSegment> segments;
  const auto add = [&segments](const DepthSegment& segment) { segments.push_back(segment); };
  DepthWalk walk;
  for (const Interval& i : intervals) walk.Add(i.start_ns, i.end_ns, i.has_data, add);
  walk.Finish(add);
  return segments;
}

template <typename Meter>
Meter Fed(Meter meter, const std::vector<DepthSegment>& segments) {
  for (const DepthSegment& segment : segments) meter.Add(segment);
  return meter;
}

TEST(DepthTest, TimeAtEachDepth) {
  // 0..10 and 5..15 overlap, a flush 12..13 within; 20..25 after an idle time.
  const auto segments = Walk({{0, 10}, {5, 15}, {12, 13, false}, {20, 25}});
  const DepthTimes::Result depth = Fed(DepthTimes(), segments).result();
  EXPECT_THAT(depth.ns, ElementsAre(Pair(0, 5), Pair(1, 14), Pair(2, 6)));
  EXPECT_EQ(depth.in_flight_ns, 20);
  EXPECT_EQ(depth.busy_ns, 20);
  EXPECT_DOUBLE_EQ(depth.mean, 26 / 20.0);
  EXPECT_EQ(depth.max, 2u);
  EXPECT_EQ(depth.Quantile(0.5), 1u);
  EXPECT_EQ(depth.Quantile(0.7), 1u);
  EXPECT_EQ(depth.Quantile(0.71), 2u);
  EXPECT_EQ(depth.Quantile(1), 2u);
}

TEST(DepthTest, AFlushAloneIsInFlightButNotBusy) {
  const auto depth = Fed(DepthTimes(), Walk({{0, 4, false}, {4, 6}})).result();
  EXPECT_EQ(depth.in_flight_ns, 6);
  EXPECT_EQ(depth.busy_ns, 2);
  EXPECT_EQ(depth.max, 1u) << "one starts as the other ends";
}

TEST(DepthTest, OnACoarseClockAnIoMayTakeNoTime) {
  const auto depth = Fed(DepthTimes(), Walk({{0, 10}, {5, 5}, {5, 5}, {20, 20}})).result();
  EXPECT_EQ(depth.in_flight_ns, 10);
  EXPECT_EQ(depth.max, 2u);
  EXPECT_THAT(depth.ns, ElementsAre(Pair(0, 10), Pair(1, 10)));
}

TEST(DepthTest, NothingIsNothing) {
  const auto depth = Fed(DepthTimes(), Walk({})).result();
  EXPECT_TRUE(depth.ns.empty());
  EXPECT_EQ(depth.mean, 0);
  EXPECT_EQ(depth.Quantile(0.5), 0u);
}

TEST(IdleTimesTest, BetweenIosOnly) {
  const Distribution idle =
      Fed(IdleTimes(), Walk({{100, 110}, {130, 131}, {131, 140}, {145, 150}})).result();
  EXPECT_EQ(idle.count, 2u);
  EXPECT_EQ(idle.min, 5);
  EXPECT_EQ(idle.max, 20);
}

TEST(DepthStepsTest, AnIoCountsInEveryStepThatItTouches) {
  DepthSteps steps = Fed(DepthSteps(10), Walk({{5, 32}, {8, 12}, {50, 51, false}}));
  const auto& cells = steps.series().steps();
  ASSERT_EQ(cells.size(), 5u);
  EXPECT_EQ(cells[0].number, 0);
  EXPECT_EQ(cells[0].cell, (DepthSteps::Cell{5, 5, 7, 2}));
  EXPECT_EQ(cells[1].cell, (DepthSteps::Cell{10, 10, 12, 2}));
  EXPECT_EQ(cells[2].cell, (DepthSteps::Cell{10, 10, 10, 1}));
  EXPECT_EQ(cells[3].cell, (DepthSteps::Cell{2, 2, 2, 1}));
  EXPECT_EQ(cells[4].number, 5);
  EXPECT_EQ(cells[4].cell, (DepthSteps::Cell{1, 0, 1, 1}));
  EXPECT_DOUBLE_EQ(cells[1].cell.mean_depth(), 1.2);
}

TEST(DepthStepsTest, AnIoOfYearsTakesNoMemory) {
  DepthSteps steps = Fed(DepthSteps(1'000'000'000), Walk({{-INT64_MAX, INT64_MAX}}));
  EXPECT_LE(steps.series().steps().size(), StepSeries<DepthSteps::Cell>::kMostSteps);
  EXPECT_GT(steps.series().step_ns(), 1'000'000'000);
}

}  // namespace
}  // namespace ioreel
