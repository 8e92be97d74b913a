#include "tests/device/recording.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::HasSubstr;

class RecordTest : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_UNLESS_RECORDING_WORKS();
    SKIP_WITHOUT_LOOP(loop_);
  }

  std::string node() const { return loop_.path(); }
  std::string name() const { return loop_.path().substr(5); }

  LoopDevice loop_{64 << 20};
};

TEST_F(RecordTest, DirectWritesAndReadsAreAllThereInOrder) {
  Recording recording;
  ASSERT_THAT(
      RecordInto(&recording,
                 ShellOn(name(), "dd if=/dev/zero of=" + node() +
                                     " bs=8k count=100 oflag=direct status=none;"
                                     "dd of=/dev/null if=" +
                                     node() + " bs=4k count=50 skip=3 iflag=direct status=none")),
      IsOk());
  EXPECT_EQ(recording.Count(Op::kWrite), 100u);
  EXPECT_EQ(recording.Bytes(Op::kWrite), 100u * 8192);
  EXPECT_EQ(recording.Count(Op::kRead), 50u);
  EXPECT_EQ(recording.Bytes(Op::kRead), 50u * 4096);
  EXPECT_EQ(recording.summary.exit_code, 0);
  EXPECT_EQ(recording.summary.lost, 0u);

  uint64_t write_offset = 0, read_offset = 3 * 4096;
  for (const QueuedIo& io : recording.rows.queued) {
    uint64_t& expected = io.op == Op::kWrite ? write_offset : read_offset;
    EXPECT_EQ(io.offset, expected);
    expected += io.length;
    EXPECT_LE(io.queue_ns, io.issue_ns);
    EXPECT_LT(io.issue_ns, io.complete_ns);
    EXPECT_EQ(recording.TaskOf(io).name, "dd");
    EXPECT_EQ(recording.TaskOf(io).task_class, TaskClass::kTree);
  }
  EXPECT_EQ(recording.rows.requests.size(), 150u);
  ASSERT_TRUE(recording.info.command);
  EXPECT_LE(recording.info.command->start_ns, recording.rows.queued.front().queue_ns);
  EXPECT_GE(recording.info.command->exit_ns, recording.rows.queued.back().complete_ns);
}

}  // namespace
}  // namespace ioreel
