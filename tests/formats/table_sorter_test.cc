#include "formats/sort/table_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "formats/level_reader.h"
#include "tests/support/matchers.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

TEST(PagedTableTest, IsAMapOfAnySizeWhoseRowsAre0AtFirst) {
  std::mt19937 random(7);
  PagedTable<uint64_t> table;
  std::map<uint64_t, uint64_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t index = random() % 200 == 0 ? random() : random() % 2'000'000;
    if (random() % 2 == 0) ASSERT_THAT(table.Set(index, expected[index] = random()), IsOk());
    ASSERT_EQ(*table.Get(index), expected[index]) << index;
  }
  for (const auto& [index, value] : expected) ASSERT_EQ(*table.Get(index), value) << index;
}

TEST(PagedTableTest, RowsNeedNotFillAPage) {
  PagedTable<QueuedIo> table;
  for (uint64_t i = 0; i < 100'000; ++i) ASSERT_THAT(table.Set(i, {.offset = i}), IsOk());
  for (uint64_t i = 0; i < 100'000; ++i) ASSERT_EQ(table.Get(i)->offset, i);
}

class SortedRows : public TraceReader {
 public:
  explicit SortedRows(TableSorter* sorter) : sorter_(sorter) { info_.devices.resize(1); }
  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override { return sorter_->Take(chunk); }

 private:
  TraceInfo info_;
  TableSorter* sorter_;
};

/// Rows in no order, told by their offsets; a queued I/O joins none, one or several requests.
struct Rows {
  std::vector<QueuedIo> queued;
  std::vector<IssuedRequest> requests;
  std::vector<std::vector<uint64_t>> joined;  ///< by queued I/O: ordinals of requests
};

Rows RandomRows(uint64_t count) {
  std::mt19937 random(11);
  Rows rows;
  for (uint64_t i = 0; i < count; ++i) {
    const auto time_ns = static_cast<int64_t>(random() % (2 * count));
    IssuedRequest request = {.issue_ns = time_ns, .offset = i};
    if (random() % 50 == 0) request.issue_ns = kNoTime;
    rows.requests.push_back(request);
    rows.queued.push_back(
        {.queue_ns = time_ns - static_cast<int64_t>(random() % 1000), .offset = i});
    std::vector<uint64_t>& joined = rows.joined.emplace_back();
    if (random() % 4 != 0) joined.push_back(i);
    if (random() % 4 == 0 && i > 0) joined.push_back(random() % i);
  }
  return rows;
}

void AddTo(TableSorter* sorter, const Rows& rows) {
  for (size_t i = 0; i < rows.queued.size(); ++i) {
    ASSERT_THAT(sorter->AddRequest(rows.requests[i]), IsOk());
    ASSERT_THAT(sorter->AddQueued(rows.queued[i], rows.joined[i]), IsOk());
  }
  ASSERT_THAT(sorter->Finish(), IsOk());
}

using Joined = std::vector<std::pair<uint64_t, uint64_t>>;  ///< offsets of I/O and request

TEST(TableSorterTest, SortsBothTablesAndKeepsWhatJoinedWhat) {
  Rows rows = RandomRows(40'000);
  Joined expected, joined;
  for (size_t i = 0; i < rows.joined.size(); ++i)
    for (const uint64_t request : rows.joined[i]) expected.emplace_back(i, request);
  for (const size_t run_rows : {size_t{1} << 20, size_t{999}}) {
    TableSorter sorter(run_rows);
    AddTo(&sorter, rows);
    SortedRows reader(&sorter);
    const auto trace = ReadWhole(reader);
    ASSERT_THAT(trace, IsOk());
    std::vector<QueuedIo> queued = rows.queued;
    std::stable_sort(queued.begin(), queued.end(),
                     [](const QueuedIo& a, const QueuedIo& b) { return a.queue_ns < b.queue_ns; });
    EXPECT_TRUE(trace->rows.queued == queued) << run_rows;
    EXPECT_EQ(trace->rows.requests.size(), rows.requests.size()) << run_rows;
    joined.clear();
    for (const IoLink& link : trace->rows.links)
      joined.emplace_back(trace->rows.queued[link.queued].offset,
                          trace->rows.requests[link.request].offset);
    std::sort(joined.begin(), joined.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_TRUE(joined == expected) << run_rows;
  }
}

/// As TraceChunk promises: LevelReader says where it is broken.
TEST(TableSorterTest, ChunksAreInOrder) {
  const Rows rows = RandomRows(40'000);
  TableSorter sorter(999);
  AddTo(&sorter, rows);
  LevelReader level(std::make_unique<SortedRows>(&sorter), Level::kIssue);
  std::vector<Io> ios;
  absl::StatusOr<bool> more = true;
  while (more.ok() && *more) more = level.Read(1000, &ios);
  ASSERT_THAT(more, IsOk());
  EXPECT_EQ(ios.size() + level.untimed(), rows.requests.size());
  EXPECT_GT(level.untimed(), 0u);
}

}  // namespace
}  // namespace ioreel
