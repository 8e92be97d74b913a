#include "replay/run/run_stats.h"

#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "formats/busy_meter.h"

namespace ioreel {
namespace {

Sample Done(Op op, int64_t submit_ns, int64_t complete_ns, uint64_t length, int32_t result = 0) {
  return {.submit_ns = submit_ns,
          .submitted_ns = submit_ns + 10,
          .complete_ns = complete_ns,
          .offset = 4096,
          .length = length,
          .result = result,
          .op = op};
}

TEST(RunStatsTest, SumsUpARepeat) {
  RunStats stats;
  const std::vector<Sample> samples = {
      Done(Op::kRead, 0, 1'000, 4096),
      Done(Op::kFlush, 500, 5'000, 0),
      Done(Op::kWrite, 500, 1'500'000'000, 8192),
      Done(Op::kRead, 1'600'000'000, 1'600'001'000, 4096, -5),
      Done(Op::kRead, 1'600'000'000, 1'600'001'000, 4096, -5),
      Done(Op::kRead, 2'000'000'000, 2'000'000'600, 4096),
  };
  stats.Add(samples);
  RepeatResult repeat;
  stats.Fill(&repeat);
  EXPECT_EQ(stats.errors(), 2u);
  EXPECT_EQ(repeat.read_bytes, 8192u);
  EXPECT_EQ(repeat.written_bytes, 8192u);
  EXPECT_EQ(repeat.busy_ns, 1'500'000'000 + 600);
  EXPECT_EQ(repeat.elapsed_ns, 2'000'000'600);
  EXPECT_DOUBLE_EQ(repeat.bandwidth_bytes_per_s, 16384 * 1e9 / 1'500'000'600.0);
  EXPECT_DOUBLE_EQ(repeat.iops, 4 * 1e9 / 2'000'000'600.0);
  EXPECT_DOUBLE_EQ(repeat.mean_access_ns, (1'000 + 1'499'999'500 + 600) / 3.0);
  ASSERT_EQ(repeat.ops.size(), 3u);
  EXPECT_EQ(repeat.ops[0].op, Op::kRead);
  EXPECT_EQ(repeat.ops[0].count, 2u);
  EXPECT_EQ(repeat.ops[0].errors, 2u);
  EXPECT_EQ(repeat.ops[0].submission.max_ns, 10);
  EXPECT_EQ(repeat.ops[0].completion.max_ns, 1'000);
  ASSERT_EQ(repeat.seconds.size(), 3u);
  EXPECT_EQ(repeat.seconds[0].reads, 1u);
  EXPECT_EQ(repeat.seconds[0].others, 1u);
  EXPECT_EQ(repeat.seconds[1].written_bytes, 8192u);
  EXPECT_EQ(repeat.seconds[2].read_bytes, 4096u);
  ASSERT_EQ(repeat.errors.size(), 1u);
  EXPECT_EQ(repeat.errors[0], (ErrorSummary{5, Op::kRead, 2, 4096}));
}

TEST(RunStatsTest, NothingIsZeroEverywhere) {
  RepeatResult repeat;
  RunStats().Fill(&repeat);
  EXPECT_EQ(repeat.elapsed_ns, 0);
  EXPECT_EQ(repeat.iops, 0);
  EXPECT_TRUE(repeat.ops.empty());
}

TEST(BusyUnionTest, AgreesWithTheMeterThatSeesThemInOrderOfStart) {
  std::mt19937_64 random(11);
  std::vector<std::pair<int64_t, int64_t>> intervals;
  for (int i = 0; i < 5'000; ++i) {
    const int64_t start = static_cast<int64_t>(random() % 1'000'000);
    intervals.emplace_back(start, start + static_cast<int64_t>(random() % (i % 100 ? 150 : 9'000)));
  }
  std::sort(intervals.begin(), intervals.end());
  BusyMeter meter;
  for (const auto& [start, end] : intervals) meter.Add(start, end);
  std::sort(intervals.begin(), intervals.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::vector<std::pair<int64_t, int64_t>> by_end = intervals;
  std::shuffle(intervals.begin(), intervals.end(), random);  // as samples of several loops may be
  for (const auto& order : {by_end, intervals}) {
    BusyUnion busy;
    for (const auto& [start, end] : order) busy.Add(start, end);
    EXPECT_EQ(busy.busy_ns(), meter.busy_ns());
    EXPECT_DOUBLE_EQ(busy.mean_depth(), meter.mean_depth());
  }
}

TEST(RunStatsTest, TheFirstErrorIsTheEarliestWhateverComesFirst) {
  RunStats stats;
  for (const auto& [ns, step] : {std::pair<int64_t, uint64_t>{30, 1}, {10, 9}, {10, 7}, {20, 2}}) {
    const Sample sample = {
        .step = step, .complete_ns = ns, .offset = step * 512, .length = 512, .result = -EIO};
    stats.Add({&sample, 1});
  }
  RepeatResult repeat;
  stats.Fill(&repeat);
  EXPECT_THAT(repeat.errors, testing::ElementsAre(ErrorSummary{
                                 .error = EIO, .count = 4, .first_offset_bytes = 7 * 512}));
}

}  // namespace
}  // namespace ioreel
