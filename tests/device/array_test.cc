#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/digest.h"
#include "formats/result/result_file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint64_t kBytes = 8 << 20;

/// Writes and reads that overlap, over `span` bytes, a flush after every 20.
std::string Trace(absl::string_view name, bool discards, uint64_t span = 2 * kBytes) {
  std::string text = "fio version 3 iolog\n0 /dev/sda add\n0 /dev/sda open\n";
  for (uint64_t i = 0; i < 600; ++i) {
    const uint64_t length = 4096 * (1 + i % 40);
    const uint64_t offset = i * 7919 * 4096 % (span - length) / 4096 * 4096;
    const char* const op = i % 4 == 0 ? "read" : discards && i % 50 == 1 ? "trim" : "write";
    absl::StrAppend(&text, i, " /dev/sda ", op, " ", offset, " ", length, "\n");
    if (i % 20 == 19) absl::StrAppend(&text, i, " /dev/sda sync 0 0\n");
  }
  return ScratchFile(name, text + "999 /dev/sda close\n");
}

RepeatResult Replay(const std::string& trace, const std::string& target,
                    const std::string& engine) {
  const std::string out = ScratchPath("array.json");
  const ProgramRun run = RunIoreel({"replay", trace, "--target", target, "--allow-writes", "--mode",
                                    "afap", "--depth", "64", "--engine", engine, "-o", out});
  EXPECT_EQ(run.code, 0) << run.err << run.out;
  const auto result = ReadRunResult(out);
  EXPECT_THAT(result, IsOk());
  return result.ok() ? result->repeats[0] : RepeatResult();
}

std::string Contents(const LoopDevice& loop) {
  RunShell(absl::StrCat("blockdev --flushbufs ", loop.path(), "; sync ", loop.file()));
  const auto contents = ReadFile(loop.file());
  EXPECT_THAT(contents, IsOk());
  return contents.ok() ? *contents : "";
}

TEST(ArrayDeviceTest, ParityIsRightWithEveryEngine) {
  const LoopDevice a(kBytes), b(kBytes), c(kBytes);
  SKIP_WITHOUT_LOOP(a);
  SKIP_WITHOUT_LOOP(b);
  SKIP_WITHOUT_LOOP(c);
  const std::string trace = Trace("raid5.iolog", /*discards=*/false);
  const std::string target =
      absl::StrCat("raid5(chunk=32k,", a.path(), ",", b.path(), ",", c.path(), ")");
  for (const std::string engine : {"auto", "io_uring", "libaio", "sync"}) {
    const RepeatResult repeat = Replay(trace, target, engine);
    EXPECT_EQ(repeat.fidelity.issued, 630u) << engine;
    EXPECT_THAT(repeat.errors, IsEmpty()) << engine;
    const std::string images[] = {Contents(a), Contents(b), Contents(c)};
    std::string sum(kBytes, '\0');
    for (size_t i = 0; i < kBytes; ++i) {
      sum[i] = static_cast<char>(images[0][i] ^ images[1][i] ^ images[2][i]);
    }
    EXPECT_TRUE(sum == std::string(kBytes, '\0')) << engine;
    EXPECT_TRUE(images[0] != std::string(kBytes, '\0')) << engine;
  }
}

TEST(ArrayDeviceTest, MirroredStripesStayEqualAndTakeDiscards) {
  const LoopDevice a(kBytes), b(kBytes), c(kBytes), d(kBytes);
  SKIP_WITHOUT_LOOP(a);
  SKIP_WITHOUT_LOOP(d);
  const std::string trace = Trace("raid10.iolog", /*discards=*/true);
  const RepeatResult repeat = Replay(trace,
                                     absl::StrCat("raid0(chunk=32k,raid1(", a.path(), ",", b.path(),
                                                  "),raid1(", c.path(), ",", d.path(), "))"),
                                     "auto");
  EXPECT_TRUE(Contents(a) == Contents(b));
  EXPECT_TRUE(Contents(c) == Contents(d));
  ASSERT_TRUE(repeat.array.has_value());
  for (const MemberResult& member : repeat.array->members) {
    uint64_t discards = 0, flushes = 0;
    for (const OpSummary& op : member.ops) {
      if (op.op == Op::kDiscard) discards = op.count;
      if (op.op == Op::kFlush) flushes = op.count;
    }
    EXPECT_EQ(flushes, 30u) << member.path;
    EXPECT_GT(discards, 0u) << member.path;
  }
}

// The second member would begin in the middle of one of its blocks.
TEST(ArrayDeviceTest, MembersOfOtherBlocksStayAligned) {
  const LoopDevice a(kBytes + 512), b(kBytes, /*sector_bytes=*/4096);
  SKIP_WITHOUT_LOOP(a);
  SKIP_WITHOUT_LOOP(b);
  for (const std::string kind : {"concat(", "raid0(chunk=32k,", "raid1(read=closest,"}) {
    const uint64_t span = kind[4] == '1' ? kBytes : 2 * kBytes;
    const RepeatResult repeat = Replay(Trace("blocks.iolog", /*discards=*/false, span),
                                       absl::StrCat(kind, a.path(), ",", b.path(), ")"), "auto");
    EXPECT_EQ(repeat.fidelity.issued, 630u) << kind;
    EXPECT_THAT(repeat.errors, IsEmpty()) << kind;
  }
}

TEST(ArrayDeviceTest, AMemberWithAFilesystemIsLeftAsItIs) {
  const LoopDevice a(kBytes), b(kBytes);
  SKIP_WITHOUT_LOOP(a);
  SKIP_WITHOUT_LOOP(b);
  ASSERT_EQ(RunShell(absl::StrCat("mkfs.ext4 -q ", b.path(), " && sync")).status, 0);
  const std::string before_a = *FileDigest(a.file()), before_b = *FileDigest(b.file());
  const ProgramRun run =
      RunIoreel({"replay", Trace("ext4.iolog", false), "--target",
                 absl::StrCat("raid0(", a.path(), ",", b.path(), ")"), "--allow-writes"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr(absl::StrCat("will not write to ", b.path(),
                                              ": it carries the filesystem ext4")));
  EXPECT_EQ(*FileDigest(a.file()), before_a);
  EXPECT_EQ(*FileDigest(b.file()), before_b);
}

}  // namespace
}  // namespace ioreel
