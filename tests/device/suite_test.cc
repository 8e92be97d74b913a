#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/sim_suite.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// Whether something was written to these bytes of a new file.
bool HoldsData(const std::string& file, uint64_t offset) {
  const auto fd = OpenFd(file, O_RDONLY);
  std::string block(4096, '\0');
  EXPECT_THAT(fd, IsOk());
  EXPECT_THAT(PreadAll(fd->get(), block.data(), block.size(), offset), IsOk());
  return block.find_first_not_of('\0') != std::string::npos;
}

TEST(SuiteOnADeviceTest, EachTraceHasAnAreaThatIsPrimedAndReplayed) {
  LoopDevice loop(64 << 20);
  SKIP_WITHOUT_LOOP(loop);
  const std::string suite = SmallSuite("suite-device"), output = FreshScratchPath("device.json");
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"suite",     "run",       "--suite", suite,    "-t",
                                      loop.path(), "--max-lag", "1h",      "--idle", "0",
                                      "--passes",  "2",         "-o",      output};
    words.insert(words.end(), more.begin(), more.end());
    return RunIoreel(words);
  };
  const ProgramRun refused = run({});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("--allow-writes"));
  EXPECT_FALSE(HoldsData(loop.file(), 0));

  const ProgramRun done = run({"--allow-writes"});
  EXPECT_EQ(done.code, 0) << done.err;
  const absl::StatusOr<AnyResult> held = ReadResult(output);
  ASSERT_THAT(held, IsOk());
  const auto& result = std::get<SuiteResult>(*held);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.traces[0].result->target.direct);
  EXPECT_EQ(result.traces[1].result->repeats.size(), 2);
  for (const SuiteTraceResult& trace : result.traces) {
    EXPECT_TRUE(HoldsData(loop.file(), trace.begin_bytes)) << "its first write";
    EXPECT_TRUE(HoldsData(loop.file(), trace.begin_bytes + 8192)) << "what its first read reads";
  }
  EXPECT_FALSE(HoldsData(loop.file(), result.traces[1].begin_bytes + (1 << 20)))
      << "nothing behind";
}

TEST(SuiteOnADeviceTest, ATrimmedAreaHoldsOnlyWhatItsTraceTouches) {
  const LoopDevice loop(64 << 20);
  SKIP_WITHOUT_LOOP(loop);
  const std::string suite = SmallSuite("suite-trim"), output = FreshScratchPath("trim.json");
  constexpr uint64_t kUntouched = 900 << 10;  // of the first area
  const std::string fill = absl::StrCat("dd if=/dev/urandom of=", loop.path(), " bs=1M count=4");
  ASSERT_EQ(RunShell(fill).status, 0);
  ASSERT_TRUE(HoldsData(loop.file(), kUntouched));
  const ProgramRun run =
      RunIoreel({"suite", "run", "--suite", suite, "-t", loop.path(), "--max-lag", "1h", "--idle",
                 "0", "--passes", "1", "-o", output, "--trim", "--allow-writes"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_FALSE(HoldsData(loop.file(), kUntouched));
  EXPECT_TRUE(HoldsData(loop.file(), 8192)) << "what its first read reads";
  EXPECT_TRUE(HoldsData(loop.file(), 3 << 20)) << "behind the areas";
  EXPECT_TRUE(std::get<SuiteResult>(*ReadResult(output)).trim);
}

}  // namespace
}  // namespace ioreel
