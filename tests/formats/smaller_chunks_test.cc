#include "formats/edit/smaller_chunks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "formats/level_reader.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

std::unique_ptr<TraceReader> RowsInChunksOf(uint64_t full, const TraceInMemory& trace) {
  static ImportLog log;
  return MakeSmallerChunks(
      MakeVectorReader(trace.info, trace.chunks), full, [](Op, uint64_t) { return 1; }, &log);
}

/// Which queued I/O joined what, by the rows and not by their numbers.
auto Joined(const TraceChunk& rows) {
  std::vector<std::tuple<uint64_t, int64_t, uint64_t, uint64_t>> joined;
  for (const IoLink& link : rows.links) {
    const IssuedRequest& request = rows.requests[link.request];
    joined.emplace_back(link.queued, request.issue_ns, request.offset, request.length);
  }
  std::sort(joined.begin(), joined.end());
  return joined;
}

std::vector<std::tuple<int64_t, uint64_t, uint64_t>> Requests(const TraceChunk& rows) {
  std::vector<std::tuple<int64_t, uint64_t, uint64_t>> requests;
  for (const IssuedRequest& request : rows.requests)
    requests.emplace_back(request.issue_ns, request.offset, request.length);
  std::sort(requests.begin(), requests.end());
  return requests;
}

TEST(SmallerChunksTest, HoldTheSameRowsAndRelations) {
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed, .chunks = 6});
    const auto before = ReadWhole(*MakeVectorReader(trace.info, trace.chunks));
    const auto after = ReadWhole(*RowsInChunksOf(seed, trace));
    ASSERT_THAT(before, IsOk());
    ASSERT_THAT(after, IsOk()) << seed;
    EXPECT_EQ(after->rows.queued, before->rows.queued) << seed;
    EXPECT_EQ(Requests(after->rows), Requests(before->rows)) << seed;
    EXPECT_EQ(Joined(after->rows), Joined(before->rows)) << seed;
    EXPECT_EQ(after->rows.events.size(), before->rows.events.size()) << seed;
  }
}

/// What LevelReader needs to bring requests into order holds of the smaller chunks, too.
TEST(SmallerChunksTest, StayInOrder) {
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed, .chunks = 6});
    uint64_t requests = 0;
    for (const TraceChunk& chunk : trace.chunks) requests += chunk.requests.size();
    LevelReader level(RowsInChunksOf(3, trace), Level::kIssue);
    std::vector<Io> ios;
    absl::StatusOr<bool> more = true;
    while (more.ok() && *more) more = level.Read(1000, &ios);
    ASSERT_THAT(more, IsOk()) << seed;
    EXPECT_EQ(ios.size() + level.untimed(), requests);
  }
}

/// Requests of one time, and those behind the last queued I/O, are no exception.
TEST(SmallerChunksTest, AreSmall) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  TraceChunk& mixed = trace.chunks.emplace_back();
  for (int64_t i = 0; i < 50; ++i) mixed.queued.push_back({.queue_ns = i, .length = 512});
  for (int i = 0; i < 50; ++i) mixed.requests.push_back({.issue_ns = 7, .length = 512});
  for (int i = 0; i < 50; ++i) mixed.requests.push_back({.issue_ns = 1000 + i, .length = 512});
  TraceChunk& requests = trace.chunks.emplace_back();
  for (int i = 0; i < 50; ++i) requests.requests.push_back({.issue_ns = 900 + i, .length = 512});
  const auto reader = RowsInChunksOf(4, trace);
  TraceChunk chunk;
  uint64_t rows = 0;
  for (absl::StatusOr<bool> more = reader->Read(&chunk); more.ok() && *more;
       more = reader->Read(&chunk)) {
    EXPECT_LE(chunk.queued.size() + chunk.requests.size(), 4u);
    rows += chunk.queued.size() + chunk.requests.size();
  }
  EXPECT_EQ(rows, 200u);
}

}  // namespace
}  // namespace ioreel
