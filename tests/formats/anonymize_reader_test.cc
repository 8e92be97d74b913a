#include "formats/edit/anonymize_reader.h"

#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

TEST(AnonymizeReaderTest, NamesAreHashedPathsAreDroppedNumbersStay) {
  TraceInMemory trace = RandomTrace({.chunks = 2});
  trace.info = FullTraceInfo();
  trace.info.tasks[0].name = "secret-app";
  const auto plain = ReadWhole(*MakeVectorReader(trace.info, trace.chunks));
  const auto hidden =
      ReadWhole(*MakeAnonymizeReader(MakeVectorReader(trace.info, trace.chunks), 4711));
  ASSERT_THAT(hidden, IsOk());
  EXPECT_EQ(hidden->rows.queued, plain->rows.queued);
  EXPECT_EQ(hidden->rows.links, plain->rows.links);
  EXPECT_EQ(hidden->info.tasks[0].name, HashedName("secret-app", 4711));
  EXPECT_EQ(hidden->info.tasks[0].pid, plain->info.tasks[0].pid);
  EXPECT_EQ(hidden->info.devices[0].size_bytes, plain->info.devices[0].size_bytes);
  EXPECT_EQ(hidden->info.losses, plain->info.losses);
  EXPECT_EQ(hidden->info.command->exit_ns, plain->info.command->exit_ns);
  EXPECT_TRUE(hidden->info.command->argv.empty());
  EXPECT_TRUE(hidden->info.notes.empty() && hidden->info.origin.empty());
  for (const DeviceInfo& device : hidden->info.devices) EXPECT_EQ(device.mount_point, "");
}

TEST(AnonymizeReaderTest, HashesAreOfTheNameAndTheKey) {
  EXPECT_EQ(HashedName("sda", 1), HashedName("sda", 1));
  EXPECT_NE(HashedName("sda", 1), HashedName("sdb", 1));
  EXPECT_NE(HashedName("sda", 1), HashedName("sda", 2));
  EXPECT_EQ(HashedName("", 1), "");
  EXPECT_NE(RandomKey(), RandomKey());
}

}  // namespace
}  // namespace ioreel
