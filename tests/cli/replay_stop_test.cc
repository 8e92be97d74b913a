#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

using ::testing::Contains;
using ::testing::ElementsAre;
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

/// "ioreel replay …" that gets `signal` once it has begun with its first repeat: its samples have
/// a file then. `handling` = default or ignore: what a hang-up is to it from the start.
CommandResult Signalled(const std::string& signal, const std::string& arguments,
                        const std::string& handling = "default") {
  const std::string samples = FreshPath("samples.ioreel");
  return RunShell(absl::StrCat("env --", handling, "-signal=HUP ", IoreelPath(), " replay ",
                               arguments, " --samples ", samples,
                               " & for i in $(seq 3000); do [ -e ", samples,
                               "* ] && break; sleep 0.01; done; kill -", signal, " $!; wait $!"));
}

TEST(ReplayStopTest, DurationCuts) {
  const std::string out = FreshPath("cut.json");
  const ProgramRun cut =
      RunIoreel({"replay", TwentySeconds("R"), "--target", FreshPath("scratch"), "--create", "auto",
                 "--duration", "200ms", "-o", out, "--max-lag", "10s"});
  EXPECT_EQ(cut.code, 0) << cut.err << cut.out;
  EXPECT_FALSE(OnlyRepeat(out).complete);
}

TEST(ReplayStopTest, AsFastAsPossibleNothingIsDueThatDurationCutsOff) {
  const std::string out = FreshPath("cut.json");
  const ProgramRun cut = RunIoreel({"replay", TwentySeconds("R"), "--target", "sim:1m:read=1ms",
                                    "--mode", "afap", "--duration", "200ms", "-o", out});
  EXPECT_EQ(cut.code, 0) << cut.err << cut.out;
  const RepeatResult repeat = OnlyRepeat(out);
  EXPECT_FALSE(repeat.complete);
  EXPECT_TRUE(repeat.fidelity.valid) << cut.out;
  EXPECT_EQ(repeat.fidelity.issued, repeat.fidelity.planned);
  EXPECT_LT(repeat.fidelity.issued, 20'000u);
}

TEST(ReplayStopTest, AReplayInWhichNothingWentOutIsNoneThatIsValid) {
  const std::string out = FreshPath("nothing.json");
  const ProgramRun run = RunIoreel(
      {"replay", ScratchFile("huge.csv", "t_ns,op,offset_bytes,len_bytes\n0,D,0,2097152\n"),
       "--target", "sim:1m", "--fit", "wrap", "-o", out});
  EXPECT_EQ(run.code, 4) << run.err << run.out;
  const Fidelity fidelity = OnlyRepeat(out).fidelity;
  EXPECT_FALSE(fidelity.valid);
  EXPECT_THAT(fidelity.reasons, ElementsAre("no I/O went out"));
}

// cases.md T5.
TEST(ReplayStopTest, T5ASignalLeavesAValidPartialResult) {
  const std::string trace = TwentySeconds("R");
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    const std::string out = FreshPath("cut.json");
    const CommandResult run = Signalled(
        signal, absl::StrCat(trace, " --target ", FreshPath("scratch"), " --create auto -o ", out));
    EXPECT_EQ(run.status, 4) << signal << run.output;
    EXPECT_THAT(run.output, HasSubstr("stopping after the I/Os in flight")) << signal;
    const RepeatResult repeat = OnlyRepeat(out);
    EXPECT_FALSE(repeat.complete);
    EXPECT_EQ(repeat.completion_ns, kNoTime);
    EXPECT_LT(repeat.fidelity.issued, 20'000u) << signal;
    EXPECT_FALSE(repeat.fidelity.valid) << signal;
    EXPECT_THAT(repeat.fidelity.reasons, Contains("it was interrupted")) << signal;
  }
}

TEST(ReplayStopTest, UnderNohupAHangUpIsNothing) {
  const std::string out = FreshPath("nohup.json");
  const CommandResult run =
      Signalled("HUP",
                absl::StrCat(TwentySeconds("R"), " --target ", FreshPath("scratch"),
                             " --create auto --duration 300ms --max-lag 10s -o ", out),
                "ignore");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_GT(OnlyRepeat(out).elapsed_ns, 200'000'000);
}

TEST(ReplayStopTest, AStoppedReplaysFileIsStillIoreels) {
  const std::string target = FreshPath("scratch"), trace = TwentySeconds("W");
  const CommandResult stopped =
      Signalled("INT", absl::StrCat(trace, " --target ", target, " --create auto"));
  EXPECT_EQ(stopped.status, 4) << stopped.output;
  const ProgramRun known = RunIoreel({"replay", trace, "--target", target, "--mode", "afap"});
  EXPECT_EQ(known.code, 0) << known.err;
}

}  // namespace
}  // namespace ioreel
