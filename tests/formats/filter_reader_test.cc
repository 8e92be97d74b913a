#include "formats/edit/filter_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "formats/level_reader.h"
#include "tests/support/late_name.h"
#include "tests/support/matchers.h"
#include "tests/support/pairing_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TraceInfo Info() {
  TraceInfo info;
  info.devices.resize(2);
  info.devices[0].name = "sda";
  info.devices[1].name = "sdb";
  info.tasks.push_back({.pid = 7, .tid = 8, .name = "sqlite3", .task_class = TaskClass::kTree});
  info.tasks.push_back({.pid = 9, .tid = 9, .name = "cron", .process = "cron"});
  return info;
}

/// Two writes that merge, a read of the other device and task, a flush of the kernel's own.
std::vector<TraceChunk> Chunks() {
  TraceChunk a, b;
  a.queued = {{.queue_ns = 0, .offset = 0, .length = 8, .task = 0, .op = Op::kWrite},
              {.queue_ns = 10, .offset = 8, .length = 8, .task = 1, .op = Op::kWrite}};
  a.requests = {{.issue_ns = 20, .complete_ns = 30, .offset = 0, .length = 16, .op = Op::kWrite}};
  a.links = {{0, 0}, {1, 0}};
  b.queued = {{.queue_ns = 40, .offset = 64, .length = 8, .task = 1, .device = 1}};
  b.requests = {{.issue_ns = 45, .complete_ns = 50, .op = Op::kFlush},
                {.issue_ns = 60, .complete_ns = 70, .offset = 64, .length = 8, .device = 1}};
  b.links = {{2, 2}};
  b.events = {{.request = 2, .time_ns = 55, .issue_ns = 48}};
  return {a, b};
}

absl::StatusOr<WholeTrace> Filtered(const TraceFilter& filter, ImportLog* log = nullptr) {
  ImportLog unused;
  const auto reader =
      MakeFilterReader(MakeVectorReader(Info(), Chunks()), filter, log != nullptr ? log : &unused);
  return ReadWhole(*reader);
}

std::vector<std::string> Rows(const TraceFilter& filter) {
  const auto trace = Filtered(filter);
  EXPECT_THAT(trace, IsOk());
  return trace.ok() ? RowsText(trace->rows) : std::vector<std::string>();
}

constexpr char kQ0[] = "q0 W 0+8 q=0 i=? c=?";
constexpr char kMerged[] = "r0 W 0+16 i=20 c=30";
constexpr char kFlush[] = "r1 N 0+0 i=45 c=50";

TEST(FilterReaderTest, ByTimeWithoutMovingWhatRemains) {
  EXPECT_THAT(
      Rows({.from_ns = 10}),
      ElementsAre("q0 W 8+8 q=10 i=? c=?", "q1 R 64+8 q=40 i=? c=?", kMerged, "r1 R 64+8 i=60 c=70",
                  "r2 N 0+0 i=45 c=50", "q0-r0", "q1-r1", "r1 requeue t=55 i=48 n=0"));
  EXPECT_THAT(Rows({.to_ns = 10}), ElementsAre(kQ0, kMerged, "q0-r0"));
  EXPECT_THAT(Rows({.from_ns = 41, .to_ns = 46}), ElementsAre("r0 N 0+0 i=45 c=50"));
}

TEST(FilterReaderTest, ByTaskOpAndOffset) {
  const std::vector<std::string> first = {kQ0, kMerged, "q0-r0"};
  for (const char* name : {"sqlite3", "7", "8"}) EXPECT_EQ(Rows({.tasks = {name}}), first) << name;
  EXPECT_EQ(Rows({.tree = true}), first);
  EXPECT_THAT(Rows({.ops = {Op::kFlush}}), ElementsAre("r0 N 0+0 i=45 c=50"));
  EXPECT_EQ(Rows({.offset_end = 8}), first);
  EXPECT_THAT(Rows({.offset_begin = 71, .offset_end = 100}),
              ElementsAre("q0 R 64+8 q=40 i=? c=?", "r0 R 64+8 i=60 c=70", "q0-r0",
                          "r0 requeue t=55 i=48 n=0"));
  EXPECT_THAT(Rows({.offset_begin = 72}), IsEmpty());
}

TEST(FilterReaderTest, ByDeviceLeavesTheOthersOutOfTheTable) {
  const auto trace = Filtered({.devices = {"sdb"}});
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->info.devices.size(), 1u);
  EXPECT_EQ(trace->info.devices[0].name, "sdb");
  ASSERT_EQ(trace->rows.queued.size(), 1u);
  EXPECT_EQ(trace->rows.queued[0].device, 0);
  EXPECT_EQ(trace->rows.requests[0].device, 0);
}

TEST(FilterReaderTest, ByLevel) {
  EXPECT_THAT(Rows({.level = Level::kQueue}),
              ElementsAre(kQ0, "q1 W 8+8 q=10 i=? c=?", "q2 R 64+8 q=40 i=? c=?"));
  EXPECT_THAT(Rows({.level = Level::kIssue}),
              ElementsAre(kMerged, kFlush, "r2 R 64+8 i=60 c=70", "r2 requeue t=55 i=48 n=0"));
  EXPECT_THAT(Rows({.from_ns = 15, .tree = true, .level = Level::kIssue}), ElementsAre(kMerged))
      << "of the task that queued its first part, at its own time";
}

TEST(FilterReaderTest, AFlushOfTheKernelsOwnGoesWithTheIoThatWaitedForIt) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = 0,
                   .complete_ns = 9,
                   .length = 8,
                   .task = 0,
                   .op = Op::kWrite,
                   .flags = kPreflush}};
  chunk.requests = {{.issue_ns = 1, .complete_ns = 3, .task = 1, .op = Op::kFlush},
                    {.issue_ns = 4, .complete_ns = 9, .length = 8, .task = 1, .op = Op::kWrite},
                    {.issue_ns = 20, .complete_ns = 30, .task = 1, .op = Op::kFlush}};
  chunk.links = {{0, 1}};
  const auto filtered = [&chunk](const TraceFilter& filter) {
    ImportLog log;
    const auto trace =
        ReadWhole(*MakeFilterReader(MakeVectorReader(Info(), {chunk}), filter, &log));
    EXPECT_THAT(trace, IsOk());
    return RowsText(trace->rows);
  };
  EXPECT_THAT(
      filtered({.tasks = {"sqlite3"}}),
      ElementsAre("q0 FW 0+8 q=0 i=? c=9", "r0 W 0+8 i=4 c=9", "r1 N 0+0 i=1 c=3", "q0-r0"));
  EXPECT_THAT(filtered({.tasks = {"sqlite3"}, .level = Level::kIssue}),
              ElementsAre("r0 N 0+0 i=1 c=3", "r1 W 0+8 i=4 c=9"));
  EXPECT_THAT(filtered({.tasks = {"cron"}}), ElementsAre("r0 N 0+0 i=20 c=30"));
}

TEST(FilterReaderTest, CountsWhatIsLeftOutByReason) {
  ImportLog log;
  ASSERT_THAT(Filtered({.from_ns = 10, .devices = {"sda"}}, &log), IsOk());
  EXPECT_THAT(FindEntry(log, "left_out_before_from")->explanation,
              HasSubstr("1 queued I/O before --from"));
  EXPECT_THAT(FindEntry(log, "left_out_other_device")->explanation,
              HasSubstr("1 queued I/O of other devices"));
  EXPECT_THAT(FindEntry(log, "left_out_with_ios")->explanation, HasSubstr("1 request"));
  EXPECT_THAT(Filtered({.devices = {"sdx"}}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("it has sda, sdb")));
  EXPECT_THAT(Filtered({.tasks = {"nobody"}}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("--task nobody")));
}

/// Random traces: what stays is what the predicate says, and the chunks keep the promises of
/// TraceChunk, which LevelReader needs to bring requests into order.
TEST(FilterReaderTest, RandomTracesKeepTheirOrderAndLinks) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed, .chunks = 8});
    const TraceFilter filters[] = {{.ops = {Op::kRead, Op::kWrite}},
                                   {.from_ns = static_cast<int64_t>(seed) * 1000},
                                   {.ops = {Op::kWrite}, .level = Level::kIssue}};
    for (const TraceFilter& filter : filters) {
      ImportLog log;
      const auto whole = ReadWhole(*MakeVectorReader(trace.info, trace.chunks));
      const auto kept =
          ReadWhole(*MakeFilterReader(MakeVectorReader(trace.info, trace.chunks), filter, &log));
      ASSERT_THAT(whole, IsOk());
      ASSERT_THAT(kept, IsOk()) << seed;
      const auto wants = [&filter](const QueuedIo& io) {
        return filter.level != Level::kIssue &&
               (filter.from_ns == kNoTime || io.queue_ns >= filter.from_ns) &&
               (filter.ops.empty() ||
                std::find(filter.ops.begin(), filter.ops.end(), io.op) != filter.ops.end());
      };
      std::vector<QueuedIo> wanted;
      std::set<uint64_t> stay;
      for (const IoLink& link : whole->rows.links) {
        if (wants(whole->rows.queued[link.queued])) stay.insert(link.request);
      }
      for (const QueuedIo& io : whole->rows.queued) {
        if (wants(io)) wanted.push_back(io);
      }
      EXPECT_EQ(kept->rows.queued, wanted) << seed;
      std::set<uint64_t> linked;
      for (const IoLink& link : kept->rows.links) linked.insert(link.request);
      // Random requests are joined long after their issue, too, when they may have been dropped.
      const bool cut = FindEntry(log, "left_out_links") != nullptr;
      EXPECT_TRUE(linked.size() == stay.size() || (cut && linked.size() < stay.size())) << seed;
      LevelReader level(MakeFilterReader(MakeVectorReader(trace.info, trace.chunks), filter, &log),
                        Level::kIssue);
      std::vector<Io> ios;
      absl::StatusOr<bool> more = true;
      while (more.ok() && *more) more = level.Read(1000, &ios);
      EXPECT_THAT(more, IsOk()) << seed;
      EXPECT_EQ(ios.size() + level.untimed(), kept->rows.requests.size()) << seed;
    }
  }
}

/// A task is judged by the name that it has by then, not by what it was called at first.
TEST(FilterReaderTest, ATaskThatGetsItsNameLate) {
  TraceInfo info;
  info.devices.resize(1);
  info.tasks.emplace_back().tid = 5;
  std::vector<TraceChunk> chunks(2);
  chunks[0].queued = {{.queue_ns = 0, .length = 8, .task = 0}};
  chunks[1].queued = {{.queue_ns = 1, .length = 8, .task = 0}};
  TraceFilter filter;
  filter.tasks = {"late"};
  ImportLog log;
  const auto trace =
      ReadWhole(*MakeFilterReader(MakeLateNameReader(info, chunks, 1, "late"), filter, &log));
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 1u);
  EXPECT_EQ(trace->rows.queued[0].queue_ns, 1);
  EXPECT_THAT(FindEntry(log, "left_out_other_task")->explanation, HasSubstr("1 queued I/O"));
}

}  // namespace
}  // namespace ioreel
