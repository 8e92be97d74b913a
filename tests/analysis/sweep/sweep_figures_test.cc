#include "analysis/sweep/sweep_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

using ::testing::Optional;

RepeatResult RunOf(double iops, int64_t p99_ns, double mean_ns) {
  RepeatResult run;
  run.iops = iops;
  run.elapsed_ns = 2'000'000'000;
  run.ops.resize(1);
  run.ops[0].op = Op::kRead;
  run.ops[0].count = static_cast<uint64_t>(iops * 2);
  run.ops[0].bytes = run.ops[0].count * 4096;
  run.ops[0].completion.count = run.ops[0].count;
  run.ops[0].completion.mean_ns = mean_ns;
  run.ops[0].completion.p99_ns = p99_ns;
  run.ops[0].completion.max_ns = 10 * p99_ns;
  return run;
}

SweepCellResult Cell(std::vector<RepeatResult> runs) {
  SweepCellResult cell;
  cell.result.repeats = std::move(runs);
  return cell;
}

TEST(SweepFiguresTest, TheMedianOfTheRounds) {
  const SweepFigures figures =
      FiguresOf(Cell({RunOf(100, 9, 3), RunOf(300, 5, 1), RunOf(200, 7, 2)}), kMedianOfRounds);
  EXPECT_EQ(figures.iops, 200);
  EXPECT_EQ(figures.bytes_per_s, 200 * 4096) << "over the time measured";
  EXPECT_EQ(figures.mean_ns, 2);
  EXPECT_THAT(figures.read_p99_ns, Optional(7.0));
  EXPECT_EQ(figures.write_p99_ns, std::nullopt);
  EXPECT_EQ(figures.max_ns, 70);
}

TEST(SweepFiguresTest, TheBestIsMostIosAndShortestTimes) {
  const SweepFigures figures =
      FiguresOf(Cell({RunOf(100, 5, 3), RunOf(300, 9, 4), RunOf(200, 7, 2)}), kBestOfRounds);
  EXPECT_EQ(figures.iops, 300);
  EXPECT_EQ(figures.mean_ns, 2);
  EXPECT_THAT(figures.read_p99_ns, Optional(5.0));
}

TEST(SweepFiguresTest, TheMeanOfTheLastFive) {
  const SweepFigures figures =
      FiguresOf(Cell({RunOf(9000, 1, 1), RunOf(100, 1, 1), RunOf(110, 1, 1), RunOf(90, 1, 1),
                      RunOf(105, 1, 1), RunOf(95, 1, 1)}),
                kMeanOfWindow);
  EXPECT_EQ(figures.iops, 100);
}

TEST(SweepFiguresTest, FailedIosOfAllRoundsCount) {
  SweepCellResult cell = Cell({RunOf(100, 1, 1), RunOf(100, 1, 1)});
  cell.result.repeats[0].errors.push_back({.error = 5, .op = Op::kRead, .count = 2});
  cell.result.repeats[1].errors.push_back({.error = 28, .op = Op::kRead, .count = 3});
  EXPECT_EQ(FiguresOf(cell, kMedianOfRounds).errors, 5u);
}

}  // namespace
}  // namespace ioreel
