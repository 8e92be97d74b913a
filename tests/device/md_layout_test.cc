#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/replay/member_images.h"
#include "tests/support/loop_device.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

constexpr uint64_t kChunk = 64 << 10;
/// More than md's superblock and its other tables at the end of a member, less than a chunk.
constexpr uint64_t kTail = 60 << 10;

/// In the virtual machine, for each array: md finds the data that ioreel wrote to the members,
/// whole and, where it can, without its second member, and no parity or copy that does not fit.
constexpr const char* kScript = R"sh(set -e
cd /tmp
wait_idle() {
  while [ "$(cat /sys/block/md0/md/sync_action)" != idle ]; do sleep 0.1; done
}
same_as_expected() {
  echo 3 > /proc/sys/vm/drop_caches
  [ "$(blockdev --getsize64 /dev/md0)" = "$(stat -c %s "$share/$name.expected")" ]
  cmp /dev/md0 "$share/$name.expected"
}
check() {
  name=$1 count=$2; shift 2
  devices=
  for i in $(seq 0 $((count - 1))); do
    cp "$share/$name.$i" "member$i"
    losetup "/dev/loop$i" "member$i"
    devices="$devices /dev/loop$i"
  done
  mdadm --create /dev/md0 --run --assume-clean --metadata=1.0 --raid-devices=$count "$@" $devices
  same_as_expected
  if [ -e /sys/block/md0/md/sync_action ]; then
    echo check > /sys/block/md0/md/sync_action
    wait_idle
    [ "$(cat /sys/block/md0/md/mismatch_cnt)" = 0 ]
    mdadm --fail /dev/md0 /dev/loop1
    same_as_expected
  fi
  mdadm --stop /dev/md0
  losetup -D
  echo "$name is right"
}
)sh";

/// Writes to an array all over, at once and in small pieces, and leaves its members as
/// FOLDER/NAME.0 and so on, and what it holds as FOLDER/NAME.expected.
void MakeMembers(const std::string& folder, const std::string& name, const std::string& spec,
                 const std::vector<uint64_t>& sizes) {
  MemberImages images(spec, sizes);
  const uint64_t bytes = images.target()->size_bytes();
  images.Write(0, Pattern(1, bytes));
  std::mt19937_64 random(2);
  for (int i = 0; i < 500; ++i) {
    const uint64_t length = 1 + random() % 300;
    images.Write(random() % (bytes / 512 - length + 1) * 512, Pattern(random(), length * 512));
  }
  ASSERT_THAT(WriteFile(absl::StrCat(folder, "/", name, ".expected"), images.All()), IsOk());
  for (size_t i = 0; i < images.images().size(); ++i) {
    const std::string path = absl::StrCat(folder, "/", name, ".", i);
    ASSERT_THAT(WriteFile(path, images.images()[i]), IsOk());
    std::filesystem::resize_file(path, images.images()[i].size() + kTail);
  }
}

TEST(MdLayoutTest, MdReadsWhatWasWrittenToTheMembers) {
  SKIP_WITHOUT_SHARED(vmlab, "tools/vmlab");
  if (RunShell("command -v qemu-system-x86_64 && command -v mdadm").status != 0) {
    GTEST_SKIP() << "needs qemu-system-x86_64 and mdadm";
  }
  const std::string folder = ScratchPath("md");
  std::filesystem::create_directory(folder);
  const uint64_t kSize = 16 * kChunk;
  MakeMembers(folder, "raid0", "raid0(chunk=64k,a,b,c)", {kSize});
  // The second zone, across two members, begins in the middle of a round of theirs.
  MakeMembers(folder, "zones", "raid0(chunk=64k,a,b,c)", {17 * kChunk, 33 * kChunk, 24 * kChunk});
  MakeMembers(folder, "raid1", "raid1(a,b)", {kSize});
  MakeMembers(folder, "raid5", "raid5(chunk=64k,a,b,c)", {kSize});
  MakeMembers(folder, "wide", "raid5(chunk=16k,a,b,c,d,e)", {kSize});
  const std::string size = absl::StrCat(" --size=", kSize / 1024);
  ASSERT_THAT(
      WriteFile(folder + "/run.sh",
                absl::StrCat("share=", folder, "\n", kScript,
                             "check raid0 3 --level=0 --chunk=64\n"
                             "check zones 3 --level=0 --chunk=64\n"
                             "check raid1 2 --level=1 --bitmap=none",
                             size, "\ncheck raid5 3 --level=5 --chunk=64 --bitmap=none", size,
                             "\ncheck wide 5 --level=5 --chunk=16 --bitmap=none", size, "\n")),
      IsOk());
  const CommandResult run = RunShell(absl::StrCat(
      vmlab, " run --mod loop --mod raid0 --mod raid1 --mod raid456 --timeout 300 --share ", folder,
      " -- sh ", folder, "/run.sh"));
  if (run.status == 251) GTEST_SKIP() << "the virtual machine is not set up: vmlab setup";
  EXPECT_EQ(run.status, 0) << run.output;
  for (const char* name : {"raid0", "zones", "raid1", "raid5", "wide"}) {
    EXPECT_THAT(run.output, testing::HasSubstr(absl::StrCat(name, " is right"))) << run.output;
  }
}

}  // namespace
}  // namespace ioreel
