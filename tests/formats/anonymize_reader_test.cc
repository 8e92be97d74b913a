#include "formats/edit/anonymize_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;

TEST(AnonymizeReaderTest, NamesAreReplacedPathsAreDroppedNumbersStay) {
  TraceInMemory trace = RandomTrace({.chunks = 2});
  trace.info = FullTraceInfo();
  trace.info.tasks[0].name = "secret-app";
  const auto plain = ReadWhole(*MakeVectorReader(trace.info, trace.chunks));
  const auto hidden = ReadWhole(*MakeAnonymizeReader(MakeVectorReader(trace.info, trace.chunks)));
  ASSERT_THAT(hidden, IsOk());
  EXPECT_EQ(hidden->rows.queued, plain->rows.queued);
  EXPECT_EQ(hidden->rows.links, plain->rows.links);
  EXPECT_EQ(hidden->info.tasks[0].name, "task-1");
  EXPECT_EQ(hidden->info.tasks[0].pid, plain->info.tasks[0].pid);
  EXPECT_EQ(hidden->info.devices[0].size_bytes, plain->info.devices[0].size_bytes);
  EXPECT_EQ(hidden->info.host.hostname, "host");
  EXPECT_EQ(hidden->info.losses, plain->info.losses);
  EXPECT_EQ(hidden->info.command->exit_ns, plain->info.command->exit_ns);
  EXPECT_TRUE(hidden->info.command->argv.empty());
  EXPECT_TRUE(hidden->info.notes.empty() && hidden->info.origin.empty());
  for (const DeviceInfo& device : hidden->info.devices) EXPECT_EQ(device.mount_point, "");
}

TEST(AnonymizeReaderTest, OneNameIsTheSameWhereverItStands) {
  TraceInfo info;
  info.devices = {{.name = "vg-root", .members = {"sdb1", "nvme0n1"}},
                  {.name = "sdb1", .parent = "sdb"},
                  {.name = ""},
                  {.name = "vg-root"}};
  info.tasks = {{.name = "worker", .process = "postgres"}, {.name = "postgres"}, {.name = ""}};
  const auto hidden = MakeAnonymizeReader(MakeVectorReader(info, {}));
  const std::vector<DeviceInfo>& devices = hidden->info().devices;
  EXPECT_EQ(devices[0].name, "device-1");
  EXPECT_EQ(devices[1].name, "device-2");
  EXPECT_EQ(devices[2].name, "") << "nothing is known of it";
  EXPECT_EQ(devices[3].name, "device-1");
  EXPECT_THAT(devices[0].members, ElementsAre("device-2", "device-3"));
  EXPECT_EQ(devices[1].parent, "device-4");
  const std::vector<TaskInfo>& tasks = hidden->info().tasks;
  EXPECT_EQ(tasks[0].name, "task-1");
  EXPECT_EQ(tasks[0].process, "task-2");
  EXPECT_EQ(tasks[1].name, "task-2");
  EXPECT_EQ(tasks[2].name, "");
}

/// A seeded hash of a short name can be tried out; nothing of the name may remain.
TEST(AnonymizeReaderTest, NothingLeadsBackToTheName) {
  TraceInfo one, other;
  one.tasks.emplace_back().name = "postgres";
  other.tasks.emplace_back().name = "mysqld";
  EXPECT_EQ(MakeAnonymizeReader(MakeVectorReader(one, {}))->info(),
            MakeAnonymizeReader(MakeVectorReader(other, {}))->info());
}

}  // namespace
}  // namespace ioreel
