#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <map>

#include "base/file.h"
#include "formats/blktrace/files.h"
#include "formats/blktrace/stream_decoder.h"
#include "tests/device/recording.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"

/// Kernel lockdown may close the relay's files, so this runs in a virtual machine with Debian's
/// own kernel: the test starts itself in there.

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr char kInside[] = "IOREEL_TEST_IN_VM";
constexpr char kLoad[] =
    "dd if=/dev/zero of=/dev/vda bs=4k count=200 oflag=direct status=none;"
    "dd if=/dev/vda of=/dev/null bs=16k count=100 iflag=direct status=none;"
    "dd if=/dev/zero of=/dev/vda bs=64k count=20 oflag=direct,dsync status=none;"
    "blkdiscard -fz -o 1M -l 1M /dev/vda; blkdiscard -f -o 4M -l 1M /dev/vda";

std::map<std::string, uint64_t> StagesOf(const std::string& base_name) {
  std::map<std::string, uint64_t> stages;
  const std::vector<std::string> paths = *FindBlktraceFiles(base_name);
  for (const std::string& path : paths) {
    ImportLog log;
    BlktraceDecoder decoder(path, &log);
    Feed(*ReadFile(path), &decoder);
    decoder.End();
    for (BlktraceItem item; decoder.Next(&item);) {
      if (!item.is_note) ++stages[std::string(StageName(item.raw.event.stage))];
    }
  }
  return stages;
}

/// What blktrace itself sees of the load.
std::map<std::string, uint64_t> StagesByBlktrace(const std::string& folder) {
  const pid_t blktrace = fork();
  if (blktrace == 0) {
    execlp("blktrace", "blktrace", "-d", "/dev/vda", "-D", folder.c_str(), "-o", "t", nullptr);
    _exit(127);
  }
  const std::string relay = "/sys/kernel/debug/block/vda/trace0";
  for (int i = 0; i < 1000 && !fs::exists(relay); ++i) usleep(10'000);
  usleep(500'000);
  EXPECT_EQ(RunShell(kLoad).status, 0);
  kill(blktrace, SIGINT);
  waitpid(blktrace, nullptr, 0);
  return StagesOf(folder + "/t");
}

Recording RecordLoad(const std::string& source) {
  Recording recording;
  RecordOptions options = ShellOn("vda", kLoad);
  options.source = source;
  EXPECT_THAT(RecordInto(&recording, options), IsOk());
  return recording;
}

TEST(RelayTest, InsideTheVirtualMachine) {
  if (getenv(kInside) == nullptr) GTEST_SKIP() << "runs as part of the test below";
  std::string folder = "/tmp/relay.XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::map<std::string, uint64_t> expected = StagesByBlktrace(folder);
  for (const char* source : {"auto", "ftrace-blk"}) {
    const Recording recording = RecordLoad(source);
    EXPECT_EQ(recording.summary.source, std::string(source) == "auto" ? "relay" : source);
    EXPECT_EQ(recording.info.stage_events, expected) << source;
    EXPECT_EQ(recording.summary.lost, 0u);
    EXPECT_EQ(recording.Bytes(Op::kWrite), 200u * 4096 + 20u * 65536);
    EXPECT_EQ(recording.Bytes(Op::kRead), 100u * 16384);
    EXPECT_EQ(recording.Bytes(Op::kWriteZeroes), 1u << 20);
    EXPECT_EQ(recording.Bytes(Op::kDiscard), 1u << 20);
  }
  EXPECT_FALSE(fs::exists("/sys/kernel/debug/block/vda/trace0"));
  EXPECT_TRUE(fs::is_empty(RestoreJournal::kFolder));
}

TEST(RelayTest, CountsEqualBlktracesOnTheSameLoad) {
  SKIP_WITHOUT_SHARED(vmlab, "tools/vmlab");
  if (RunShell("command -v qemu-system-x86_64 && command -v blktrace").status != 0) {
    GTEST_SKIP() << "needs qemu-system-x86_64 and blktrace";
  }
  const fs::path self = fs::read_symlink("/proc/self/exe");
  const CommandResult run = RunShell(absl::StrCat(
      vmlab, " run --disk virtio:64M --timeout 300 --share ", self.parent_path().string(),
      " -- env ", kInside, "=1 ", self.string(), " --gtest_filter=RelayTest.Inside*"));
  if (run.status == 251) GTEST_SKIP() << "the virtual machine is not set up: vmlab setup";
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, testing::HasSubstr("[  PASSED  ] 1 test"));
}

}  // namespace
}  // namespace ioreel
