#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "capture/kernel_file.h"
#include "capture/restore_journal.h"
#include "capture/scratch_loop.h"
#include "tests/device/recording.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

class RecordTest : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_UNLESS_RECORDING_WORKS();
    SKIP_WITHOUT_LOOP(loop_);
    tracefs_ = *Tracefs::Find();
  }

  std::string node() const { return loop_.path(); }
  std::string name() const { return loop_.path().substr(5); }

  /// A dd of zeroes to the device, past the page cache.
  std::string Write(int block_kib, int count, int seek = 0, std::string to = "") const {
    if (to.empty()) to = node();
    return absl::StrCat("dd if=/dev/zero of=", to, " bs=", block_kib, "k count=", count,
                        " seek=", seek, " oflag=direct status=none");
  }
  std::string Read(int block_kib, int count, int skip = 0) const {
    return absl::StrCat("dd if=", node(), " of=/dev/null bs=", block_kib, "k count=", count,
                        " skip=", skip, " iflag=direct status=none");
  }

  LoopDevice loop_{64 << 20};
  std::optional<Tracefs> tracefs_;
};

TEST_F(RecordTest, DirectWritesAndReadsAreAllThereInOrder) {
  Recording recording;
  ASSERT_THAT(
      RecordInto(&recording, ShellOn(name(), Write(8, 100) + ";" + Read(4, 50, /*skip=*/3))),
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

TEST_F(RecordTest, WriteZeroesAndDiscardsAreToldFromWrites) {
  Recording recording;
  const std::string script = Write(4, 2) + ";blkdiscard -z -o 1M -l 2M " + node() + ";" +
                             Write(1024, 2, /*seek=*/1) + ";blkdiscard -o 4M -l 1M " + node();
  ASSERT_THAT(RecordInto(&recording, ShellOn(name(), script)), IsOk());
  EXPECT_EQ(recording.Bytes(Op::kWriteZeroes), 2u << 20);
  EXPECT_EQ(recording.Bytes(Op::kDiscard), 1u << 20);
  EXPECT_EQ(recording.Bytes(Op::kWrite), 2 * 4096 + (2u << 20));
  uint64_t request_bytes = 0;
  for (const IssuedRequest& request : recording.rows.requests) {
    if (request.op == Op::kWriteZeroes) request_bytes += request.length;
  }
  EXPECT_EQ(request_bytes, 2u << 20);
}

TEST_F(RecordTest, FollowsTheTreeThroughForkExecAndOrphans) {
  Recording recording;
  const std::string script = "(" + Write(4, 3) + ");sh -c '" + Write(4, 3, 10) +
                             "';setsid sh -c 'sleep 0.3;" + Write(4, 3, 20) + "' & " +
                             "exec 2>/dev/null;" + Write(4, 3, 30);
  ASSERT_THAT(RecordInto(&recording, ShellOn(name(), script)), IsOk());
  EXPECT_EQ(recording.Count(Op::kWrite), 12u);
  for (const QueuedIo& io : recording.rows.queued) {
    if (io.op != Op::kWrite) continue;
    EXPECT_EQ(recording.TaskOf(io).task_class, TaskClass::kTree) << recording.TaskOf(io).name;
    EXPECT_EQ(recording.TaskOf(io).name, "dd");
  }
  // The orphan wrote after the shell's own end: the recording waited for it.
  EXPECT_LT(recording.info.command->exit_ns, recording.rows.queued.back().queue_ns);
}

TEST_F(RecordTest, IoOfOthersIsNotTheTrees) {
  const pid_t other = fork();
  if (other == 0) {
    const std::string script = "until grep -q blk " + tracefs_->Path("current_tracer") +
                               " && grep -q 1 /sys/class/block/" + name() +
                               "/trace/enable; do sleep 0.05; done;" + Write(4, 5, 50) +
                               "; exec sleep 60";
    execlp("sh", "sh", "-c", script.c_str(), nullptr);
    _exit(127);
  }
  Recording recording;
  RecordOptions options = ShellOn(name(), "sleep 1;" + Write(4, 2));
  options.duration_ns = 3'000'000'000;  // or it would wait for that process, too
  ASSERT_THAT(RecordInto(&recording, options), IsOk());
  kill(other, SIGKILL);
  std::map<TaskClass, int> writes;
  for (const QueuedIo& io : recording.rows.queued) {
    if (io.op == Op::kWrite) ++writes[recording.TaskOf(io).task_class];
  }
  EXPECT_THAT(writes, ElementsAre(Pair(TaskClass::kOther, 5), Pair(TaskClass::kTree, 2)));
}

TEST_F(RecordTest, WritebackIsLabelledAndTheJournalIsTheKernels) {
  const std::string folder = testing::TempDir() + "ioreel_writeback";
  ASSERT_EQ(RunShell("mkfs.ext4 -q " + node() + " && mkdir -p " + folder + " && mount " + node() +
                     " " + folder)
                .status,
            0);
  Recording recording;
  const absl::Status status = RecordInto(
      &recording, ShellOn(name(), "dd if=/dev/zero of=" + folder +
                                      "/f bs=64k count=32 status=none; sync -f " + folder));
  EXPECT_EQ(RunShell("umount " + folder + " && rmdir " + folder).status, 0);
  ASSERT_THAT(status, IsOk());
  uint64_t flushed = 0, journal = 0;
  for (const QueuedIo& io : recording.rows.queued) {
    if (io.op != Op::kWrite) continue;
    const TaskInfo& task = recording.TaskOf(io);
    if (task.task_class == TaskClass::kWriteback) {
      EXPECT_THAT(task.name, AllOf(StartsWith("kworker/"), HasSubstr("flush")));
      flushed += io.length;
    } else if (task.task_class == TaskClass::kKernel) {
      EXPECT_THAT(task.name, StartsWith("jbd2/" + name()));
      journal += io.length;
    }
  }
  EXPECT_GE(flushed, 32u * 65536);
  EXPECT_GT(journal, 0u);
  EXPECT_EQ(recording.info.devices.at(0).filesystem, "ext4");
  EXPECT_EQ(recording.info.devices.at(0).mount_point, folder);
}

// cases.md M9.
TEST_F(RecordTest, APartitionIsRecordedWithTheDisksOffsets) {
  ASSERT_EQ(RunShell("addpart " + node() + " 1 2048 65536").status, 0);
  Recording recording;
  const absl::Status status = RecordInto(
      &recording, ShellOn(name() + "p1", "dd if=/dev/zero of=" + node() +
                                             "p1 bs=4k count=4 oflag=direct status=none;" +
                                             "blkdiscard -z -o 1M -l 1M " + node() + "p1"));
  EXPECT_EQ(RunShell("delpart " + node() + " 1").status, 0);
  ASSERT_THAT(status, IsOk());
  const DeviceInfo& device = recording.info.devices.at(0);
  EXPECT_EQ(device.parent, name());
  EXPECT_EQ(device.partition_start_bytes, 1u << 20);
  EXPECT_EQ(device.size_bytes, 32u << 20);
  EXPECT_EQ(recording.Bytes(Op::kWrite), 4u * 4096);
  EXPECT_EQ(recording.Bytes(Op::kWriteZeroes), 1u << 20);
  for (const QueuedIo& io : recording.rows.queued) {
    if (ChangesData(io.op)) EXPECT_GE(io.offset, 1u << 20);
  }
}

TEST_F(RecordTest, ABioBasedDeviceHasQueueAndCompletionOnly) {
  const std::string number = ReadKernelFileOrEmpty("/sys/class/zram-control/hot_add");
  if (number.empty()) GTEST_SKIP() << "no zram";
  const std::string zram = "zram" + number;
  Recording recording;
  absl::Status status = WriteKernelFile("/sys/block/" + zram + "/disksize", "16M");
  if (status.ok()) {
    status = RecordInto(&recording, ShellOn(zram, "dd if=/dev/zero of=/dev/" + zram +
                                                      " bs=8k count=64 oflag=direct status=none"));
  }
  EXPECT_THAT(WriteKernelFile("/sys/class/zram-control/hot_remove", number), IsOk());
  ASSERT_THAT(status, IsOk());
  EXPECT_EQ(recording.Count(Op::kWrite), 64u);
  EXPECT_EQ(recording.Bytes(Op::kWrite), 64u * 8192);
  EXPECT_TRUE(recording.rows.requests.empty());
  for (const QueuedIo& io : recording.rows.queued) {
    EXPECT_EQ(io.issue_ns, kNoTime);
    EXPECT_GT(io.complete_ns, io.queue_ns);
  }
}

TEST_F(RecordTest, WhatAKilledRecorderLeftIsRestoredByTheNext) {
  const pid_t recorder = fork();
  if (recorder == 0) {
    Recording recording;
    (void)RecordInto(&recording, ShellOn(name(), "sleep 5"));
    _exit(0);
  }
  const std::string tracer = tracefs_->Path("current_tracer");
  const std::string enable = "/sys/class/block/" + name() + "/trace/enable";
  for (int i = 0; i < 500 && ReadKernelFileOrEmpty(tracer) != "blk"; ++i) usleep(10'000);
  ASSERT_EQ(ReadKernelFileOrEmpty(tracer), "blk");
  const absl::Status busy =
      RecordInto(std::make_unique<Recording>().get(), ShellOn(name(), "true"));
  EXPECT_THAT(busy, FailsWith(absl::StatusCode::kFailedPrecondition,
                              HasSubstr(absl::StrCat("pid ", recorder))));
  kill(recorder, SIGKILL);
  waitpid(recorder, nullptr, 0);
  ASSERT_EQ(ReadKernelFileOrEmpty(tracer), "blk");

  Recording next;
  ASSERT_THAT(RecordInto(&next, ShellOn(name(), Write(4, 5))), IsOk());
  EXPECT_EQ(next.Count(Op::kWrite), 5u);
  EXPECT_EQ(ReadKernelFileOrEmpty(tracer), "nop");
  EXPECT_EQ(ReadKernelFileOrEmpty(enable), "0");
  EXPECT_TRUE(std::filesystem::is_empty(tracefs_->Path("instances")));
  EXPECT_TRUE(std::filesystem::is_empty(RestoreJournal::kFolder));
}

TEST_F(RecordTest, RefusesATracerInUseAndNamesIt) {
  ASSERT_THAT(WriteKernelFile(tracefs_->Path("current_tracer"), "blk"), IsOk());
  Recording recording;
  RecordOptions options = ShellOn(name(), "true");
  options.source = "ftrace-blk";
  const absl::Status status = RecordInto(&recording, options);
  EXPECT_EQ(ReadKernelFileOrEmpty(tracefs_->Path("current_tracer")), "blk");
  EXPECT_THAT(WriteKernelFile(tracefs_->Path("current_tracer"), "nop"), IsOk());
  EXPECT_THAT(status,
              FailsWith(absl::StatusCode::kFailedPrecondition,
                        AllOf(HasSubstr("\"blk\" (not ioreel's)"), HasSubstr("current_tracer"))));
}

TEST_F(RecordTest, RefusesAHeldPipeAndNamesTheHolder) {
  const pid_t holder = fork();
  if (holder == 0) {
    prctl(PR_SET_NAME, "pipe holder");
    open(tracefs_->Path("trace_pipe").c_str(), O_RDONLY);
    pause();
    _exit(0);
  }
  for (int i = 0; i < 500 && HoldersOf(tracefs_->root(), "trace_pipe").empty(); ++i) {
    usleep(10'000);
  }
  Recording recording;
  const absl::Status status = RecordInto(&recording, ShellOn(name(), "true"));
  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);
  EXPECT_THAT(status, FailsWith(absl::StatusCode::kFailedPrecondition,
                                HasSubstr(absl::StrCat("pipe holder (pid ", holder, ")"))));
}

TEST_F(RecordTest, ATinyBufferLosesEventsAndSaysSo) {
  const ScratchLoop quick = *ScratchLoop::Create(64 << 20);
  Recording recording;
  RecordOptions options = ShellOn(quick.name(), Write(4, 10000, 0, quick.node()));
  options.buffer_bytes = 4096;
  ASSERT_THAT(RecordInto(&recording, options), IsOk());
  EXPECT_GT(recording.summary.lost, 0u);
  ASSERT_FALSE(recording.info.losses.empty());
  EXPECT_TRUE(recording.info.tainted);
  for (const LossWindow& window : recording.info.losses) {
    EXPECT_GE(window.cpu, 0);
    EXPECT_GT(window.events, 0u);
    EXPECT_LE(window.from_ns, window.to_ns);
  }
  // Nothing was paired across a gap: a loop device in memory answers within milliseconds.
  for (const QueuedIo& io : recording.rows.queued) {
    if (io.complete_ns != kNoTime) EXPECT_LT(io.complete_ns - io.queue_ns, 500'000'000);
  }
}

TEST_F(RecordTest, ABurstOf100kEventsLosesNothingByDefault) {
  const ScratchLoop quick = *ScratchLoop::Create(64 << 20);
  Recording recording;
  ASSERT_THAT(RecordInto(&recording, ShellOn(quick.name(), Write(4, 16384, 0, quick.node()))),
              IsOk());
  EXPECT_EQ(recording.summary.lost, 0u);
  EXPECT_EQ(recording.Count(Op::kWrite), 16384u);
  EXPECT_GE(recording.summary.events, 98'304u);
}

TEST_F(RecordTest, ExitStatusAndSignalsOfTheCommandAreKept) {
  Recording failed, killed;
  ASSERT_THAT(RecordInto(&failed, ShellOn(name(), "exit 7")), IsOk());
  EXPECT_EQ(failed.info.command->exit_code, 7);
  ASSERT_THAT(RecordInto(&killed, ShellOn(name(), "kill -9 $$")), IsOk());
  EXPECT_EQ(killed.info.command->exit_code, 128 + SIGKILL);
  Recording missing;
  RecordOptions options = ShellOn(name(), "");
  options.argv = {"/no/such/program"};
  EXPECT_THAT(RecordInto(&missing, options),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("/no/such/program")));
}

TEST_F(RecordTest, SchedSplitsTheTimeOfTheTree) {
  Recording recording;
  RecordOptions options = ShellOn(name(), Write(4, 500));
  options.sched = true;
  ASSERT_THAT(RecordInto(&recording, options), IsOk());
  EXPECT_EQ(recording.info.notes["sched.lost_events"], "0");
  EXPECT_THAT(recording.info.notes["sched.dd"],
              AllOf(StartsWith("threads=1 run_ns="), HasSubstr(" blocked_ns=")));
  EXPECT_THAT(recording.info.notes["sched.wake_latency_ns"], Not(HasSubstr("count=0")));
  EXPECT_EQ(recording.info.notes.count("sched.swapper/0"), 0u);
}

TEST_F(RecordTest, NothingStaysChanged) {
  const std::vector<std::string> files = {"current_tracer",       "trace_clock",
                                          "tracing_on",           "options/bin",
                                          "options/context-info", "options/overwrite"};
  std::vector<std::string> before, after;
  for (const std::string& file : files) {
    before.push_back(ReadKernelFileOrEmpty(tracefs_->Path(file)));
  }
  Recording recording;
  ASSERT_THAT(RecordInto(&recording, ShellOn(name(), Write(4, 10))), IsOk());
  for (const std::string& file : files) {
    after.push_back(ReadKernelFileOrEmpty(tracefs_->Path(file)));
  }
  EXPECT_EQ(before, after);
  EXPECT_EQ(ReadKernelFileOrEmpty("/sys/class/block/" + name() + "/trace/enable"), "0");
  EXPECT_TRUE(std::filesystem::is_empty(tracefs_->Path("instances")));
  EXPECT_TRUE(std::filesystem::is_empty(RestoreJournal::kFolder));
}

}  // namespace
}  // namespace ioreel
