#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

#include "capture/kernel_file.h"
#include "capture/scratch_loop.h"
#include "tests/device/recording.h"
#include "tests/support/loop_device.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class RecordCliTest : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_UNLESS_RECORDING_WORKS();
    auto loop = ScratchLoop::Create(64 << 20);
    if (!loop.ok()) GTEST_SKIP() << std::string(loop.status().message());
    loop_.emplace(*std::move(loop));
    std::filesystem::remove(out_);
    std::filesystem::remove(out_ + ".partial");
  }

  std::vector<std::string> Record(std::vector<std::string> options,
                                  const std::string& script) const {
    std::vector<std::string> words = {"record",   "-d",    loop_->node(), "-o",        out_,
                                      "--settle", "100ms", "--source",    "ftrace-blk"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", "sh", "-c", script});
    return words;
  }
  std::string Write(int count) const {
    return absl::StrCat("dd if=/dev/zero of=", loop_->node(), " bs=4k count=", count,
                        " oflag=direct status=none");
  }

  std::optional<ScratchLoop> loop_;
  std::string out_ = testing::TempDir() + "record_cli.ioreel";
};

TEST_F(RecordCliTest, ASoundRecordingEndsWithZeroAndNamesTheCommandsStatus) {
  const ProgramRun run = RunIoreel(Record({}, Write(10) + "; exit 7"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("ended with status 7"), HasSubstr("10 I/Os queued")));
  const ProgramRun info = RunIoreel({"info", "--json", out_});
  EXPECT_THAT(info.out, AllOf(HasSubstr("\"complete\": true"), HasSubstr("\"lost\": 0"),
                              HasSubstr("\"exit_code\": 7")));
  EXPECT_EQ(RunIoreel(Record({"--propagate-exit"}, "exit 7")).code, 7);
}

TEST_F(RecordCliTest, ACommandThatASignalKillsIsShownAndStoredSo) {
  const ProgramRun run = RunIoreel(Record({}, Write(1) + "; kill -SEGV $$"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("the command was killed by SIGSEGV (status 139)"));
  EXPECT_THAT(RunIoreel({"info", out_}).out, HasSubstr(", killed by SIGSEGV"));
  EXPECT_THAT(RunIoreel({"info", "--json", out_}).out,
              AllOf(HasSubstr("\"exit_code\": 139"), HasSubstr("\"exit_signal\": \"SIGSEGV\"")));
}

TEST_F(RecordCliTest, AMaskWithoutQueueEventsStillSeesTheDevice) {
  const ProgramRun run = RunIoreel(Record({"--mask", "issue"}, Write(3)));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("3 requests issued"), Not(HasSubstr("no I/O reached"))));
}

TEST_F(RecordCliTest, LostEventsAreStoredAndEndWithFour) {
  const ProgramRun run = RunIoreel(Record({"--buffer", "4k"}, Write(10000)));
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_THAT(run.err, HasSubstr("events were lost"));
  EXPECT_THAT(RunIoreel({"info", "--json", out_}).out, HasSubstr("\"tainted\": true"));
}

TEST_F(RecordCliTest, AKilledRecorderLeavesATraceToSalvageAndTheDoctorCleansUp) {
  const pid_t recorder = fork();
  if (recorder == 0) {
    RunIoreel(Record({}, "echo $PPID > " + out_ + ".pid;" + Write(500) + "; sleep 20"));
    _exit(0);
  }
  sleep(4);  // some flushes
  const int pid = atoi(ReadKernelFileOrEmpty(out_ + ".pid").c_str());
  ASSERT_GT(pid, 0);
  kill(pid, SIGKILL);
  waitpid(recorder, nullptr, 0);
  EXPECT_EQ(ReadKernelFileOrEmpty("/sys/kernel/tracing/current_tracer"), "blk");
  EXPECT_THAT(RunIoreel({"doctor"}).out, HasSubstr("changes that a killed recorder had left"));
  EXPECT_EQ(ReadKernelFileOrEmpty("/sys/kernel/tracing/current_tracer"), "nop");

  const std::string whole = testing::TempDir() + "record_cli_salvaged.ioreel";
  const ProgramRun salvage = RunIoreel({"salvage", out_ + ".partial", "-o", whole});
  EXPECT_EQ(salvage.code, 0) << salvage.err;
  EXPECT_THAT(RunIoreel({"info", "--json", whole}).out,
              AllOf(HasSubstr("\"count\": 500"), HasSubstr("\"tainted\": true")));
}

TEST_F(RecordCliTest, WithoutADeviceTheCandidatesAreListed) {
  const ProgramRun run = RunIoreel({"record", "-o", out_, "--", "true"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr(loop_->node()));
}

}  // namespace
}  // namespace ioreel
