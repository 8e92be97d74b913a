#include "replay/plan/dependency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <vector>

namespace ioreel {

bool operator==(const Dependency& a, const Dependency& b) {
  return a.parent == b.parent && a.anchor == b.anchor && a.think_ns == b.think_ns && a.far == b.far;
}
void PrintTo(const Dependency& d, std::ostream* os) {
  *os << (d.anchor == Anchor::kStart ? "start" : d.anchor == Anchor::kIssue ? "issue" : "complete");
  if (d.anchor != Anchor::kStart) *os << " of " << d.parent;
  *os << " + " << d.think_ns << (d.far ? " (far)" : "");
}

namespace {

using testing::ElementsAre;

constexpr int64_t kUs = 1'000;
constexpr int64_t kMs = 1'000'000;

Dependency Start(int64_t think_ns) { return {.think_ns = think_ns}; }
Dependency After(uint64_t parent, int64_t think_ns) {
  return {parent, Anchor::kComplete, think_ns};
}
Dependency With(uint64_t parent, int64_t think_ns) { return {parent, Anchor::kIssue, think_ns}; }

/// A line of a small trace. Threads from 100 on are the kernel's.
struct Row {
  int32_t tid;
  int64_t queue_ns;
  int64_t complete_ns;
  Op op = Op::kRead;
  int64_t issue_ns = kNoTime;  ///< at issue level
};

std::vector<Dependency> Infer(DependencyInferrer* inferrer, const std::vector<Row>& rows) {
  std::vector<Dependency> dependencies;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    Io io;
    io.start_ns = row.issue_ns == kNoTime ? row.queue_ns : row.issue_ns;
    io.think_ns = row.queue_ns;
    io.complete_ns = row.complete_ns;
    io.op = row.op;
    TaskInfo task;
    task.tid = row.tid;
    task.task_class = row.tid >= 100 ? TaskClass::kKernel : TaskClass::kTree;
    dependencies.push_back(inferrer->Add(i, io, task));
  }
  return dependencies;
}

std::vector<Dependency> InferByRules(const std::vector<Row>& rows, DependencyRules rules = {}) {
  return Infer(MakeRuleInferrer(0, rules).get(), rows);
}

TEST(RuleInferrer, TheFirstIoHangsOnTheStart) {
  EXPECT_THAT(InferByRules({{1, 70, 100}}), ElementsAre(Start(70)));
}

TEST(RuleInferrer, ASynchronousReaderWaitsForItsLastRead) {
  EXPECT_THAT(InferByRules({{1, 0, 100}, {1, 130, 200}, {1, 200, 300}}),
              ElementsAre(Start(0), After(0, 30), After(1, 0)));
}

TEST(RuleInferrer, IosInFlightTogetherFollowByIssue) {
  EXPECT_THAT(InferByRules({{1, 0, 100}, {1, 10, 110}, {1, 15, 90}}),
              ElementsAre(Start(0), With(0, 10), With(1, 5)));
}

TEST(RuleInferrer, AFreedSlotLetsTheNextOneGo) {
  // A queue depth of two: each further I/O goes out when one has completed.
  EXPECT_THAT(InferByRules({{1, 0, 100}, {1, 1, 140}, {1, 105, 220}, {1, 143, 250}}),
              ElementsAre(Start(0), With(0, 1), After(0, 5), After(1, 3)));
}

TEST(RuleInferrer, TheLatestOfItsOwnCompletionsCounts) {
  EXPECT_THAT(InferByRules({{1, 0, 100}, {1, 1, 180}, {1, 2, 120}, {1, 200, 300}}),
              ElementsAre(Start(0), With(0, 1), With(1, 1), After(1, 20)));
}

TEST(RuleInferrer, WithoutTheOwnCompletionEverythingFollowsByIssue) {
  EXPECT_THAT(InferByRules({{1, 0, 100}, {1, 130, 200}}, {.own_completion = false}),
              ElementsAre(Start(0), With(0, 130)));
}

TEST(RuleInferrer, AnUnknownCompletionNeverHappens) {
  EXPECT_THAT(InferByRules({{1, 0, kNoTime}, {1, 500, kNoTime}}),
              ElementsAre(Start(0), With(0, 500)));
}

TEST(RuleInferrer, ANewThreadJoinsTheLatestCompletion) {
  const std::vector<Row> rows = {{1, 0, 100}, {2, 150, 300}};
  EXPECT_THAT(InferByRules(rows), ElementsAre(Start(0), After(0, 50)));
  EXPECT_THAT(InferByRules(rows, {.idle_crossing = false, .first_joins = false}),
              ElementsAre(Start(0), Start(150)));
}

TEST(RuleInferrer, ParallelThreadsDoNotWaitForEachOther) {
  EXPECT_THAT(
      InferByRules({{1, 0, 100}, {2, 10, 110}, {1, 120, 220}, {2, 230, 330}, {1, 240, 340}}),
      ElementsAre(Start(0), Start(10), After(0, 20), After(1, 120), After(2, 20)));
}

TEST(RuleInferrer, FsyncWaitsForTheJournalAndTheJournalForTheData) {
  // 1 writes, jbd2 (100) commits after it, 1 goes on when the commit is done.
  const std::vector<Row> rows = {{1, 0, 50, Op::kWrite},
                                 {100, 60, 90, Op::kWrite},
                                 {100, 95, 120, Op::kWrite},
                                 {1, 130, 180, Op::kWrite}};
  EXPECT_THAT(InferByRules(rows), ElementsAre(Start(0), After(0, 10), After(1, 5), After(2, 10)));
  EXPECT_THAT(InferByRules(rows, {.kernel_crossing = false}),
              ElementsAre(Start(0), After(0, 10), After(1, 5), After(0, 80)));
}

TEST(RuleInferrer, AHandOverBetweenThreadsNeedsAnIdleGapThatEndsWithIt) {
  const auto rows = [](int64_t other_complete_ns, int64_t next_ns) {
    return std::vector<Row>{{1, 0, 100}, {2, 10, other_complete_ns}, {1, next_ns, next_ns + 100}};
  };
  // Idle for 10 ms, and the other completed in the last quarter of it.
  EXPECT_EQ(InferByRules(rows(9 * kMs, 10 * kMs))[2], After(1, kMs));
  // In the first half: a coincidence.
  EXPECT_EQ(InferByRules(rows(4 * kMs, 10 * kMs))[2], After(0, 10 * kMs - 100));
  // A short gap says nothing.
  EXPECT_EQ(InferByRules(rows(900 * kUs, kMs))[2], After(0, kMs - 100));
  EXPECT_EQ(InferByRules(rows(900 * kUs, kMs), {.idle_gap_ns = 500 * kUs})[2], After(1, 100 * kUs));
  EXPECT_EQ(InferByRules(rows(9 * kMs, 10 * kMs), {.idle_crossing = false})[2],
            After(0, 10 * kMs - 100));
}

TEST(RuleInferrer, TheNewestOfTheForeignCompletionsWins) {
  // Both a kernel thread and another application's thread completed late in the gap.
  EXPECT_EQ(InferByRules({{1, 0, 100},
                          {100, 10, 9 * kMs, Op::kWrite},
                          {2, 20, 9 * kMs + 500 * kUs},
                          {1, 10 * kMs, 11 * kMs}})[3],
            After(2, 500 * kUs));
}

TEST(RuleInferrer, OwnIosInFlightDoNotHideTheJournal) {
  EXPECT_EQ(InferByRules({{1, 0, 9000}, {100, 10, 50, Op::kWrite}, {1, 60, 9100}})[2],
            After(1, 10));
}

TEST(RuleInferrer, ThreadsNamedLikeTheKernelsAreTheKernels) {
  const auto inferrer = MakeRuleInferrer(0, {});
  TaskInfo app, journal;
  app.tid = 1;
  journal.tid = 2;
  journal.name = "jbd2/sda1-8";
  inferrer->Add(0, {.start_ns = 0, .think_ns = 0, .complete_ns = 10}, app);
  inferrer->Add(1, {.start_ns = 15, .think_ns = 15, .complete_ns = 30}, journal);
  EXPECT_EQ(inferrer->Add(2, {.start_ns = 40, .think_ns = 40, .complete_ns = 50}, app),
            After(1, 10));
}

TEST(RuleInferrer, TheStagesOfACompoundWriteWaitForEachOtherAtIssueLevel) {
  // A write with preflush and FUA queued at 10: flush, write, flush were issued one by one.
  const std::vector<Row> rows = {{1, 0, 5, Op::kWrite, 0},
                                 {1, 10, 50, Op::kFlush, 11},
                                 {1, 10, 80, Op::kWrite, 52},
                                 {1, 10, 120, Op::kFlush, 81},
                                 {1, 130, 140, Op::kWrite, 130}};
  EXPECT_THAT(InferByRules(rows),
              ElementsAre(Start(0), After(0, 6), After(1, 2), After(2, 1), After(3, 10)));
  EXPECT_EQ(InferByRules(rows, {.flush_barrier = false})[2], With(1, 0));
}

TEST(RuleInferrer, WithoutQueueTimesTheIssueCounts) {
  const auto inferrer = MakeRuleInferrer(100, {});
  EXPECT_EQ(inferrer->Add(0, {.start_ns = 150}, TaskInfo()), Start(50));
}

TEST(RuleInferrer, AParentOutOfTheWindowGivesWayToTheLatestCompletion) {
  const auto inferrer = MakeRuleInferrer(0, {});
  TaskInfo slow, busy;
  slow.tid = 1;
  busy.tid = 2;
  const auto io = [](int64_t queue_ns) {
    return Io{.start_ns = queue_ns, .think_ns = queue_ns, .complete_ns = queue_ns + 1};
  };
  inferrer->Add(0, io(0), slow);
  for (uint64_t i = 1; i < kStepWindow; ++i)
    inferrer->Add(i, io(static_cast<int64_t>(10 * i)), busy);
  const auto last = static_cast<int64_t>(10 * kStepWindow);
  Dependency expected = After(kStepWindow - 1, 9);
  expected.far = true;
  EXPECT_EQ(inferrer->Add(kStepWindow, io(last), slow), expected);
}

TEST(GlobalInferrer, EverythingWaitsForTheLatestCompletion) {
  EXPECT_THAT(Infer(MakeGlobalInferrer(0).get(),
                    {{1, 0, 100}, {2, 10, 60}, {3, 70, 90}, {1, 95, 200}, {1, 105, 210}}),
              ElementsAre(Start(0), Start(10), After(1, 10), After(2, 5), After(0, 5)));
}

TEST(StreamInferrer, EachTaskFollowsItsOwnPreviousIo) {
  EXPECT_THAT(Infer(MakeStreamInferrer(0).get(),
                    {{1, 0, 100}, {2, 10, 60}, {1, 130, 180}, {2, 40, 90}, {1, 150, 300}}),
              ElementsAre(Start(0), Start(10), After(0, 30), With(1, 30), With(2, 20)));
}

}  // namespace
}  // namespace ioreel
