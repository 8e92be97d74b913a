#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "tests/support/bio_watch.h"
#include "tests/support/loop_device.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

/// Several devices in one replay, on loop devices.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr uint64_t kMiB = 1 << 20;
constexpr char kHeader[] = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";

/// Device, offset, length.
using Write = std::tuple<char, uint64_t, uint64_t>;

/// `count` writes 2 ms apart, on sda and sdb in no regular turn.
std::string Trace(int count, std::vector<Write>* writes) {
  std::string text = kHeader;
  for (int i = 0; i < count; ++i) {
    const char device = i * 7 % 5 < 2 ? 'a' : 'b';
    const uint64_t offset = static_cast<uint64_t>(i) * 8192, length = 4096 << i % 2;
    writes->emplace_back(device, offset, length);
    absl::StrAppend(&text, i * 2'000'000, ",", i * 2'000'000 + 50'000, ",write,", offset, ",",
                    length, ",sd", std::string(1, device), ",1\n");
  }
  return ScratchFile("two.csv", text);
}

/// What the kernel was asked to write, in the order of both.
std::vector<Write> WritesOf(BioWatch* first, BioWatch* second) {
  std::vector<std::pair<int64_t, Write>> seen;
  const auto add = [&](char device, BioWatch* watch) {
    for (const BioWatch::Bio& bio : watch->Stop()) {
      if (bio.op == Op::kWrite) seen.push_back({bio.time_ns, {device, bio.offset, bio.length}});
    }
  };
  add('a', first);
  add('b', second);
  std::stable_sort(seen.begin(), seen.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Write> writes;
  for (const auto& [time_ns, write] : seen) writes.push_back(write);
  return writes;
}

TEST(SeveralTargetsTest, M2OneScheduleKeepsTheOrderAcrossDevices) {
  const LoopDevice a(4 * kMiB), b(4 * kMiB);
  SKIP_WITHOUT_LOOP(a);
  SKIP_WITHOUT_LOOP(b);
  std::vector<Write> writes;
  const std::string trace = Trace(200, &writes), out = FreshScratchPath("two.json");
  for (const char* mode : {"timed", "dependent"}) {
    BioWatch on_a(a.path()), on_b(b.path());
    if (!on_a.why_not().empty()) GTEST_SKIP() << on_a.why_not();
    const ProgramRun run =
        RunReplay({trace, "--map", "sda=" + a.path(), "--map", "sdb=" + b.path(), "--allow-writes",
                   "--mode", mode, "--max-lag", "10s", "-o", out});
    EXPECT_EQ(run.code == 0 || run.code == 4, true) << run.err;
    EXPECT_EQ(WritesOf(&on_a, &on_b), writes) << mode;
    const RunResult result = ResultOf(out);
    ASSERT_EQ(result.repeats.at(0).volumes.size(), 2u);
    EXPECT_EQ(result.repeats[0].fidelity.issued, 200u);
  }
}

TEST(SeveralTargetsTest, DevicesThatLieOnEachOtherAreRefused) {
  const LoopDevice loop(4 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  const LoopDevice again(loop.file());
  SKIP_WITHOUT_LOOP(again);
  std::vector<Write> writes;
  const std::string trace = Trace(10, &writes);
  const auto error = [&](const std::vector<std::string>& targets) {
    std::vector<std::string> arguments = {trace, "--dry-run", "--allow-writes"};
    arguments.insert(arguments.end(), targets.begin(), targets.end());
    const ProgramRun run = RunReplay(arguments);
    EXPECT_EQ(run.code, 1) << run.out;
    return run.err;
  };
  EXPECT_THAT(error({"--map", "sda=" + loop.path(), "--map", "sdb=" + loop.file()}),
              HasSubstr(absl::StrCat("share space: ", loop.path(), " lies on ", loop.file())));
  EXPECT_THAT(
      error({"--map", "sda=" + loop.path(), "--map", "sdb=" + again.path()}),
      HasSubstr(absl::StrCat(loop.path(), " and ", again.path(), " both lie on ", loop.file())));
  EXPECT_THAT(
      error({"--concat", "--target", absl::StrCat("raid1(", loop.file(), ",", loop.path(), ")")}),
      AllOf(HasSubstr("--target: column "),
            HasSubstr(
                absl::StrCat(loop.path(), " lies on ", loop.file(), ": members share no space"))));
}

TEST(SeveralTargetsTest, APartitionAndItsDiskAreRefused) {
  const LoopDevice loop(8 * kMiB);
  SKIP_WITHOUT_LOOP(loop);
  for (const char* range : {"1 2048 4096", "2 6144 4096"}) {
    if (RunShell(absl::StrCat("set -- ", range, "; addpart ", loop.path(), " $1 $2 $3")).status !=
        0) {
      GTEST_SKIP() << "no partitions on loop devices";
    }
  }
  std::vector<Write> writes;
  const std::string trace = Trace(10, &writes);
  const std::string first = loop.path() + "p1", second = loop.path() + "p2";
  const auto run = [&](const std::string& target) {
    return RunReplay({trace, "--concat", "--target", target, "--dry-run", "--allow-writes"});
  };
  EXPECT_THAT(run(absl::StrCat("raid0(", loop.path(), ",", second, ")")).err,
              HasSubstr(absl::StrCat(second, " lies on ", loop.path())));
  EXPECT_EQ(run(absl::StrCat("raid0(", first, ",", second, ")")).code, 0);
  RunShell(absl::StrCat("delpart ", loop.path(), " 1; delpart ", loop.path(), " 2"));
}

}  // namespace
}  // namespace ioreel
