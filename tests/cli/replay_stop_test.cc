#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "formats/result/result_file.h"
#include "tests/support/container_files.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// One I/O a millisecond for 20 s.
std::string TwentySeconds(absl::string_view op) {
  std::string text = "t_ns,op,offset_bytes,len_bytes\n";
  for (int64_t i = 0; i < 20'000; ++i) {
    absl::StrAppend(&text, i * 1'000'000, ",", op, ",", 4096 * (i % 256), ",4096\n");
  }
  return ScratchFile(absl::StrCat("twenty_seconds_", op, ".csv"), text);
}

RepeatResult OnlyRepeat(const std::string& path) {
  const auto result = ReadRunResult(path);
  EXPECT_THAT(result, IsOk());
  return result.ok() ? result->repeats.at(0) : RepeatResult();
}

/// "ioreel replay …" that gets `signal` after a second and a half.
CommandResult Stopped(const std::string& signal, const std::string& arguments) {
  return RunShell(absl::StrCat("timeout --preserve-status -s ", signal,
                               " 1.5 env --default-signal=HUP ", IoreelPath(), " replay ",
                               arguments));
}

TEST(ReplayStopTest, DurationCuts) {
  const std::string out = FreshPath("cut.json");
  const ProgramRun cut =
      RunIoreel({"replay", TwentySeconds("R"), "--target", FreshPath("scratch"), "--create", "auto",
                 "--duration", "200ms", "-o", out, "--max-lag", "10s"});
  EXPECT_EQ(cut.code, 0) << cut.err << cut.out;
  EXPECT_FALSE(OnlyRepeat(out).complete);
}

TEST(ReplayStopTest, ASignalLeavesAValidPartialResult) {
  const std::string trace = TwentySeconds("R"), target = FreshPath("scratch");
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    const std::string out = FreshPath(absl::StrCat("cut", signal, ".json"));
    const CommandResult run =
        Stopped(signal, absl::StrCat(trace, " --target ", target, " -o ", out,
                                     std::filesystem::exists(target) ? "" : " --create auto"));
    EXPECT_EQ(run.status, 4) << signal << run.output;
    EXPECT_THAT(run.output, HasSubstr("stopping after the I/Os in flight")) << signal;
    const RepeatResult repeat = OnlyRepeat(out);
    EXPECT_FALSE(repeat.complete);
    EXPECT_EQ(repeat.completion_ns, kNoTime);
    EXPECT_GT(repeat.fidelity.issued, 0u) << signal;
    EXPECT_LT(repeat.fidelity.issued, 20'000u) << signal;
  }
}

TEST(ReplayStopTest, UnderNohupAHangUpIsNothing) {
  const std::string out = FreshPath("nohup.json");
  const CommandResult run = RunShell(
      absl::StrCat("timeout --preserve-status -s HUP 0.7 env --ignore-signal=HUP ", IoreelPath(),
                   " replay ", TwentySeconds("R"), " --target ", FreshPath("scratch"),
                   " --create auto --duration 1s -o ", out, " --max-lag 10s"));
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_GT(OnlyRepeat(out).elapsed_ns, 900'000'000);
}

TEST(ReplayStopTest, AStoppedReplaysFileIsStillIoreels) {
  const std::string target = FreshPath("scratch"), trace = TwentySeconds("W");
  const CommandResult stopped =
      Stopped("INT", absl::StrCat(trace, " --target ", target, " --create auto"));
  EXPECT_EQ(stopped.status, 4) << stopped.output;
  const ProgramRun known = RunIoreel({"replay", trace, "--target", target, "--mode", "afap"});
  EXPECT_EQ(known.code, 0) << known.err;
}

}  // namespace
}  // namespace ioreel
