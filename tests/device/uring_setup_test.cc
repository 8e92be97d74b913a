#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/loop_device.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

/// How io_uring is set up on devices and machines that this one is not, in a virtual machine.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr uint64_t kIos = 600;

/// Two null block devices with memory: nullb1 has a queue that makes no interrupt, nullb2 has not.
/// NAME.polls tells how often the driver was asked for completions meanwhile.
constexpr char kScript[] = R"sh(set -e
modprobe null_blk nr_devices=0
mount -t configfs none /sys/kernel/config 2>/dev/null || true
mount -t tracefs none /sys/kernel/tracing 2>/dev/null || true
make() {
  d=/sys/kernel/config/nullb/$1
  mkdir $d
  echo 2 > $d/queue_mode
  echo 64 > $d/size
  echo 1 > $d/memory_backed
  echo 1 > $d/discard
  echo 1 > $d/submit_queues
  echo $2 > $d/poll_queues
  echo 1 > $d/power
}
make nullb1 1
make nullb2 0
[ "$(cat /sys/block/nullb1/queue/io_poll)" = 1 ] || { echo "no polled queue"; exit 0; }
cd /sys/kernel/tracing
echo null_poll > set_ftrace_filter
echo function > current_tracer
replay() {
  name=$1 device=$2; shift 2
  echo > trace
  "$share/ioreel" replay "$share/trace.csv" --target "/dev/$device" --allow-writes \
    --engine io_uring --max-lag 10s --verify end -o "$share/$name.json" "$@" || [ $? = 4 ]
  grep -c null_poll trace > "$share/$name.polls" || true
}
replay polled nullb1 --mode afap
replay timed nullb1 --mode timed
replay closed nullb1 --mode dependent
replay submitter nullb2 --mode afap
replay own nullb2 --mode timed
)sh";

/// Every op that such a device has.
std::string Trace() {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (uint64_t i = 0; i < kIos; ++i) {
    const char* const op = i % 50 == 49   ? "flush"
                           : i % 97 == 96 ? "discard"
                           : i % 3 == 0   ? "write"
                                          : "read";
    const uint64_t offset = i % 50 == 49 ? 0 : i * 7919 % 4096 * 4096;
    absl::StrAppend(&text, i * 200'000, ",", i * 200'000 + 9'000, ",", op, ",", offset, ",",
                    i % 50 == 49 ? 0 : 4096, ",1\n");
  }
  return text;
}

class UringSetup : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_SHARED(vmlab, "tools/vmlab");
    if (RunShell("command -v qemu-system-x86_64").status != 0) GTEST_SKIP() << "needs qemu";
    std::filesystem::create_directory(folder_);
    std::filesystem::copy_file(IoreelPath(), folder_ + "/ioreel");
    ASSERT_TRUE(WriteFile(folder_ + "/trace.csv", Trace()).ok());
    ASSERT_TRUE(
        WriteFile(folder_ + "/run.sh", absl::StrCat("share=", folder_, "\n", kScript)).ok());
    const CommandResult run = RunShell(absl::StrCat(vmlab, " run --cpus 4 --timeout 300 --share ",
                                                    folder_, " -- sh ", folder_, "/run.sh"));
    if (run.status == 251) GTEST_SKIP() << "the virtual machine is not set up: vmlab setup";
    ASSERT_EQ(run.status, 0) << run.output;
    if (run.output.find("no polled queue") != std::string::npos) GTEST_SKIP() << run.output;
  }

  /// Every I/O was done, and all data is where it belongs.
  std::string Details(const std::string& name) {
    const RunResult result = ResultOf(absl::StrCat(folder_, "/", name, ".json"));
    const RepeatResult& repeat = result.repeats.at(0);
    EXPECT_TRUE(repeat.complete) << name;
    EXPECT_EQ(repeat.fidelity.issued, kIos) << name;
    EXPECT_TRUE(repeat.errors.empty()) << name;
    EXPECT_EQ(repeat.verification->mismatched_bytes, 0u) << name;
    return result.notes.at("engine_details");
  }
  int Polls(const std::string& name) {
    return std::stoi(*ReadFile(absl::StrCat(folder_, "/", name, ".polls")));
  }

  const std::string folder_ = FreshScratchPath("uring");
};

TEST_F(UringSetup, PollsWhereTheDeviceDoesAndLetsAThreadSubmitWhereACpuIsFree) {
  for (const char* name : {"polled", "timed"}) {
    EXPECT_THAT(Details(name), HasSubstr("polled completions"));
    EXPECT_GT(Polls(name), 0) << name;
  }
  EXPECT_THAT(Details("closed"), Not(HasSubstr("polled"))) << "an application would sleep";
  EXPECT_EQ(Polls("closed"), 0);
  EXPECT_THAT(Details("submitter"),
              AllOf(HasSubstr("the kernel's own submitter"), Not(HasSubstr("polled"))));
  EXPECT_THAT(Details("own"), Not(HasSubstr("submitter"))) << "it tells nobody when it submits";
}

}  // namespace
}  // namespace ioreel
