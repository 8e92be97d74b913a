#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// In the virtual machine: a device that takes I/Os for a while, and then gives none back until its
/// result has been written.
constexpr const char* kScript = R"sh(set -e
truncate -s 16m /tmp/disk
losetup /dev/loop0 /tmp/disk
dmsetup create hangs --table "0 32768 linear /dev/loop0 0"
reads() { awk '{ print $1 }' /sys/block/dm-0/stat; }
begin=$(reads)
"$share/ioreel" replay "$share/reads.csv" --target /dev/dm-0 --mode timed --max-lag 10s \
    --io-timeout 500ms -o "$share/result.json" > "$share/out" 2> "$share/err" &
while [ $(($(reads) - begin)) -lt 20 ]; do kill -0 $!; sleep 0.1; done
dmsetup suspend --nolockfs hangs
while [ ! -e "$share/result.json" ]; do kill -0 $!; sleep 0.1; done
echo "the result is there while the device hangs"
dmsetup resume hangs
code=0
wait $! || code=$?
echo "ended with $code"
)sh";

TEST(HangingDeviceTest, AnIoTimeoutEndsTheReplayWithWhatWentBefore) {
  SKIP_WITHOUT_SHARED(vmlab, "tools/vmlab");
  if (RunShell("command -v qemu-system-x86_64 && command -v dmsetup").status != 0) {
    GTEST_SKIP() << "needs qemu-system-x86_64 and dmsetup";
  }
  const std::string folder = ScratchPath("hang");
  std::filesystem::create_directory(folder);
  std::string trace = "queue_ns,complete_ns,op,offset_bytes,length_bytes\n";
  for (int64_t i = 0; i < 20'000; ++i) {
    absl::StrAppend(&trace, i * 10'000'000, ",", i * 10'000'000 + 1000, ",read,", i % 4096 * 4096,
                    ",4096\n");
  }
  ASSERT_THAT(WriteFile(folder + "/reads.csv", trace), IsOk());
  // The machine has a /tmp of its own.
  std::filesystem::copy_file(IoreelPath(), folder + "/ioreel");
  ASSERT_THAT(WriteFile(folder + "/run.sh", absl::StrCat("share=", folder, "\n", kScript)), IsOk());
  const CommandResult run =
      RunShell(absl::StrCat(vmlab, " run --mod loop --mod dm_mod --timeout 240 --share ", folder,
                            " -- sh ", folder, "/run.sh"));
  if (run.status == 251) GTEST_SKIP() << "the virtual machine is not set up: vmlab setup";
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("the result is there while the device hangs"));
  EXPECT_THAT(run.output, HasSubstr("ended with 4"));
  const RunResult result = ResultOf(folder + "/result.json");
  ASSERT_EQ(result.repeats.size(), 1u);
  const RepeatResult& repeat = result.repeats[0];
  EXPECT_FALSE(repeat.complete);
  EXPECT_FALSE(repeat.fidelity.valid);
  EXPECT_GT(repeat.fidelity.issued, 20u);
  EXPECT_LT(repeat.fidelity.issued, 20'000u);
  ASSERT_EQ(repeat.errors.size(), 1u);
  EXPECT_EQ(repeat.errors[0].error, ETIMEDOUT);
  EXPECT_EQ(repeat.errors[0].op, Op::kRead);
  EXPECT_GT(repeat.errors[0].count, 0u);
  ASSERT_FALSE(repeat.ops.empty());
  EXPECT_GE(repeat.ops[0].count, 20u) << "what went before";
  EXPECT_EQ(repeat.ops[0].count + repeat.errors[0].count, repeat.fidelity.issued);
  EXPECT_EQ(repeat.errors[0].first_offset_bytes, repeat.ops[0].count % 4096 * 4096);
}

}  // namespace
}  // namespace ioreel
