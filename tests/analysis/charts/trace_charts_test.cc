#include "analysis/charts/trace_charts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace ioreel {
namespace {

Io At(int64_t start_ns, int64_t complete_ns, Op op = Op::kRead, uint64_t offset = 0) {
  Io io;
  io.start_ns = start_ns;
  io.complete_ns = complete_ns;
  io.op = op;
  io.offset = offset;
  io.length = 4096;
  return io;
}

uint64_t Points(const TraceCharts::Grids& grids) {
  uint64_t sum = 0;
  for (const DensityGrid& grid : grids) {
    const DensityGrid::Picture picture = grid.picture();
    sum += std::accumulate(picture.counts.begin(), picture.counts.end(), uint64_t{0});
  }
  return sum;
}

TEST(TraceChartsTest, AreEmptyWithoutIos) {
  TraceCharts charts;
  charts.Finish();
  EXPECT_EQ(charts.count(), 0u);
  EXPECT_TRUE(charts.places().empty());
  EXPECT_TRUE(charts.rates().empty());
  EXPECT_TRUE(charts.rates().bins().empty());
  EXPECT_TRUE(charts.depth().bins().empty());
}

TEST(TraceChartsTest, LeaveOutWhatHasNoTime) {
  TraceCharts charts;
  charts.Add(At(kNoTime, 5));
  charts.Finish();
  EXPECT_EQ(charts.count(), 0u);
  EXPECT_TRUE(charts.rates().empty());
}

TEST(TraceChartsTest, ShowEveryIoOnce) {
  std::mt19937_64 random(5);
  TraceCharts charts;
  int64_t now_ns = -3'000'000'000;
  uint64_t with_range = 0, completed = 0;
  for (int i = 0; i < 5000; ++i) {
    now_ns += static_cast<int64_t>(random() % 10'000'000);
    const Op op = static_cast<Op>(random() % 4);
    Io io = At(now_ns, now_ns + static_cast<int64_t>(random() >> (random() % 60 + 4)), op,
               random() >> random() % 64);
    if (random() % 10 == 0) io.complete_ns = kNoTime;
    io.device = static_cast<uint16_t>(random() % 3);
    with_range += HasRange(op);
    completed += io.complete_ns != kNoTime;
    charts.Add(io);
  }
  charts.Finish();
  uint64_t places = 0, rates = 0, latencies = 0;
  for (const TraceCharts::Grids& grids : charts.places()) places += Points(grids);
  for (const RateSeries::Bin& bin : charts.rates().bins())
    rates += std::accumulate(bin.ios.begin(), bin.ios.end(), uint64_t{0});
  for (const auto& [op, latency] : charts.latency_by_op().result().ops) latencies += latency.count;
  EXPECT_EQ(charts.count(), 5000u);
  EXPECT_EQ(places, with_range);
  EXPECT_EQ(rates, 5000u);
  EXPECT_EQ(Points(charts.latencies()), completed);
  EXPECT_EQ(latencies, completed);
  EXPECT_LE(charts.rates().bins().size(), TraceCharts::kColumns);
}

TEST(TraceChartsTest, CountBytesOfReadsAndWritesOnly) {
  TraceCharts charts;
  charts.Add(At(0, 10));
  charts.Add(At(0, 10, Op::kWrite));
  charts.Add(At(0, 10, Op::kDiscard));
  charts.Finish();
  const std::vector<RateSeries::Bin> bins = charts.rates().bins();
  ASSERT_EQ(bins.size(), 1u);
  EXPECT_EQ(bins[0].ios, (std::array<uint64_t, 3>{1, 1, 1}));
  EXPECT_EQ(bins[0].bytes, (std::array<uint64_t, 3>{4096, 4096, 0}));
}

TEST(TraceChartsTest, TellOfDevicesThatHaveNoGrid) {
  TraceCharts charts;
  Io io = At(0, 10);
  for (uint16_t device = 0; device < TraceCharts::kMostDevices + 3; ++device) {
    io.device = device;
    charts.Add(io);
  }
  EXPECT_EQ(charts.places().size(), TraceCharts::kMostDevices);
  EXPECT_EQ(charts.beyond_devices(), 3u);
}

TEST(DepthSeriesTest, AddsUpTheTimeInFlight) {
  TraceCharts charts;
  charts.Add(At(0, 3000));
  charts.Add(At(1000, 2000));
  charts.Add(At(1500, 1'000'000'000));
  charts.Finish();
  double depth_ns = 0;
  uint32_t most = 0;
  for (const DepthSeries::Bin& bin : charts.depth().bins()) {
    depth_ns += bin.depth_ns;
    most = std::max(most, bin.max_depth);
  }
  EXPECT_EQ(depth_ns, 3000 + 1000 + 999'998'500);
  EXPECT_EQ(most, 3u);
}

TEST(DepthSeriesTest, TellsTheDepthOfEachBin) {
  DepthSeries depth(4);
  depth.Add({0, 512, 1, 0});
  depth.Add({512, 1024, 2, 0});
  depth.Add({1024, 2048, 1, 0});
  depth.Add({2048, 3072, 0, 0});
  depth.Add({3072, 4096, 1, 0});
  const std::vector<DepthSeries::Bin> bins = depth.bins();
  ASSERT_EQ(bins.size(), 4u);
  EXPECT_EQ(depth.width_ns(), 1024);
  const std::vector<std::pair<double, uint32_t>> expected = {
      {1024 + 512, 2}, {1024, 1}, {0, 0}, {1024, 1}};
  for (size_t i = 0; i < bins.size(); ++i) {
    EXPECT_EQ(bins[i].depth_ns, expected[i].first) << i;
    EXPECT_EQ(bins[i].max_depth, expected[i].second) << i;
  }
}

TEST(DepthSeriesTest, CountsAnIoThatTookNoTime) {
  DepthSeries depth(4);
  depth.Add({7, 7, 1, 0});
  ASSERT_EQ(depth.bins().size(), 1u);
  EXPECT_EQ(depth.bins()[0].max_depth, 1u);
  EXPECT_EQ(depth.bins()[0].depth_ns, 0);
}

TEST(LatencyRowTest, HasEightRowsAnOctave) {
  EXPECT_EQ(LatencyRow(0), 0u);
  EXPECT_EQ(LatencyRow(1), 0u);
  EXPECT_EQ(LatencyRow(1024), 80u);
  EXPECT_EQ(LatencyRow(2048), 88u);
  EXPECT_LT(LatencyRow(INT64_MAX), TraceCharts::kLatencyRows);
  EXPECT_DOUBLE_EQ(LatencyOfRow(80), 1024);
}

}  // namespace
}  // namespace ioreel
