#include <gtest/gtest.h>

#include "formats/etl/tasks.h"

namespace ioreel {
namespace {

using Life = EtlEvent::Life;

class EtlTasksTest : public testing::Test {
 protected:
  void Process(int64_t time_ns, Life life, uint32_t pid, const std::string& name,
               uint32_t parent = 1) {
    EtlEvent event;
    event.kind = EtlEvent::Kind::kProcess;
    event.life = life;
    event.time_ns = time_ns;
    event.pid = pid;
    event.parent = parent;
    event.name = strings_.Number(name);
    tasks_.See(event);
  }
  void Thread(int64_t time_ns, Life life, uint32_t tid, uint32_t pid,
              const std::string& name = "") {
    EtlEvent event;
    event.kind = EtlEvent::Kind::kThread;
    event.life = life;
    event.time_ns = time_ns;
    event.tid = tid;
    event.pid = pid;
    event.name = strings_.Number(name);
    tasks_.See(event);
  }
  const TaskInfo& At(uint32_t row) const { return rows_[row]; }

  EtlStrings strings_;
  std::vector<TaskInfo> rows_;
  EtlTasks tasks_{&strings_, &rows_};
};

TEST_F(EtlTasksTest, ARundownAtTheStartNamesAll) {
  Thread(10, Life::kLivesAtStart, 44, 4);
  Thread(11, Life::kLivesAtStart, 77, 70, "worker");
  Process(12, Life::kLivesAtStart, 4, "System", 0);
  Process(13, Life::kLivesAtStart, 70, "app.exe", 4);
  const TaskInfo system = At(tasks_.Find(44, 20)), app = At(tasks_.Find(77, 20));
  EXPECT_EQ(system.pid, 4);
  EXPECT_EQ(system.name, "System");
  EXPECT_EQ(system.task_class, TaskClass::kKernel);
  EXPECT_EQ(app.pid, 70);
  EXPECT_EQ(app.tid, 77);
  EXPECT_EQ(app.parent, 4);
  EXPECT_EQ(app.name, "worker");
  EXPECT_EQ(app.process, "app.exe");
  EXPECT_EQ(app.task_class, TaskClass::kOther);
  EXPECT_EQ(tasks_.Find(77, 30), tasks_.Find(77, 20)) << "one row";
}

TEST_F(EtlTasksTest, ThreadIdsAreUsedAgain) {
  Process(0, Life::kLivesAtStart, 1, "one.exe");
  Process(0, Life::kLivesAtStart, 2, "two.exe");
  Thread(1, Life::kLivesAtStart, 7, 1);
  const uint32_t first = tasks_.Find(7, 5);
  Thread(10, Life::kEnd, 7, 1);
  EXPECT_EQ(tasks_.Find(7, 15), first) << "an I/O of its end";
  Thread(20, Life::kStart, 7, 2);
  const uint32_t second = tasks_.Find(7, 25);
  EXPECT_NE(second, first);
  EXPECT_EQ(tasks_.Find(7, 19), first) << "an I/O that began before";
  Thread(30, Life::kEnd, 7, 2);
  Thread(40, Life::kStart, 7, 1);
  const uint32_t third = tasks_.Find(7, 41);
  EXPECT_EQ(At(first).process, "one.exe");
  EXPECT_EQ(At(second).process, "two.exe");
  EXPECT_EQ(At(third).process, "one.exe");
  EXPECT_NE(third, first) << "another thread";
}

TEST_F(EtlTasksTest, ProcessIdsAreUsedAgain) {
  Process(0, Life::kStart, 9, "one.exe");
  Thread(1, Life::kStart, 7, 9);
  const uint32_t first = tasks_.Find(7, 2);
  Thread(3, Life::kEnd, 7, 9);
  Process(4, Life::kEnd, 9, "one.exe");
  Process(5, Life::kStart, 9, "two.exe");
  Thread(6, Life::kStart, 8, 9);
  const uint32_t second = tasks_.Find(8, 7);
  EXPECT_EQ(At(first).process, "one.exe");
  EXPECT_EQ(At(second).process, "two.exe");
}

/// A circular recording has no rundown of its start: what is told at the end was so before.
TEST_F(EtlTasksTest, ARundownAtTheEndNamesWhatWasBefore) {
  const uint32_t row = tasks_.Find(7, 5);
  EXPECT_EQ(At(row).pid, -1);
  EXPECT_EQ(At(row).tid, 7);
  EXPECT_EQ(tasks_.unknown(), 1u);
  Thread(90, Life::kLivesAtEnd, 7, 70);
  EXPECT_EQ(At(row).pid, 70);
  EXPECT_EQ(tasks_.unknown(), 0u);
  Process(91, Life::kLivesAtEnd, 70, "late.exe");
  EXPECT_EQ(At(row).process, "late.exe");
  EXPECT_EQ(rows_.size(), 1u);
}

TEST_F(EtlTasksTest, AnEndNamesWhatWasBeforeToo) {
  const uint32_t row = tasks_.Find(7, 5);
  Thread(20, Life::kEnd, 7, 70);
  Process(21, Life::kEnd, 70, "gone.exe");
  EXPECT_EQ(At(row).process, "gone.exe");
  Thread(30, Life::kStart, 8, 70);  // the start of another process 70 is not told
  EXPECT_EQ(At(tasks_.Find(8, 31)).process, "");
  EXPECT_EQ(At(tasks_.Find(8, 31)).pid, 70);
}

TEST_F(EtlTasksTest, BeforeTheStartOfAThreadItsIdWasAnothers) {
  Process(0, Life::kLivesAtStart, 1, "one.exe");
  Thread(50, Life::kStart, 7, 1);
  const uint32_t before = tasks_.Find(7, 40), after = tasks_.Find(7, 60);
  EXPECT_EQ(At(before).pid, -1);
  EXPECT_EQ(At(after).process, "one.exe");
}

/// Its events were lost: the thread that ends is not the one that started last.
TEST_F(EtlTasksTest, AThreadOfAnotherProcessIsAnotherThread) {
  Process(0, Life::kLivesAtStart, 1, "one.exe");
  Process(0, Life::kLivesAtStart, 2, "two.exe");
  Thread(1, Life::kStart, 7, 1);
  Thread(10, Life::kEnd, 7, 1);
  const uint32_t first = tasks_.Find(7, 5);
  Thread(50, Life::kLivesAtEnd, 7, 2);
  EXPECT_EQ(At(first).process, "one.exe");
  EXPECT_EQ(At(tasks_.Find(7, 40)).process, "two.exe");
}

TEST_F(EtlTasksTest, OnlyTheLastUsesOfAnIdAreRemembered) {
  for (uint32_t i = 0; i < 1000; ++i) Thread(i, Life::kStart, 7, i);
  EXPECT_EQ(At(tasks_.Find(7, 1000)).pid, 999);
  EXPECT_EQ(At(tasks_.Find(7, 998)).pid, 998);
  EXPECT_EQ(At(tasks_.Find(7, 5)).pid, -1);
}

}  // namespace
}  // namespace ioreel
