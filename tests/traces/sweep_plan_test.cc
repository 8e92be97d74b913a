#include "traces/synth/sweep_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/matchers.h"
#include "traces/synth/pattern_text.h"
#include "traces/synth/sweep_presets.h"

namespace ioreel {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(SweepPlanTest, RangesGoOnByDoubling) {
  EXPECT_THAT(*ParseDepths("1..32"), ElementsAre(1, 2, 4, 8, 16, 32));
  EXPECT_THAT(*ParseDepths("3..20"), ElementsAre(3, 6, 12, 20)) << "and end with their last";
  EXPECT_THAT(*ParseDepths("1,8,2..4"), ElementsAre(1, 8, 2, 4));
  EXPECT_THAT(*ParseDepths("4..4"), ElementsAre(4));
  EXPECT_THAT(*ParseLengths("512..4k,1M"), ElementsAre("512", "1024", "2048", "4096", "1048576"));
}

TEST(SweepPlanTest, WrongListsAreNamed) {
  for (const char* const text : {"", "0", "x", "1..", "..4", "8..4", "1,,2", "5000", "1...4"}) {
    EXPECT_THAT(ParseDepths(text), FailsWith(kInvalid, HasSubstr("expected"))) << text;
  }
  EXPECT_THAT(ParseLengths("4q"), FailsWith(kInvalid, HasSubstr("is not a size")));
  EXPECT_THAT(ParseLengths("0..4k"), FailsWith(kInvalid, HasSubstr("above 0")));
}

TEST(SweepPlanTest, AGridHasEveryLengthAndDepthOfEachPattern) {
  const auto cells = CellsOf(
      {.patterns = {"randread", "randrw,read=30"}, .lengths = {"4k", "8k"}, .depths = {1, 4}});
  ASSERT_THAT(cells, IsOk());
  ASSERT_EQ(cells->size(), 8u);
  EXPECT_EQ((*cells)[1].test, "randread");
  EXPECT_EQ((*cells)[1].depth, 4);
  EXPECT_EQ((*cells)[2].pattern.longest(), 8192u);
  EXPECT_EQ((*cells)[7].test, "randrw,read=30");
  EXPECT_EQ((*cells)[7].pattern.read_percent, 30);
}

TEST(SweepPlanTest, WithoutLengthsPatternsKeepTheirOwn) {
  const auto cells =
      CellsOf({.patterns = {"fileserver"}, .lengths = {}, .depths = {1}, .threads = 3});
  ASSERT_THAT(cells, IsOk());
  EXPECT_EQ(cells->front().pattern.sizes.size(), 8u);
  EXPECT_EQ(cells->front().pattern.threads, 3);
}

TEST(SweepPresetsTest, EachCanBeMade) {
  for (const SweepPreset& preset : SweepPresets()) {
    const auto plan = MakePresetSweep(preset.name);
    ASSERT_THAT(plan, IsOk()) << preset.name;
    EXPECT_EQ(plan->preset, preset.name);
    EXPECT_LT(plan->steady.cell, plan->cells.size()) << preset.name;
    for (SweepCell cell : plan->cells) {
      if (cell.pattern.span_bytes == 0) cell.pattern.span_bytes = uint64_t{1} << 30;
      cell.pattern.ios = 1;
      EXPECT_THAT(CheckPattern(cell.pattern), IsOk()) << preset.name << " " << cell.test;
    }
  }
  EXPECT_THAT(MakePresetSweep("atto"), FailsWith(kInvalid, HasSubstr("there are block-sizes,")));
}

TEST(SweepPresetsTest, SniaIopsHas56CellsAndTracks4KiBWrites) {
  const auto plan = MakePresetSweep("snia-iops");
  ASSERT_EQ(plan->cells.size(), 56u);
  EXPECT_TRUE(plan->until_steady);
  const Pattern& tracked = plan->cells[plan->steady.cell].pattern;
  EXPECT_EQ(tracked.read_percent, 0);
  EXPECT_EQ(tracked.longest(), 4096u);
  std::set<std::pair<double, uint64_t>> distinct;
  for (const SweepCell& cell : plan->cells) {
    distinct.emplace(cell.pattern.read_percent, cell.pattern.longest());
  }
  EXPECT_EQ(distinct.size(), 56u);
}

TEST(SweepPresetsTest, SniaThroughputAndLatencyTrackTheirOwnFigure) {
  const auto throughput = MakePresetSweep("snia-throughput");
  EXPECT_EQ(throughput->steady.figure, SteadyRule::Figure::kBandwidth);
  const SweepCell& tracked = throughput->cells[throughput->steady.cell];
  EXPECT_EQ(tracked.test, "seqwrite");
  EXPECT_EQ(tracked.pattern.longest(), uint64_t{1} << 20);
  const auto latency = MakePresetSweep("snia-latency");
  EXPECT_EQ(latency->steady.figure, SteadyRule::Figure::kLatency);
  EXPECT_THAT(latency->cells, Each(Field(&SweepCell::depth, 1)));
}

TEST(SweepPresetsTest, CrystalDiskMarkReadsFirstAndCountsTheBest) {
  const auto plan = MakePresetSweep("crystaldiskmark8");
  EXPECT_EQ(plan->value, SweepValue::kBest);
  ASSERT_EQ(plan->cells.size(), 8u);
  EXPECT_EQ(plan->cells[0].test, "SEQ1M Q8T1 read");
  EXPECT_EQ(plan->cells[4].test, "SEQ1M Q8T1 write");
  EXPECT_EQ(plan->cells[2].depth, 32);
  EXPECT_EQ(plan->cells[2].pattern.span_bytes, uint64_t{1} << 30);
}

}  // namespace
}  // namespace ioreel
