#include "analysis/workload/step_table.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

Io Read(int64_t start_ns, int64_t complete_ns, uint64_t length) {
  return {.start_ns = start_ns, .complete_ns = complete_ns, .length = length};
}

TEST(StepTableTest, StreamsOfSteps) {
  StepTable table(100);
  table.Add(Read(0, 30, 4096), false);
  table.Add(Read(50, 60, 4000), false);  // the same size class
  table.Add(Read(99, 300, 4096), true);  // counts where it starts
  table.Add(Read(60, kNoTime, 4096), true);
  table.Add({.start_ns = 70, .op = Op::kFlush}, false);
  table.Add(Read(kNoTime, 10, 4096), false);
  table.Add({.start_ns = 150, .complete_ns = 151, .length = 1 << 20, .op = Op::kWrite}, true);
  const auto& steps = table.series().steps();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].cell.others, 1u);
  ASSERT_EQ(steps[0].cell.streams.size(), 2u);
  EXPECT_EQ(steps[0].cell.streams[0], (StepTable::Stream{false, false, 12, 2, 8096, 2, 40, 30}));
  EXPECT_EQ(steps[0].cell.streams[1], (StepTable::Stream{false, true, 12, 2, 8192, 1, 201, 201}));
  EXPECT_EQ(steps[1].number, 1);
  EXPECT_EQ(steps[1].cell.streams[0], (StepTable::Stream{true, true, 20, 1, 1 << 20, 1, 1, 1}));
}

TEST(StepTableTest, TooManyRowsMakeTheStepLonger) {
  StepTable table(10, /*most_rows=*/8);
  for (int64_t i = 0; i < 40; ++i) {
    table.Add(Read(i * 10, i * 10 + 1, 512), false);
    table.Add(Read(i * 10, i * 10 + 1, 512), true);
  }
  EXPECT_GT(table.series().step_ns(), 10);
  uint64_t ios = 0;
  size_t rows = 0;
  for (const auto& step : table.series().steps()) {
    rows += step.cell.streams.size();
    for (const StepTable::Stream& stream : step.cell.streams) ios += stream.ios;
  }
  EXPECT_EQ(ios, 80u);
  EXPECT_LE(rows, 8u);
}

}  // namespace
}  // namespace ioreel
