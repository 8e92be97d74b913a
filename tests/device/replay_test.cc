#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/digest.h"
#include "formats/result/result_file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint64_t kMiB = 1 << 20;

/// `count` I/Os 100 µs apart, 4 KiB each, over the first `span` bytes; every third is a read.
std::string Trace(absl::string_view name, uint64_t span, int count, uint64_t length = 4096) {
  std::string text = "fio version 3 iolog\n0 /dev/sda add\n0 /dev/sda open\n";
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, i * 100, " /dev/sda ", i % 3 ? "write " : "read ",
                    static_cast<uint64_t>(i) * 7919 * length % (span - length) / length * length,
                    " ", length, "\n");
    if (i % 20 == 19) absl::StrAppend(&text, i * 100, " /dev/sda sync 0 0\n");
  }
  return ScratchFile(name, text + "999999 /dev/sda close\n");
}

RepeatResult RepeatOf(const std::string& path) {
  const auto result = ReadRunResult(path);
  EXPECT_THAT(result, IsOk());
  return result.ok() && !result->repeats.empty() ? result->repeats[0] : RepeatResult();
}

TEST(ReplayDeviceTest, EveryModeAndEngineOnALoopDevice) {
  const LoopDevice loop(16 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  const std::string trace = Trace("modes.iolog", 16 * kMiB, 300);
  const std::string out = ScratchPath("out.json");
  for (const std::string mode : {"dependent", "stream", "timed", "afap"}) {
    for (const std::string engine : {"auto", "io_uring", "libaio", "sync"}) {
      const ProgramRun run =
          RunReplay({trace, "--target", loop.path(), "--allow-writes", "--prime", "--mode", mode,
                     "--engine", engine, "--max-lag", "10s", "-o", out});
      EXPECT_THAT(run.code, AnyOf(0, 4)) << mode << engine << run.err;
      const RepeatResult repeat = RepeatOf(out);
      EXPECT_EQ(repeat.fidelity.issued, 315u) << mode << engine;
      EXPECT_THAT(repeat.errors, IsEmpty()) << mode << engine << run.out;
      EXPECT_EQ(repeat.read_bytes, 100u * 4096) << mode << engine;
    }
  }
}

TEST(ReplayDeviceTest, M1AnExt4DeviceIsLeftAsItIs) {
  const LoopDevice loop(16 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  ASSERT_EQ(RunShell(absl::StrCat("mkfs.ext4 -q ", loop.path(), " && sync")).status, 0);
  const std::string before = *FileDigest(loop.file());
  const std::string trace = Trace("m1.iolog", 16 * kMiB, 300);
  for (const std::vector<std::string>& consent : std::vector<std::vector<std::string>>{
           {}, {"--allow-writes"}, {"--overwrite", loop.path()}, {"--prime"}, {"--dry-run"}}) {
    std::vector<std::string> arguments = {trace, "--target", loop.path()};
    arguments.insert(arguments.end(), consent.begin(), consent.end());
    const ProgramRun run = RunReplay(arguments);
    EXPECT_EQ(run.code, 1) << run.out;
    EXPECT_THAT(run.err, AllOf(HasSubstr("will not write"), HasSubstr("nothing was written")));
  }
  EXPECT_EQ(*FileDigest(loop.file()), before);

  const ProgramRun reads =
      RunReplay({trace, "--target", loop.path(), "--read-only", "--mode", "afap"});
  EXPECT_EQ(reads.code, 0) << reads.err;
  EXPECT_EQ(*FileDigest(loop.file()), before);

  const ProgramRun named = RunReplay({trace, "--target", loop.path(), "--allow-writes",
                                      "--overwrite", loop.path(), "--mode", "afap"});
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_NE(*FileDigest(loop.file()), before);
}

TEST(ReplayDeviceTest, TheDeviceThatTheTraceNamesIsNeverTouched) {
  const LoopDevice loop(4 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  const std::string trace = ScratchFile(
      "named.iolog", absl::StrCat("fio version 3 iolog\n0 ", loop.path(), " write 0 4096\n"));
  const std::string before = *FileDigest(loop.file());
  EXPECT_EQ(RunReplay({trace, "--allow-writes"}).code, 2);
  EXPECT_EQ(RunReplay({trace, "--target", ScratchPath("elsewhere"), "--create", "auto",
                       "--allow-writes", "--mode", "afap"})
                .code,
            0);
  EXPECT_EQ(*FileDigest(loop.file()), before);
}

TEST(ReplayDeviceTest, AMountedDeviceIsReadWithoutConsentAndWrittenByNobody) {
  const LoopDevice loop(16 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  const std::string point = ScratchPath("mnt");
  std::filesystem::create_directory(point);
  ASSERT_EQ(
      RunShell(absl::StrCat("mkfs.ext4 -q ", loop.path(), " && mount ", loop.path(), " ", point))
          .status,
      0);
  const std::string trace = Trace("mounted.iolog", 16 * kMiB, 90);
  const std::string link = ScratchPath("innocent");
  std::filesystem::remove(link);
  std::filesystem::create_symlink(loop.path(), link);
  const ProgramRun refused = RunReplay({trace, "--target", link, "--allow-writes"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr(absl::StrCat("a link to ", loop.path())),
                                 HasSubstr(absl::StrCat("is mounted on ", point))));
  const ProgramRun reads = RunReplay({trace, "--target", link, "--read-only", "--mode", "afap"});
  EXPECT_EQ(reads.code, 0) << reads.err;
  RunShell(absl::StrCat("umount ", point));
}

TEST(ReplayDeviceTest, M8SmallIosOn4KSectorsAreRefusedOrWidened) {
  const LoopDevice loop(16 * kMiB, 4096);
  SKIP_WITHOUT_LOOP(loop);
  const std::string trace = Trace("m8.iolog", 4 * kMiB, 60, 512);
  const std::vector<std::string> base = {trace,    "--target", loop.path(), "--allow-writes",
                                         "--mode", "afap",     "-o",        ScratchPath("m8.json")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return RunReplay(more);
  };
  const ProgramRun refused = with({});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("the target's 4096-byte blocks"), HasSubstr("--on-unaligned round")));
  const ProgramRun widened = with({"--on-unaligned", "round"});
  EXPECT_EQ(widened.code, 0) << widened.err;
  const RepeatResult repeat = RepeatOf(ScratchPath("m8.json"));
  EXPECT_THAT(repeat.errors, IsEmpty());
  EXPECT_EQ(repeat.read_bytes, 20u * 4096);
  ASSERT_EQ(repeat.substitutions.size(), 1u);
  EXPECT_EQ(repeat.substitutions[0].count, 60u);
  EXPECT_EQ(with({"--align", "512"}).code, 1);
}

TEST(ReplayDeviceTest, IoErrorsAreCountedByKindAndEndWithFour) {
  const LoopDevice loop(16 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  std::filesystem::resize_file(loop.file(), 8 * kMiB);  // reads behind its end fail
  const std::string trace = Trace("eio.iolog", 16 * kMiB, 300);
  const std::string out = ScratchPath("eio.json");
  const ProgramRun run =
      RunReplay({trace, "--target", loop.path(), "--read-only", "--mode", "afap", "-o", out});
  EXPECT_EQ(run.code, 4) << run.out;
  EXPECT_THAT(run.out, HasSubstr("Input/output error, first at byte "));
  const RepeatResult repeat = RepeatOf(out);
  EXPECT_TRUE(repeat.complete);
  ASSERT_EQ(repeat.errors.size(), 1u);
  EXPECT_EQ(repeat.errors[0].error, EIO);
  EXPECT_EQ(repeat.errors[0].op, Op::kRead);
  EXPECT_GT(repeat.errors[0].count, 10u);
  EXPECT_GE(repeat.errors[0].first_offset_bytes, 8 * kMiB);
}

TEST(ReplayDeviceTest, B1AFileInMemoryIsMarkedBuffered) {
  const std::string target = absl::StrCat("/dev/shm/ioreel_replay_", getpid());
  const std::string out = ScratchPath("shm.json");
  const ProgramRun run = RunReplay({Trace("shm.iolog", 4 * kMiB, 60), "--target", target,
                                    "--create", "auto", "--mode", "afap", "-o", out});
  std::filesystem::remove(target);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("page cache"));
  EXPECT_FALSE(ReadRunResult(out)->target.direct);
}

TEST(ReplayDeviceTest, AFullFilesystemIsNoticedBeforeTheFirstIo) {
  const LoopDevice loop(16 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  const std::string point = ScratchPath("mnt");
  std::filesystem::create_directory(point);
  ASSERT_EQ(
      RunShell(absl::StrCat("mkfs.ext4 -q ", loop.path(), " && mount ", loop.path(), " ", point))
          .status,
      0);
  const std::string target = point + "/scratch";
  const ProgramRun run = RunReplay({Trace("big.iolog", 64 * kMiB, 900, 65536), "--target", target,
                                    "--create", "auto", "--mode", "afap"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("would grow by"));
  EXPECT_FALSE(std::filesystem::exists(target));
  RunShell(absl::StrCat("umount ", point));
}

}  // namespace
}  // namespace ioreel
