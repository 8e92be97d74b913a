#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/load.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// What the installed perf records and prints of a known load is that load.

namespace ioreel {
namespace {

constexpr uint64_t kBlock = 64 << 10, kBlocks = 20;

/// Records the command with perf and returns the path of its text; "" when perf cannot.
std::string RecordText(const std::string& command) {
  const std::string data = ScratchPath("perf.data"), text = ScratchPath("perf.txt");
  const std::string events =
      "-e block:block_bio_queue -e block:block_rq_issue -e block:block_rq_complete "
      "-e block:block_bio_complete -e block:block_plug";
  const CommandResult record =
      RunShell(absl::StrCat("perf record -q -a -o ", data, " ", events, " -- ", command));
  if (record.status != 0) return "";
  return RunShell(absl::StrCat("perf script --ns -i ", data, " > ", text)).status == 0 ? text : "";
}

TEST(PerfPeerTest, ItsTextOfAKnownLoadIsThatLoad) {
  const LoopDevice loop(kBlock * kBlocks);
  SKIP_WITHOUT_LOOP(loop);
  const std::string text =
      RecordText(absl::StrCat("dd if=/dev/zero of=", loop.path(), " bs=", kBlock,
                              " count=", kBlocks, " oflag=direct status=none"));
  if (text.empty()) GTEST_SKIP() << "perf is not installed or cannot record block events here";
  ImportLog log;
  auto reader = OpenTrace({text}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());

  const std::string device =
      absl::StrCat("7:", loop.path().substr(std::string("/dev/loop").size()));
  uint64_t writes = 0;
  for (const QueuedIo& io : trace->rows.queued) {
    if (trace->info.devices[io.device].name != device || io.op != Op::kWrite) continue;
    EXPECT_EQ(io.offset, writes++ * kBlock);
    EXPECT_EQ(io.length, kBlock);
    EXPECT_LT(io.queue_ns, io.issue_ns);
    EXPECT_LT(io.issue_ns, io.complete_ns);
    EXPECT_EQ(trace->info.tasks[io.task].name, "dd");
  }
  EXPECT_EQ(writes, kBlocks);
}

}  // namespace
}  // namespace ioreel
