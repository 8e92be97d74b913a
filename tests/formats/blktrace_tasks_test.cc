#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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

TEST(BlktraceTasksTest, NotesMayStandOutOfOrder) {
  std::vector<TaskInfo> tasks;
  BlktraceTasks threads(&tasks);
  threads.AddName(7, 10, "first");
  threads.AddName(7, 50, "third");
  threads.AddName(7, 30, "second");
  threads.AddName(7, 5, "too late to tell");
  threads.AddName(7, 40, "second");
  std::vector<std::string> names;
  for (const int64_t time_ns : {1, 29, 30, 45, 50, 90})
    names.push_back(tasks[threads.Find(7, time_ns)].name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"first", "first", "second", "second", "third", "third"}));
  EXPECT_EQ(tasks.size(), 3u);
}

TEST(BlktraceTasksTest, ManyThreadsKeepTheirNames) {
  std::vector<TaskInfo> tasks;
  BlktraceTasks threads(&tasks);
  for (int32_t tid = 0; tid < 5000; ++tid) threads.AddName(tid, tid, absl::StrCat("t", tid));
  for (int32_t tid = 4999; tid >= 0; --tid)
    EXPECT_EQ(tasks[threads.Find(tid, 10'000)].name, absl::StrCat("t", tid));
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
