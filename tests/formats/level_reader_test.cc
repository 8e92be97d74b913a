#include "formats/level_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// Gives the chunks it was made of.
class ChunksReader : public TraceReader {
 public:
  explicit ChunksReader(std::vector<TraceChunk> chunks) : chunks_(std::move(chunks)) {
    info_.devices.resize(2);
    info_.tasks.resize(10);
  }
  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    if (next_ == chunks_.size()) return false;
    *chunk = chunks_[next_++];
    return true;
  }

 private:
  TraceInfo info_;
  std::vector<TraceChunk> chunks_;
  size_t next_ = 0;
};

QueuedIo Queued(int64_t queue_ns, uint32_t task) { return {.queue_ns = queue_ns, .task = task}; }
IssuedRequest Issued(int64_t issue_ns, uint64_t offset = 0) {
  return {.issue_ns = issue_ns, .complete_ns = issue_ns + 100, .offset = offset, .task = 9};
}
IssuedRequest Flush(int64_t issue_ns, uint16_t device = 0) {
  return {.issue_ns = issue_ns, .task = 9, .device = device, .op = Op::kFlush};
}

/// "start:task:think" of each I/O of the level.
std::string Text(std::vector<TraceChunk> chunks, Level level, size_t max = 100) {
  LevelReader reader(std::make_unique<ChunksReader>(std::move(chunks)), level);
  std::string text;
  for (;;) {
    std::vector<Io> ios;
    const auto more = reader.Read(max, &ios);
    if (!more.ok()) return std::string(more.status().message());
    if (!*more) break;
    EXPECT_LE(ios.size(), max);
    for (const Io& io : ios)
      absl::StrAppend(&text, text.empty() ? "" : " ", io.start_ns, ":", io.task, ":",
                      io.think_ns == kNoTime ? "-" : absl::StrCat(io.think_ns));
  }
  if (reader.untimed() > 0) absl::StrAppend(&text, " untimed:", reader.untimed());
  return text;
}

TEST(LevelReaderTest, QueueLevelIsTheQueueTable) {
  EXPECT_EQ(Text({{.queued = {Queued(0, 1), Queued(5, 2)}},
                  {.first_queued = 2, .queued = {Queued(5, 1)}}},
                 Level::kQueue, 1),
            "0:1:0 5:2:5 5:1:5");
}

TEST(LevelReaderTest, IssueOrderIsRestoredAcrossChunks) {
  // The request issued at 40 stands in the first chunk, where its I/O was queued.
  const TraceChunk first{.queued = {Queued(0, 1), Queued(10, 2)},
                         .requests = {Issued(5), Issued(40)},
                         .links = {{0, 0}, {1, 1}}};
  const TraceChunk second{.first_queued = 2,
                          .first_request = 2,
                          .queued = {Queued(15, 3), Queued(60, 4)},
                          .requests = {Issued(20), Issued(61)},
                          .links = {{2, 2}, {3, 3}}};
  EXPECT_EQ(Text({first, second}, Level::kIssue), "5:1:0 20:3:15 40:2:10 61:4:60");
  EXPECT_EQ(Text({first, second}, Level::kIssue, 1), "5:1:0 20:3:15 40:2:10 61:4:60");
}

TEST(LevelReaderTest, MergedRequestHasTheFirstTaskAndTheLastQueueTime) {
  EXPECT_EQ(
      Text({{.queued = {Queued(0, 1), Queued(3, 2)}, .requests = {Issued(7)}, .links = {{0, 0}}},
            {.first_queued = 2, .first_request = 1, .queued = {Queued(5, 3)}, .links = {{2, 0}}}},
           Level::kIssue),
      "7:1:5");
}

TEST(LevelReaderTest, SplitRequestsAllHaveTheTaskOfTheirIo) {
  EXPECT_EQ(Text({{.queued = {Queued(0, 4)},
                   .requests = {Issued(1), Issued(2), Issued(3)},
                   .links = {{0, 0}, {0, 1}, {0, 2}}}},
                 Level::kIssue),
            "1:4:0 2:4:0 3:4:0");
}

TEST(LevelReaderTest, RequestWithoutQueuedIoKeepsItsIssuer) {
  EXPECT_EQ(Text({{.requests = {Issued(1)}}, {.first_request = 1, .requests = {Issued(2)}}},
                 Level::kIssue),
            "1:9:- 2:9:-");
}

TEST(LevelReaderTest, FlushBelongsToTheOldestIoThatWaitsForOne) {
  QueuedIo journal = Queued(10, 3);
  journal.op = Op::kWrite;
  journal.flags = kPreflush | kFua;
  journal.complete_ns = 100;
  QueuedIo later = journal;
  later.queue_ns = 20;
  later.task = 4;
  later.complete_ns = 200;
  // Before, during the first, on another device, after the first, after both.
  EXPECT_EQ(Text({{.queued = {Queued(0, 1), journal, later},
                   .requests = {Flush(5), Flush(30), Flush(40, 1), Flush(150), Flush(201)}}},
                 Level::kIssue),
            "5:9:- 30:3:10 40:9:- 150:4:20 201:9:-");
}

/// Everything of one level of the handed real trace.
struct RealTrace {
  std::vector<Io> ios;
  TraceInfo info;
};

RealTrace ReadReal(const std::string& path, Level level) {
  ImportLog log;
  auto trace = OpenTrace({path}, "", {}, &log);
  CHECK_OK(trace.status());
  LevelReader reader(*std::move(trace), level);
  RealTrace real;
  for (bool more = true; more;) {
    const auto read = reader.Read(1000, &real.ios);
    CHECK_OK(read.status());
    more = *read;
  }
  real.info = reader.info();
  return real;
}

TEST(LevelReaderTest, RealTraceHasBothLevels) {
  SKIP_WITHOUT_SHARED(path, "traces/own/d_real.blktrace.0");
  for (const auto& [level, count] : {std::pair(Level::kQueue, 7064u), {Level::kIssue, 3896u}}) {
    const RealTrace real = ReadReal(path, level);
    EXPECT_EQ(real.ios.size(), count);
    EXPECT_TRUE(std::is_sorted(real.ios.begin(), real.ios.end(),
                               [](const Io& a, const Io& b) { return a.start_ns < b.start_ns; }));
  }
}

TEST(LevelReaderTest, FlushesOfARealTraceBelongToWhoWaitedForThem) {
  SKIP_WITHOUT_SHARED(path, "traces/own/d_real.blktrace.0");
  const RealTrace real = ReadReal(path, Level::kIssue);
  std::map<int, int> flushes;
  for (const Io& io : real.ios) {
    if (io.op == Op::kFlush) ++flushes[real.info.tasks[io.task].tid];
  }
  // Two for each of the journal's 248 preflush+FUA writes, and 123 that were asked for.
  EXPECT_EQ(flushes, (std::map<int, int>{{30640, 496}, {30692, 122}, {30635, 1}}));
}

TEST(LevelReaderTest, UnknownTimesAreCounted) {
  EXPECT_EQ(
      Text(
          {{.queued = {Queued(0, 1)}, .requests = {Issued(kNoTime), Issued(3)}, .links = {{0, 1}}}},
          Level::kIssue),
      "3:1:0 untimed:1");
  EXPECT_EQ(Text({{.queued = {Queued(kNoTime, 1), Queued(kNoTime, 2)}}}, Level::kQueue),
            "0:1:0 0:2:0 untimed:2");
}

TEST(LevelReaderTest, BrokenPromisesAreErrors) {
  EXPECT_THAT(Text({{.queued = {Queued(100, 1)}}, {.first_queued = 1, .requests = {Issued(50)}}},
                   Level::kIssue),
              HasSubstr("out of order"));
  EXPECT_THAT(Text({{.queued = {Queued(100, 1)}, .links = {{0, 7}}}}, Level::kIssue),
              HasSubstr("not both are there"));
}

}  // namespace
}  // namespace ioreel
