#include "formats/edit/merge_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
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

MergePart Part(TraceInfo info, std::vector<TraceChunk> chunks) {
  MergePart part;
  part.name = "part";
  part.open = [info, chunks]() -> absl::StatusOr<std::unique_ptr<TraceReader>> {
    return MakeVectorReader(info, chunks);
  };
  return part;
}

TraceInfo Info(const std::string& device, const std::string& task) {
  TraceInfo info;
  info.devices.emplace_back().name = device;
  info.tasks.emplace_back().name = task;
  return info;
}

/// A write, its request, and a flush of the kernel's own behind it.
std::vector<TraceChunk> Rows(int64_t start_ns) {
  TraceChunk chunk;
  chunk.queued = {{.queue_ns = start_ns, .length = 8, .task = 0, .op = Op::kWrite}};
  chunk.requests = {
      {.issue_ns = start_ns + 2, .complete_ns = start_ns + 4, .length = 8, .op = Op::kWrite},
      {.issue_ns = start_ns + 6, .complete_ns = start_ns + 8, .op = Op::kFlush}};
  chunk.links = {{0, 0}};
  return {chunk};
}

absl::StatusOr<WholeTrace> Merged(std::vector<MergePart> parts) {
  ImportLog log;
  auto reader = MakeMergeReader(std::move(parts), &log);
  if (!reader.ok()) return reader.status();
  return ReadWhole(**reader);
}

TEST(MergeReaderTest, RowsOfAllPartsInOrderOfTime) {
  MergePart late = Part(Info("sda", "a"), Rows(0));
  late.start_ns = 5;
  const auto trace = Merged({late, Part(Info("sdb", "b"), Rows(0))});
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.devices.size(), 2u);
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->info.tasks[trace->rows.queued[0].task].name, "b");
  EXPECT_EQ(trace->info.devices[trace->rows.queued[0].device].name, "sdb");
  EXPECT_EQ(trace->rows.queued[1].queue_ns, 5);
  EXPECT_EQ(trace->rows.requests.size(), 4u);
  for (const IoLink& link : trace->rows.links) {
    EXPECT_EQ(trace->rows.requests[link.request].device, trace->rows.queued[link.queued].device);
    EXPECT_EQ(trace->rows.requests[link.request].issue_ns,
              trace->rows.queued[link.queued].queue_ns + 2);
  }
}

TEST(MergeReaderTest, MoreDevicesThanATraceHasAreRefused) {
  TraceInfo many = Info("a", "task"), more = Info("b", "task");
  for (int i = 0; i < 40'000; ++i) {
    many.devices.emplace_back().name = absl::StrCat("a", i);
    more.devices.emplace_back().name = absl::StrCat("b", i);
  }
  EXPECT_THAT(Merged({Part(many, Rows(0)), Part(many, Rows(0))}), IsOk());
  EXPECT_THAT(Merged({Part(many, Rows(0)), Part(more, Rows(0))}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("65535 devices")));
}

TEST(MergeReaderTest, SpeedAndRepeat) {
  MergePart part = Part(Info("sda", "a"), Rows(100));
  part.speed = 2;
  part.repeat = 3;
  part.start_ns = 1000;
  const auto trace = Merged({part});
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(
      RowsText(trace->rows),
      ElementsAre("q0 W 0+8 q=1050 i=? c=?", "q1 W 0+8 q=1104 i=? c=?", "q2 W 0+8 q=1158 i=? c=?",
                  "r0 W 0+8 i=1051 c=1052", "r1 N 0+0 i=1053 c=1054", "r2 W 0+8 i=1105 c=1106",
                  "r3 N 0+0 i=1107 c=1108", "r4 W 0+8 i=1159 c=1160", "r5 N 0+0 i=1161 c=1162",
                  "q0-r0", "q1-r2", "q2-r4"));
}

TEST(MergeReaderTest, ATraceThatBeganBeforeItsZeroRepeatsBehindItself) {
  MergePart part = Part(Info("sda", "a"), Rows(-50));
  part.repeat = 2;
  const auto trace = Merged({part});
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued[0].queue_ns, -50);
  EXPECT_EQ(trace->rows.queued[1].queue_ns, -42) << "where the flush had ended";
}

TEST(MergeReaderTest, DevicesAreOneWhenAllThatIsKnownIsAlike) {
  TraceInfo larger = Info("sda", "b");
  larger.devices[0].size_bytes = 4096;
  const auto trace = Merged(
      {Part(Info("sda", "a"), Rows(0)), Part(Info("sda", "a"), Rows(1)), Part(larger, Rows(2))});
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->info.devices.size(), 2u);
  EXPECT_EQ(trace->info.devices[1].name, "sda#2");
  EXPECT_EQ(trace->rows.queued[1].device, 0);
  EXPECT_EQ(trace->rows.queued[2].device, 1);
}

TEST(MergeReaderTest, TaintAndLossesOfOnePartAreOfTheWhole) {
  TraceInfo lossy = Info("sda", "a");
  lossy.tainted = true;
  lossy.losses = {{.cpu = 1, .from_ns = 10, .to_ns = 20, .events = 3}};
  lossy.command.emplace().argv = {"true"};
  MergePart part = Part(lossy, Rows(0));
  part.start_ns = 100;
  const auto trace = Merged({part, Part(Info("sda", "b"), Rows(0))});
  ASSERT_THAT(trace, IsOk());
  EXPECT_TRUE(trace->info.tainted);
  ASSERT_EQ(trace->info.losses.size(), 1u);
  EXPECT_EQ(trace->info.losses[0].from_ns, 110);
  EXPECT_FALSE(trace->info.command);
}

TEST(MergeReaderTest, NamesThatAreLearnedLateAreNotLost) {
  MergePart part;
  part.repeat = 2;
  part.open = [] { return MakeLateNameReader(Info("sda", ""), Rows(0), 1, "learned"); };
  const auto trace = Merged({part, Part(Info("sdb", "b"), Rows(0))});
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->info.tasks.size(), 2u);
  EXPECT_EQ(trace->info.tasks[0].name, "learned");
}

TEST(MergeReaderTest, TimesThatDoNotFitAreRefused) {
  MergePart part = Part(Info("sda", "a"), Rows(int64_t{1} << 62));
  part.start_ns = int64_t{1} << 62;
  EXPECT_THAT(Merged({part}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("do not fit")));
  part = Part(Info("sda", "a"), Rows(0));
  part.start_ns = std::numeric_limits<int64_t>::max() - 8;
  EXPECT_THAT(Merged({part}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("do not fit")))
      << "the end of time is behind all rows";
  TraceInfo lossy = Info("sda", "a");
  lossy.losses = {{.from_ns = 0, .to_ns = int64_t{1} << 62}};
  part = Part(lossy, Rows(0));
  part.start_ns = int64_t{1} << 62;
  EXPECT_THAT(Merged({part}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("do not fit")));
}

/// What LevelReader needs to bring requests into order holds for what the parts give together.
TEST(MergeReaderTest, RandomTracesStayInOrder) {
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    std::vector<MergePart> parts;
    size_t queued = 0, requests = 0, links = 0;
    for (uint32_t i = 0; i < 3; ++i) {
      const TraceInMemory trace = RandomTrace({.seed = seed * 3 + i, .chunks = 6});
      for (const TraceChunk& chunk : trace.chunks) {
        queued += chunk.queued.size();
        requests += chunk.requests.size();
        links += chunk.links.size();
      }
      parts.push_back(Part(trace.info, trace.chunks));
      parts.back().start_ns = i * 7'000;
    }
    const auto whole = Merged(parts);
    ASSERT_THAT(whole, IsOk()) << seed;
    EXPECT_EQ(whole->rows.queued.size(), queued);
    EXPECT_EQ(whole->rows.requests.size(), requests);
    EXPECT_EQ(whole->rows.links.size(), links);
    ImportLog log;
    LevelReader level(*MakeMergeReader(parts, &log), Level::kIssue);
    std::vector<Io> ios;
    absl::StatusOr<bool> more = true;
    while (more.ok() && *more) more = level.Read(1000, &ios);
    ASSERT_THAT(more, IsOk()) << seed;
    EXPECT_EQ(ios.size() + level.untimed(), requests);
  }
}

}  // namespace
}  // namespace ioreel
