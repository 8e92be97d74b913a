#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int kIos = 1'000;

/// Reads and writes of 4 KiB, `gap_ns` apart.
std::string Trace(int64_t gap_ns) {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (int i = 0; i < kIos; ++i) {
    absl::StrAppend(&text, i * gap_ns, ",", i * gap_ns + 9'000, i % 3 == 0 ? ",write," : ",read,",
                    i % 256 * 4096, ",4096,1\n");
  }
  return ScratchFile("threads.csv", text);
}

std::vector<std::string> With(const std::string& threads, std::vector<std::string> more) {
  std::vector<std::string> arguments = {
      Trace(20'000), "--threads", threads, "--target", FreshScratchPath("threads.img"),
      "--create",    "auto"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(ReplayThreadsTest, EveryEngineDoesEachIoOnceInEachRepeat) {
  for (const char* engine : {"io_uring", "libaio", "sync", "null"}) {
    for (const char* mode : {"afap", "timed"}) {
      const std::string out = FreshScratchPath("threads.json");
      const ProgramRun run = RunReplay(With("3", {"--mode", mode, "--engine", engine, "--repeat",
                                                  "2", "--max-lag", "10s", "-o", out}));
      if (run.err.find("io_uring: ") != std::string::npos) continue;  // not on this kernel
      const bool kept_time = run.code == 0;                           // a busy machine drifts
      ASSERT_TRUE(kept_time || run.code == 4) << engine << " " << mode << " " << run.err;
      const RunResult result = ResultOf(out);
      EXPECT_EQ(result.options.at("threads"), "3");
      EXPECT_THAT(result.notes.at("realtime"), HasSubstr("3 threads: "));
      ASSERT_EQ(result.repeats.size(), 2u);
      for (const RepeatResult& repeat : result.repeats) {
        EXPECT_TRUE(repeat.complete);
        EXPECT_EQ(repeat.fidelity.planned, uint64_t{kIos});
        EXPECT_EQ(repeat.fidelity.issued, uint64_t{kIos});
        EXPECT_TRUE(repeat.errors.empty());
        EXPECT_EQ(repeat.read_bytes + repeat.written_bytes, uint64_t{kIos} * 4096);
        EXPECT_LE(repeat.max_depth, 256);
      }
    }
  }
}

TEST(ReplayThreadsTest, SeveralTargetsGetWhatIsTheirs) {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";
  for (int i = 0; i < kIos; ++i) {
    absl::StrAppend(&text, i * 10'000, ",", i * 10'000 + 9'000, ",write,", i % 256 * 4096,
                    ",4096,sd", i % 4 == 0 ? "a" : "b", ",1\n");
  }
  const std::string trace = ScratchFile("two.csv", text), out = FreshScratchPath("two.json");
  const ProgramRun run = RunReplay(
      {trace, "--threads", "2", "--mode", "afap", "--map", "sda=" + FreshScratchPath("a.img"),
       "--map", "sdb=" + FreshScratchPath("b.img"), "--create", "auto", "-o", out});
  ASSERT_EQ(run.code, 0) << run.err;
  const RepeatResult repeat = ResultOf(out).repeats.at(0);
  ASSERT_EQ(repeat.volumes.size(), 2u);
  EXPECT_EQ(repeat.volumes[0].written_bytes, uint64_t{kIos} / 4 * 4096);
  EXPECT_EQ(repeat.volumes[1].written_bytes, uint64_t{kIos} / 4 * 3 * 4096);
}

TEST(ReplayThreadsTest, WhatCannotBeSharedIsRefusedWithTheReason) {
  const auto refusal = [](std::vector<std::string> more) {
    const ProgramRun run = RunReplay(With("2", std::move(more)));
    EXPECT_EQ(run.code, 2);
    EXPECT_FALSE(std::filesystem::exists(ScratchPath("threads.img")));
    return run.err;
  };
  EXPECT_THAT(refusal({}), AllOf(HasSubstr("--threads 2: in --mode dependent"),
                                 HasSubstr("--mode timed or afap")));
  EXPECT_THAT(refusal({"--mode", "stream"}), HasSubstr("in --mode stream"));
  for (const auto& [option, value] :
       {std::pair<std::string, std::string>("--verify", "read"), {"--payload", "stamp"}}) {
    EXPECT_THAT(refusal({"--mode", "afap", option, value}), HasSubstr("--threads 2: one thread"));
  }
  EXPECT_THAT(refusal({"--mode", "afap", "--engine", "sim"}), HasSubstr("virtual time"));
  EXPECT_THAT(refusal({"--mode", "afap", "--depth", "1"}), HasSubstr("--depth 1"));
  const ProgramRun array =
      RunReplay({Trace(0), "--threads", "2", "--mode", "afap", "--target", "raid0(chunk=4k,a,b)"});
  EXPECT_EQ(array.code, 2);
  EXPECT_THAT(array.err, HasSubstr("--threads 2: raid0(…) keeps its state on one thread"));
  for (const char* count : {"0", "-1", "65"}) {
    const ProgramRun run = RunReplay(With(count, {"--mode", "afap"}));
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("--threads takes 1 to 64"));
  }
}

TEST(ReplayThreadsTest, ResultsOfOtherThreadsAreNotComparable) {
  const std::string one = FreshScratchPath("one.json"), two = FreshScratchPath("two.json");
  ASSERT_EQ(RunReplay(With("1", {"--mode", "afap", "-o", one})).code, 0);
  std::filesystem::remove(ScratchPath("threads.img"));
  ASSERT_EQ(RunReplay(With("2", {"--mode", "afap", "-o", two})).code, 0);
  const ProgramRun run = RunIoreel({"compare", one, "--", two});
  EXPECT_EQ(run.code, 5) << run.out;
  EXPECT_THAT(run.out + run.err, HasSubstr("threads"));
}

}  // namespace
}  // namespace ioreel
