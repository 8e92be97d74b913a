#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "formats/result/result_file.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

/// Ten reads, and the losses given.
std::string TraceWith(const std::vector<LossWindow>& losses, bool tainted) {
  TraceInMemory trace;
  trace.info.devices.push_back({.name = "sdz"});
  trace.info.losses = losses;
  trace.info.tainted = tainted;
  TraceChunk& chunk = trace.chunks.emplace_back();
  for (int64_t i = 0; i < 10; ++i) {
    chunk.queued.push_back({.queue_ns = i * 1000, .complete_ns = i * 1000 + 500, .length = 4096});
  }
  return WriteContainer(trace);
}

ProgramRun Replay(const std::string& trace, const std::string& target,
                  std::vector<std::string> more = {}) {
  more.insert(more.begin(),
              {"replay", trace, "--target", target, "--create", "auto", "--mode", "afap"});
  return RunIoreel(more);
}

TEST(ReplayTaintTest, ALossyTraceIsRefusedBeforeAnythingIsWritten) {
  const std::string target = FreshPath("target"), out = FreshPath("result.json");
  const std::string trace = TraceWith(
      {{.from_ns = 1, .to_ns = 2, .events = 1000}, {.from_ns = 5, .to_ns = 6, .events = 234}},
      true);
  const ProgramRun run = Replay(trace, target, {"-o", out});
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, MatchesRegex("ioreel replay: [^\n]*1,234 events were lost in 2 windows"
                                    "[^\n]*--allow-tainted[^\n]*\n"));
  EXPECT_EQ(run.out, "");
  EXPECT_FALSE(std::filesystem::exists(target));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(ReplayTaintTest, AllowedItRunsAndTheResultSaysSo) {
  const std::string target = FreshPath("target"), out = FreshPath("result.json");
  const ProgramRun run =
      Replay(TraceWith({{.events = 0}}, true), target, {"--allow-tainted", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("tainted      at least 1 event was lost in 1 window"),
                             HasSubstr("score refuses this result")));
  const auto result = ReadRunResult(out);
  ASSERT_THAT(result, IsOk());
  EXPECT_TRUE(result->trace.tainted);
  EXPECT_EQ(result->trace.lost_events, 1u);
  EXPECT_EQ(RunIoreel({"score", out}).code, 4);
  EXPECT_EQ(RunIoreel({"score", "--allow-invalid", out}).code, 0);
}

TEST(ReplayTaintTest, ATaintWithoutLossesCountsToo) {
  const ProgramRun run = Replay(TraceWith({}, true), FreshPath("target"));
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, HasSubstr("made from a damaged trace"));
}

TEST(ReplayTaintTest, SkippedLinesTaint) {
  const std::string text =
      "t_ns,op,offset_bytes,len_bytes\n0,R,0,4096\nnonsense\n1000,R,4096,4096\n";
  const std::string trace = ScratchFile("bad_line.csv", text);
  const ProgramRun refused = Replay(trace, FreshPath("target"), {"--tolerant"});
  EXPECT_EQ(refused.code, 4) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("it has 1 fault;"));
  EXPECT_EQ(Replay(trace, FreshPath("target"), {"--tolerant", "--allow-tainted"}).code, 0);
}

TEST(ReplayTaintTest, AWholeTraceNeedsNoLeave) {
  EXPECT_EQ(Replay(TraceWith({}, false), FreshPath("target")).code, 0);
}

}  // namespace
}  // namespace ioreel
