#include "formats/sort/time_order.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// Rows of these times through an orderer; each carries its place of coming as offset.
struct Ordered {
  std::vector<QueuedIo> rows;
  size_t most_ready = 0;  ///< what had its place before the end
};

absl::StatusOr<Ordered> Order(const std::vector<int64_t>& times, TimeOrderer::LookAhead look_ahead,
                              ImportLog* log) {
  TimeOrderer order(TimeOrder::kSort, TimeOrder::kReject, log, std::move(look_ahead));
  Ordered ordered;
  for (uint64_t i = 0; i < times.size(); ++i) {
    const absl::Status status =
        order.Add({.queue_ns = times[i], .offset = i}, [&] { return "row " + std::to_string(i); });
    if (!status.ok()) return status;
    ordered.most_ready = std::max<size_t>(ordered.most_ready, order.ready());
  }
  if (const absl::Status status = order.Finish(); !status.ok()) return status;
  for (;;) {
    const auto more = order.Take(1000, &ordered.rows);
    if (!more.ok()) return more.status();
    if (!*more) return ordered;
  }
}

/// By time, those of one time in the order of their coming.
bool IsSorted(const std::vector<QueuedIo>& rows) {
  return std::is_sorted(rows.begin(), rows.end(), [](const QueuedIo& a, const QueuedIo& b) {
    return std::pair(a.queue_ns, a.offset) < std::pair(b.queue_ns, b.offset);
  });
}

/// More rows than a window holds, each at most `displacement` from its place.
std::vector<int64_t> NearlySorted(size_t displacement) {
  std::mt19937 random(1);
  std::vector<int64_t> times(3 * TimeOrderer::kReach);
  for (size_t i = 0; i < times.size(); ++i)
    times[i] = static_cast<int64_t>(i + random() % (displacement + 1));
  return times;
}

TEST(TimeOrdererTest, NearlySortedRowsAreSortedInPassing) {
  for (size_t displacement : {size_t{3}, TimeOrderer::kReach / 2}) {
    ImportLog log;
    const auto ordered = Order(
        NearlySorted(displacement), [](size_t) { return true; }, &log);
    ASSERT_THAT(ordered, IsOk());
    EXPECT_EQ(ordered->rows.size(), 3 * TimeOrderer::kReach);
    EXPECT_TRUE(IsSorted(ordered->rows)) << displacement;
    EXPECT_EQ(ordered->most_ready, 2 * TimeOrderer::kReach) << "given before the end";
    ASSERT_EQ(log.entries().size(), 1u);
    EXPECT_EQ(log.entries()[0].name, "time_inversion");
  }
}

TEST(TimeOrdererTest, RowsFarFromTheirPlaceGoByAFile) {
  std::vector<int64_t> times = NearlySorted(0);
  times.push_back(-5);
  ImportLog log;
  int asked = 0;
  const auto ordered = Order(
      times,
      [&asked](size_t) {
        ++asked;
        return false;
      },
      &log);
  ASSERT_THAT(ordered, IsOk());
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(ordered->most_ready, 0u);
  EXPECT_EQ(ordered->rows.size(), times.size());
  EXPECT_TRUE(IsSorted(ordered->rows));
  EXPECT_EQ(ordered->rows.front().queue_ns, -5);
  EXPECT_EQ(log.entries().at(0).first_place, "row " + std::to_string(times.size() - 1));
}

TEST(TimeOrdererTest, FewRowsNeedNoLookAhead) {
  ImportLog log;
  const auto ordered = Order(
      {5, 3, 3, 9, 1}, [](size_t) -> absl::StatusOr<bool> { return absl::InternalError("asked"); },
      &log);
  ASSERT_THAT(ordered, IsOk());
  EXPECT_TRUE(IsSorted(ordered->rows));
  EXPECT_EQ(log.entries().at(0).count, 3u);
}

TEST(TimeOrdererTest, RowsThatComeAfterTheirTimeWasGivenAreAnError) {
  std::vector<int64_t> times = NearlySorted(0);
  times[2 * TimeOrderer::kReach + 5] = 1;
  ImportLog log;
  EXPECT_THAT(Order(
                  times, [](size_t) { return true; }, &log),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("changed")));
}

}  // namespace
}  // namespace ioreel
