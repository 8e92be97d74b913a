#include "formats/edit/split_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/pairing_text.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<WholeTrace> Split(std::vector<TraceChunk> chunks, uint64_t bytes,
                                 ImportLog* log = nullptr) {
  TraceInfo info;
  info.devices.resize(1);
  ImportLog unused;
  const auto reader = MakeSplitReader(MakeVectorReader(info, std::move(chunks)), bytes,
                                      log != nullptr ? log : &unused);
  return ReadWhole(*reader);
}

TEST(SplitReaderTest, CutsBothTablesAndJoinsWhatOverlaps) {
  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = 0, .offset = 4, .length = 8, .op = Op::kWrite, .flags = kPreflush | kFua},
      {.queue_ns = 1, .offset = 12, .length = 2, .op = Op::kWrite},
      {.queue_ns = 2, .op = Op::kFlush}};
  chunk.requests = {{.issue_ns = 3, .complete_ns = 9, .offset = 4, .length = 10, .op = Op::kWrite}};
  chunk.links = {{0, 0}, {1, 0}};
  chunk.events = {{.request = 0, .time_ns = 5, .issue_ns = 3}};
  ImportLog log;
  const auto trace = Split({chunk}, 4, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(
      RowsText(trace->rows),
      ElementsAre("q0 FWF 4+4 q=0 i=? c=?", "q1 WF 8+4 q=0 i=? c=?", "q2 W 12+2 q=1 i=? c=?",
                  "q3 N 0+0 q=2 i=? c=?", "r0 W 4+4 i=3 c=9", "r1 W 8+4 i=3 c=9",
                  "r2 W 12+2 i=3 c=9", "q0-r0", "q1-r1", "q2-r2", "r0 requeue t=5 i=3 n=0"));
  EXPECT_THAT(FindEntry(log, "split")->explanation, HasSubstr("1 queued I/O and 1 request"));
}

TEST(SplitReaderTest, LinksBackToEarlierChunksKeepTheirPieces) {
  TraceChunk first, second;
  first.queued = {{.queue_ns = 0, .offset = 0, .length = 6}};
  first.requests = {{.issue_ns = 9, .offset = 0, .length = 12}};
  first.links = {{0, 0}};
  second.queued = {{.queue_ns = 1, .offset = 6, .length = 6}};
  second.links = {{1, 0}};
  const auto trace = Split({first, second}, 5);
  ASSERT_THAT(trace, IsOk());
  // Queued 0+5, 5+1, 6+5, 11+1; requests 0+5, 5+5, 10+2.
  EXPECT_EQ(trace->rows.links, (std::vector<IoLink>{{0, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}}));
}

TEST(SplitReaderTest, ZonesAreNotCutNorIsWhatFits) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .offset = 0, .length = 100, .op = Op::kZoneReset},
                  {.queue_ns = 1, .offset = 0, .length = 5}};
  ImportLog log;
  const auto trace = Split({chunk}, 5, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued, chunk.queued);
  EXPECT_TRUE(log.entries().empty());
}

TEST(SplitReaderTest, TooManyPiecesAreRefused) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0, .length = uint64_t{1} << 18, .op = Op::kDiscard}};
  EXPECT_EQ(Split({chunk}, 1)->rows.queued.size(), 262'144u);
  ++chunk.queued[0].length;
  EXPECT_THAT(Split({chunk}, 1),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("more than 262,144 pieces")));
  chunk.queued[0].length = 1ull << 40;
  EXPECT_THAT(Split({chunk}, 4096),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("a discard of 1 TiB")));
}

/// A few rows of a chunk may become millions of pieces.
TEST(SplitReaderTest, PiecesComeInChunksOfBoundedSize) {
  constexpr int kIos = 40;
  constexpr uint64_t kPieces = 50'000;
  TraceChunk chunk;
  for (uint64_t i = 0; i < kIos; ++i) {
    const auto time_ns = static_cast<int64_t>(i);
    chunk.queued.push_back({.queue_ns = time_ns, .length = kPieces, .op = Op::kDiscard});
    chunk.requests.push_back({.issue_ns = 1000, .length = kPieces, .op = Op::kDiscard});
    chunk.links.push_back({i, i});
  }
  TraceInfo info;
  info.devices.resize(1);
  ImportLog log;
  const auto reader = MakeSplitReader(MakeVectorReader(info, {chunk}), 1, &log);
  TraceChunk out;
  uint64_t queued = 0, requests = 0, links = 0;
  absl::StatusOr<bool> more = reader->Read(&out);
  for (; more.ok() && *more; more = reader->Read(&out)) {
    EXPECT_LE(out.queued.size() + out.requests.size(), 4 * kPieces);
    for (const IoLink& link : out.links) ASSERT_EQ(link.queued, link.request);
    queued += out.queued.size();
    requests += out.requests.size();
    links += out.links.size();
  }
  ASSERT_THAT(more, IsOk());
  EXPECT_EQ(queued, kIos * kPieces);
  EXPECT_EQ(requests, queued);
  EXPECT_EQ(links, queued);
}

}  // namespace
}  // namespace ioreel
