#include "formats/sort/io_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

std::vector<QueuedIo> Sort(const std::vector<QueuedIo>& ios, size_t run_rows, size_t piece) {
  IoSorter sorter(run_rows);
  for (const QueuedIo& io : ios) EXPECT_THAT(sorter.Add(io), IsOk());
  EXPECT_THAT(sorter.Finish(), IsOk());
  std::vector<QueuedIo> sorted;
  for (;;) {
    const auto more = sorter.Take(piece, &sorted);
    EXPECT_THAT(more, IsOk());
    if (!*more) return sorted;
  }
}

TEST(IoSorterTest, RunsInAFileSortLikeMemory) {
  std::mt19937 random(1);
  std::vector<QueuedIo> ios;
  for (uint64_t i = 0; i < 10'000; ++i)
    ios.push_back({.queue_ns = static_cast<int64_t>(random() % 1000), .offset = i});
  std::vector<QueuedIo> expected = ios;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const QueuedIo& a, const QueuedIo& b) { return a.queue_ns < b.queue_ns; });
  EXPECT_TRUE(Sort(ios, 1 << 20, 100) == expected) << "in memory";
  EXPECT_TRUE(Sort(ios, 1000, 77) == expected) << "whole runs";
  EXPECT_TRUE(Sort(ios, 999, 10'000) == expected) << "a short last run";
}

TEST(IoSorterTest, NothingIsNothing) { EXPECT_TRUE(Sort({}, 10, 10).empty()); }

}  // namespace
}  // namespace ioreel
