#include "capture/task_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>

#include "tests/capture/fake_kernel.h"

namespace ioreel {
namespace {

using Kind = SideEvent::Kind;

class TaskTableTest : public testing::Test {
 protected:
  void PutTask(int pid, int tid, int parent, const std::string& name, bool kernel = false) {
    const std::string stat = absl::StrCat(tid, " (", name, ") S ", parent, " 1 1 0 -1 ",
                                          kernel ? 2129984 : 4194304, " 0 0");
    kernel_.Put(absl::StrCat("proc/", pid, "/task/", tid, "/stat"), stat);
    kernel_.Put(absl::StrCat("proc/", tid, "/stat"), stat);
    kernel_.Put(absl::StrCat("proc/", tid, "/status"), absl::StrCat("Name:\tx\nTgid:\t", pid));
  }

  static SideEvent Event(Kind kind, int tid, int other = -1, const char* name = "",
                         bool thread = false) {
    SideEvent event;
    event.kind = kind;
    event.tid = tid;
    event.other_tid = other;
    event.thread = thread;
    strncpy(event.name, name, sizeof(event.name) - 1);
    return event;
  }

  const TaskInfo& RowOf(int tid) { return rows_.at(tasks_.RowOf(tid)); }
  std::string Describe(int tid) {
    const TaskInfo& row = RowOf(tid);
    return absl::StrCat(row.pid, "/", row.tid, " of ", row.parent, " ", row.name,
                        row.process.empty() ? "" : " in " + row.process, " ",
                        TaskClassName(row.task_class));
  }

  FakeKernel kernel_;
  std::vector<TaskInfo> rows_;
  TaskTable tasks_{&rows_, kernel_.Path("proc")};
};

TEST_F(TaskTableTest, TheTreeIsTheProcessItsThreadsAndDescendants) {
  PutTask(100, 100, 1, "my (app)");
  PutTask(100, 101, 1, "worker");
  PutTask(200, 200, 100, "child");
  PutTask(300, 300, 200, "grandchild");
  PutTask(400, 400, 1, "other");
  tasks_.ReadProc();
  ASSERT_TRUE(tasks_.AddTree(100));
  EXPECT_FALSE(tasks_.AddTree(999));
  EXPECT_EQ(Describe(100), "100/100 of 1 my (app) tree");
  EXPECT_EQ(Describe(101), "100/101 of 1 worker in my (app) tree");
  EXPECT_EQ(Describe(300), "300/300 of 200 grandchild tree");
  EXPECT_EQ(Describe(400), "400/400 of 1 other other");
  EXPECT_EQ(tasks_.living_in_tree(), 4u);
}

TEST_F(TaskTableTest, WhatTheTreeMakesBelongsToIt) {
  PutTask(100, 100, 1, "app");
  tasks_.ReadProc();
  tasks_.AddTree(100);
  tasks_.Apply(Event(Kind::kNewTask, 110, 100, "app", /*thread=*/true));
  tasks_.Apply(Event(Kind::kNewTask, 120, 110, "app"));
  tasks_.Apply(Event(Kind::kRename, 120, -1, "tool"));
  EXPECT_EQ(Describe(110), "100/110 of 1 app in app tree");
  EXPECT_EQ(Describe(120), "120/120 of 100 tool tree");
  EXPECT_EQ(tasks_.living_in_tree(), 3u);
  for (int tid : {110, 100, 100}) tasks_.Apply(Event(Kind::kExit, tid));
  EXPECT_EQ(tasks_.living_in_tree(), 1u);
  EXPECT_EQ(Describe(120), "120/120 of 100 tool tree");  // its row stays
}

TEST_F(TaskTableTest, EveryNameGetsItsOwnRow) {
  PutTask(100, 100, 1, "sh");
  tasks_.ReadProc();
  const uint32_t first = tasks_.RowOf(100);
  EXPECT_EQ(tasks_.RowOf(100), first);
  tasks_.Apply(Event(Kind::kRename, 100, -1, "dd"));
  const uint32_t second = tasks_.RowOf(100);
  EXPECT_NE(second, first);
  EXPECT_EQ(rows_[first].name, "sh");
  EXPECT_EQ(rows_[second].name, "dd");
  tasks_.Apply(Event(Kind::kRename, 100, -1, "dd"));
  EXPECT_EQ(tasks_.RowOf(100), second);
}

TEST_F(TaskTableTest, AnExecByASecondThreadTakesTheProcessOver) {
  PutTask(100, 100, 1, "app");
  PutTask(100, 101, 1, "app");
  tasks_.ReadProc();
  tasks_.AddTree(100);
  tasks_.Apply(Event(Kind::kExit, 100));
  tasks_.Apply(Event(Kind::kRename, 100, -1, "new"));
  tasks_.Apply(Event(Kind::kExec, 100, 101));
  EXPECT_EQ(tasks_.living_in_tree(), 1u);
  EXPECT_EQ(Describe(100), "100/100 of 1 new tree");
  tasks_.Apply(Event(Kind::kExit, 100));
  EXPECT_EQ(tasks_.living_in_tree(), 0u);
}

TEST_F(TaskTableTest, AWorkerIsWritebackWhileItWritesBack) {
  PutTask(32, 32, 2, "kworker/u8:1-events_unbound", /*kernel=*/true);
  tasks_.ReadProc();
  EXPECT_EQ(Describe(32), "32/32 of 2 kworker/u8:1 kernel");
  const uint32_t plain = tasks_.RowOf(32);
  tasks_.Apply(Event(Kind::kFlushBegin, 32));
  EXPECT_EQ(Describe(32), "32/32 of 2 kworker/u8:1-flush writeback");
  tasks_.Apply(Event(Kind::kFlushEnd, 32));
  EXPECT_EQ(tasks_.RowOf(32), plain);
}

TEST_F(TaskTableTest, WithoutEventsTheNameOfTheLastWorkMustDo) {
  PutTask(32, 32, 2, "kworker/u8:1-flush-254:0", /*kernel=*/true);
  tasks_.ReadProc();
  tasks_.GuessWriteback();
  EXPECT_EQ(Describe(32), "32/32 of 2 kworker/u8:1-flush writeback");
}

TEST_F(TaskTableTest, KernelThreadsRecorderIdleAndUnknown) {
  PutTask(getpid(), getpid(), 1, "ioreel");
  PutTask(2, 2, 0, "kthreadd", /*kernel=*/true);
  tasks_.ReadProc();
  tasks_.Apply(Event(Kind::kNewTask, 77, 2, "jbd2/sda1-8"));
  EXPECT_EQ(Describe(77), "77/77 of 2 jbd2/sda1-8 kernel");
  EXPECT_EQ(RowOf(getpid()).task_class, TaskClass::kRecorder);
  EXPECT_EQ(Describe(0), "0/0 of 0 swapper kernel");
  EXPECT_EQ(Describe(5555), "-1/5555 of -1  other");
  EXPECT_EQ(tasks_.RowOf(-1), kNoTask);
}

TEST_F(TaskTableTest, ATaskMissedByEventsIsLookedUpWhenItDoesSomething) {
  tasks_.ReadProc();
  PutTask(600, 601, 1, "late");
  EXPECT_EQ(Describe(601), "600/601 of 1 late other");
}

TEST(ProcTaskTest, ParsesNamesWithBlanksAndBrackets) {
  const auto task = ParseProcStat("42 (a) b (c) d) S 7 42 42 0 -1 4194560 1 2 3");
  ASSERT_TRUE(task);
  EXPECT_EQ(task->tid, 42);
  EXPECT_EQ(task->name, "a) b (c) d");
  EXPECT_EQ(task->parent, 7);
  EXPECT_FALSE(task->kernel);
  for (const char* bad : {"", "42", "42 (x", "42 x) S", ")(", "42 (x) S", "x (x) S 1 1 1 0 -1 0"}) {
    EXPECT_FALSE(ParseProcStat(bad)) << bad;
  }
}

TEST(ProcTaskTest, OnlyWorkersLoseTheirLastWork) {
  EXPECT_EQ(WorkerName("kworker/u8:2-flush-254:0"), "kworker/u8:2");
  EXPECT_EQ(WorkerName("kworker/0:1H+kblockd"), "kworker/0:1H");
  EXPECT_EQ(WorkerName("kworker/R-slub_flushwq"), "kworker/R-slub_flushwq");
  EXPECT_EQ(WorkerName("my-app:1-x"), "my-app:1-x");
}

}  // namespace
}  // namespace ioreel
