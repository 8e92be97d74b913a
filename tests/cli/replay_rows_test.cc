#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/import_log.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

/// More rows of cases.md, each test named after its own, on simulated drives: exact, and without
/// waiting.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kHeader[] = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";
constexpr int64_t kMs = 1'000'000;

std::string Read(int64_t queue_ns, const std::string& device = "sda") {
  return absl::StrCat(queue_ns, ",", queue_ns + 1000, ",read,0,4096,", device, ",1\n");
}

RunResult Timed(const std::string& trace, std::vector<std::string> more = {}) {
  const std::string out = FreshScratchPath("out.json");
  more.insert(more.begin(),
              {trace, "--target", "sim:1g:read=1ms:channels=512", "--mode", "timed", "-o", out});
  const ProgramRun run = RunReplay(more);
  EXPECT_EQ(run.code, 0) << run.err;
  const RunResult result = ResultOf(out);
  return result.repeats.empty() ? RunResult{.repeats = {{}}} : result;
}

TEST(ReplayRows, T7LatencyDoesNotHoldTheSleepBetweenIos) {
  std::string text = kHeader;
  for (int i = 0; i < 10; ++i) text += Read(i * 100 * kMs);
  const RepeatResult repeat = Timed(ScratchFile("t7.csv", text)).repeats[0];
  ASSERT_EQ(repeat.ops.size(), 1u);
  EXPECT_EQ(repeat.ops[0].count, 10u);
  EXPECT_EQ(repeat.ops[0].completion.mean_ns, kMs);
  EXPECT_LT(repeat.ops[0].completion.p99_ns, 3 * kMs);
}

TEST(ReplayRows, S2TimeZeroIsALegalStamp) {
  const RepeatResult repeat =
      Timed(ScratchFile("s2.csv", absl::StrCat(kHeader, Read(0), Read(0), Read(400 * kMs))))
          .repeats[0];
  EXPECT_EQ(repeat.fidelity.issued, 3u);
  EXPECT_EQ(repeat.completion_ns, 401 * kMs);
}

TEST(ReplayRows, R2R3EverySampleOfABurstAfterAMinuteIsLogged) {
  std::string text = absl::StrCat(kHeader, Read(0));
  for (int i = 0; i < 10'000; ++i) text += Read(60'000 * kMs);
  const std::string samples = FreshScratchPath("samples.ioreel");
  const RepeatResult repeat = Timed(ScratchFile("r3.csv", text), {"--samples", samples}).repeats[0];
  EXPECT_EQ(repeat.fidelity.issued, 10'001u);
  ImportLog log;
  const auto reader = OpenTrace({samples}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  size_t logged = 0;
  for (TraceChunk chunk; *(*reader)->Read(&chunk);) logged += chunk.queued.size();
  EXPECT_EQ(logged, repeat.fidelity.issued);
}

TEST(ReplayRows, S4ADiscardIsNoWrite) {
  const RunResult result = Timed(ScratchFile("s4.txt",
                                             "8,0 0 1 0.000000000 10 Q D 2048 + 128 [app]\n"
                                             "8,0 0 2 0.000001000 10 D D 2048 + 128 [app]\n"
                                             "8,0 0 3 0.000100000 0 C D 2048 + 128 [0]\n"));
  ASSERT_EQ(result.repeats[0].ops.size(), 1u);
  EXPECT_EQ(result.repeats[0].ops[0].op, Op::kDiscard);
  EXPECT_EQ(result.repeats[0].ops[0].bytes, 128u * 512);
  EXPECT_EQ(result.repeats[0].written_bytes, 0u);
}

TEST(ReplayRows, S6NamesAreNeverRewritten) {
  const std::string trace = ScratchFile(
      "s6.csv",
      absl::StrCat(kHeader, Read(0, "cciss_c0d0"), Read(5, "cciss/c0d0"), Read(9, "cciss/c0d0")));
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun run = RunReplay({trace, "--map", "cciss_c0d0=sim:1m", "--map",
                                    "cciss/c0d0=sim:2m", "-o", out, "--mode", "timed"});
  ASSERT_EQ(run.code, 0) << run.err;
  const RunResult result = ResultOf(out);
  ASSERT_EQ(result.layout.size(), 2u);
  EXPECT_EQ(result.layout[0].device, "cciss_c0d0");
  EXPECT_EQ(result.layout[1].device, "cciss/c0d0");
  EXPECT_EQ(result.repeats.at(0).volumes.at(1).read_bytes, 2u * 4096);
}

TEST(ReplayRows, O7AnUnknownOpIsAnErrorOrACountedSkip) {
  const std::string trace = ScratchFile(
      "o7.csv", absl::StrCat(kHeader, Read(0), "5,9,frobnicate,0,4096,sda,1\n", Read(100)));
  const ProgramRun run = RunReplay({trace, "--target", "sim:1m"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr("o7.csv"), HasSubstr("3"), HasSubstr("frobnicate")));
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun tolerant =
      RunReplay({trace, "--target", "sim:1m", "--tolerant", "--allow-tainted", "-o", out});
  EXPECT_THAT(tolerant.err, HasSubstr("1"));
  EXPECT_EQ(ResultOf(out).repeats.at(0).fidelity.issued, 2u);
}

TEST(ReplayRows, TheIdleTimeThatIsCutIsTold) {
  const std::string trace =
      ScratchFile("idle.csv", absl::StrCat(kHeader, Read(0), Read(5'000 * kMs + 1'000)));
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun run = RunReplay(
      {trace, "--target", "sim:1m:read=1us", "--mode", "timed", "--idle-cap", "1s", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("without 4.000 s of idle time above --idle-cap"));
  const RunResult result = ResultOf(out);
  EXPECT_EQ(result.notes.at("idle_cut_ns"), "4000000000");
  EXPECT_EQ(result.repeats.at(0).completion_ns, 1'000 * kMs + 2'000);
}

TEST(ReplayRows, T9RatioFastAsPossibleAndThinkTimeAreModesOfTheirOwn) {
  std::string text = kHeader;  // each waits for the one before, then thinks 9 ms
  for (int i = 0; i < 10; ++i) {
    absl::StrAppend(&text, i * 10 * kMs, ",", i * 10 * kMs + kMs, ",read,0,4096,sda,1\n");
  }
  const std::string trace = ScratchFile("t9.csv", text), out = FreshScratchPath("out.json");
  const auto completion = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {trace, "--target", "sim:1m:read=2ms", "-o", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(RunReplay(arguments).code, 0);
    return ResultOf(out).repeats.at(0).completion_ns;
  };
  EXPECT_EQ(completion({"--mode", "timed", "--speed", "2x"}), 45 * kMs + 2 * kMs);
  EXPECT_EQ(completion({"--mode", "afap"}), 20 * kMs);
  EXPECT_EQ(completion({"--mode", "dependent"}), 9 * 9 * kMs + 20 * kMs);
}

}  // namespace
}  // namespace ioreel
