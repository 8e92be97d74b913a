#include <gtest/gtest.h>

#include "formats/blktrace/task_names.h"

namespace ioreel {
namespace {

TEST(BlktraceTasksTest, ANamelessTaskGetsTheNameThatComesLater) {
  std::vector<TaskInfo> tasks;
  BlktraceTasks threads(&tasks);
  EXPECT_EQ(threads.Find(7, 10), 0u);
  EXPECT_EQ(tasks[0].name, "");
  threads.AddName(7, 20, "dd");
  EXPECT_EQ(threads.Find(7, 30), 0u);
  EXPECT_EQ(tasks[0].name, "dd");
  EXPECT_EQ(tasks[0].tid, 7);
}

TEST(BlktraceTasksTest, ThreadIdsAreUsedAgain) {
  std::vector<TaskInfo> tasks;
  BlktraceTasks threads(&tasks);
  threads.AddName(7, 10, "dd");
  threads.AddName(7, 15, "dd");
  threads.AddName(7, 30, "tar");
  threads.AddName(8, 5, "never asked for");
  EXPECT_EQ(threads.Find(7, 20), 0u);
  EXPECT_EQ(threads.Find(7, 29), 0u);
  EXPECT_EQ(threads.Find(7, 30), 1u);
  ASSERT_EQ(tasks.size(), 2u);
  EXPECT_EQ(tasks[1].name, "tar");
}

TEST(BlktraceTasksTest, NamesTellKernelThreads) {
  for (const char* name : {"kworker/0:1H", "jbd2/sda1-8", "loop0", "md127_raid1", "z_wr_iss"}) {
    EXPECT_EQ(TaskClassOfName(name), TaskClass::kKernel) << name;
  }
  for (const char* name : {"kworker/u8:2+flush-8:0", "flush-8:0"}) {
    EXPECT_EQ(TaskClassOfName(name), TaskClass::kWriteback) << name;
  }
  for (const char* name : {"", "mdadm", "looper", "git", "kworker"}) {
    EXPECT_EQ(TaskClassOfName(name), TaskClass::kOther) << name;
  }
}

}  // namespace
}  // namespace ioreel
