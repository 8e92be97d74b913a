#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/loop_device.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// `ioreel gate run` on two block devices.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kDeviceBytes = 16 << 20;

std::string Writes() {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&text, i * 100'000, ",", i * 100'000 + 50'000, ",write,", i * 4096 + (1 << 20),
                    ",4096,1\n");
  }
  return ScratchFile("gate-writes.csv", text);
}

ProgramRun GateRun(const LoopDevice& base, const LoopDevice& candidate,
                   const std::vector<std::string>& more) {
  const std::string folder = testing::TempDir() + "/gate_run_devices";
  const std::string lax = ScratchFile("lax.toml", "[metric.completion_ns]\ntolerance = 10\n");
  std::filesystem::remove_all(folder);
  std::vector<std::string> words = {"gate",
                                    "run",
                                    Writes(),
                                    "--base-target",
                                    base.path(),
                                    "--cand-target",
                                    candidate.path(),
                                    "-o",
                                    folder,
                                    "--policy",
                                    lax,
                                    "--mode",
                                    "afap"};
  words.insert(words.end(), more.begin(), more.end());
  const ProgramRun run = RunIoreel(words);
  std::filesystem::remove_all(folder);
  return run;
}

TEST(GateRunDeviceTest, NeitherDeviceIsWrittenWithoutConsentToBoth) {
  const LoopDevice base(kDeviceBytes), candidate(kDeviceBytes);
  SKIP_WITHOUT_LOOP(base);
  SKIP_WITHOUT_LOOP(candidate);
  ASSERT_EQ(RunShell(absl::StrCat("mkfs.ext4 -q ", candidate.path())).status, 0);
  const auto before = ReadFile(base.file());
  const ProgramRun none = GateRun(base, candidate, {});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("--allow-writes"));
  const ProgramRun one = GateRun(base, candidate, {"--allow-writes"});
  EXPECT_EQ(one.code, 1);
  EXPECT_THAT(one.err, HasSubstr("carries the filesystem ext4"));
  EXPECT_EQ(*ReadFile(base.file()), *before);
  const ProgramRun both =
      GateRun(base, candidate, {"--allow-writes", "--overwrite", candidate.path()});
  EXPECT_TRUE(both.code == 0 || both.code == 6) << both.err << both.out;  // of noise alone
  EXPECT_NE(*ReadFile(base.file()), *before);
}

}  // namespace
}  // namespace ioreel
