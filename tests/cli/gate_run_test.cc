#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/replays.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kQuick[] = "sim:64m:read=80us";
constexpr char kSlow[] = "sim:64m:read=2ms";

/// A trace of so many reads, each up to `reach` bytes.
std::string Reads(const std::string& name, int reads, uint64_t reach) {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (int i = 0; i < reads; ++i) {
    const std::string begin = std::to_string(i * 100'000),
                      end = std::to_string(i * 100'000 + 80'000);
    const uint64_t offset = static_cast<uint64_t>(i) * 4096 % reach;
    text += begin + "," + end + ",read," + std::to_string(offset) + ",4096,1\n";
  }
  return ScratchFile(name, text);
}

class GateRunTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ProgramRun GateRun(const std::vector<std::string>& traces, const std::string& base,
                     const std::string& candidate, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"gate", "run"};
    words.insert(words.end(), traces.begin(), traces.end());
    words.insert(words.end(), {"--base-target", base, "--cand-target", candidate, "-o", folder_});
    words.insert(words.end(), more.begin(), more.end());
    return RunIoreel(words);
  }
  std::string Policy(const std::string& text) const { return ScratchFile("run.toml", text); }

  const std::string folder_ = testing::TempDir() + "/gate_run_test";
  const std::string trace_ = Reads("reads.csv", 40, 1 << 20);
};

TEST_F(GateRunTest, TheSameTwicePassesAtTheFirstLook) {
  const ProgramRun run = GateRun({trace_}, kQuick, kQuick);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("; 8 pairs, look 1 of 3, alpha 0.01667\n"), HasSubstr("\nPASS: ")));
  for (const char* file : {"/base/001-reads.json", "/base/008-reads.json",
                           "/candidate/008-reads.json", "/warm-up/base-reads.json"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ + file)) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/base/009-reads.json"));
  EXPECT_EQ(ResultOf(folder_ + "/base/001-reads.json").target.spec, kQuick);
}

TEST_F(GateRunTest, ASlowTargetIsARegressionOfTheSuite) {
  const ProgramRun run = GateRun({trace_, Reads("more.csv", 20, 1 << 20)}, kQuick, kSlow);
  EXPECT_EQ(run.code, 3) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("8 pairs of each of 2 traces"), HasSubstr("  more.csv"),
                             HasSubstr("completion time of the suite (required): worse than")));
}

TEST_F(GateRunTest, PairsAreMadeInTurn) {
  EXPECT_EQ(GateRun({trace_}, kQuick, kQuick, {"--pairs", "5"}).code, 0);
  const auto made = [&](const std::string& file) {
    return ResultOf(folder_ + file).created_wall_ns;
  };
  EXPECT_LT(made("/warm-up/candidate-reads.json"), made("/base/001-reads.json"));
  EXPECT_LT(made("/base/001-reads.json"), made("/candidate/001-reads.json"));
  EXPECT_LT(made("/candidate/002-reads.json"), made("/base/002-reads.json"));
  EXPECT_LT(made("/base/003-reads.json"), made("/candidate/003-reads.json"));
}

TEST_F(GateRunTest, MorePairsAreMadeWhereALookDoesNotDecide) {
  const std::string exact = Policy("looks = [7, 9]\n[metric.completion_ns]\ntolerance = 0\n");
  const ProgramRun run = GateRun({trace_}, kQuick, kQuick, {"--policy", exact});
  EXPECT_EQ(run.code, 6) << "equal is neither worse than equal nor better";
  EXPECT_THAT(run.err, HasSubstr("inconclusive after 7 pairs: more are made"));
  EXPECT_THAT(run.out, HasSubstr("; 9 pairs, look 2 of 2"));
}

TEST_F(GateRunTest, WhatCannotBeComparedEndsBeforeTheFirstIo) {
  const std::string file = ScratchFile("gate-file", std::string(1 << 20, 'x'));
  const ProgramRun run = GateRun({trace_}, kQuick, file, {"--mode", "afap"});
  EXPECT_EQ(run.code, 5) << run.err;
  EXPECT_THAT(run.out, HasSubstr("NOT COMPARABLE target class: simulated / file"));
  EXPECT_THAT(run.err, Not(HasSubstr("warm-up: ")));
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(GateRunTest, ATraceThatThePolicyRequiresMustBeThere) {
  const ProgramRun run =
      GateRun({trace_}, kQuick, kQuick,
              {"--policy", Policy("[metric.completion_ns]\ntolerance = 0.05\n"
                                  "[metric.completion_ns.trace.\"gone.csv\"]\nrequired = true\n")});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.out, HasSubstr("of the trace gone.csv, of which there is no run"));
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(GateRunTest, PairsThatAreTooFewForAllThatIsRequiredAreToldOfBefore) {
  const std::string each =
      Policy("looks = [5]\n[metric.completion_ns]\ntolerance = 0.05\neach_trace_required = true\n");
  const std::string more = Reads("more.csv", 20, 1 << 20);
  EXPECT_THAT(GateRun({trace_, more}, kQuick, kSlow, {"--dry-run", "--policy", each}).err,
              HasSubstr("5 pairs can show no regression where p is adjusted for 3 required tests"));
  EXPECT_THAT(GateRun({trace_}, kQuick, kSlow, {"--dry-run", "--policy", each}).err,
              Not(HasSubstr("can show no regression")));
}

TEST_F(GateRunTest, OneTargetAgainstItselfIsToldOf) {
  const std::string file = ScratchFile("gate-one", std::string(1 << 20, 'x'));
  const std::string link = FreshScratchPath("gate-link");
  std::filesystem::create_symlink(file, link);
  EXPECT_THAT(GateRun({trace_}, file, link, {"--dry-run"}).err, HasSubstr("are one target"));
  EXPECT_THAT(GateRun({trace_}, kQuick, kSlow, {"--dry-run"}).err,
              Not(HasSubstr("are one target")));
  EXPECT_THAT(GateRun({trace_}, kQuick, kQuick, {"--pairs", "5"}).out,
              HasSubstr("WARNING    sim:64m:read=80us and sim:64m:read=80us are one target"));
}

TEST_F(GateRunTest, ASessionGoesOnWhereItEnded) {
  EXPECT_EQ(GateRun({trace_}, kQuick, kQuick, {"--pairs", "5"}).code, 0);
  const ProgramRun blocked = GateRun({trace_}, kQuick, kQuick);
  EXPECT_EQ(blocked.code, 1);
  EXPECT_THAT(blocked.err, HasSubstr("go on there with --resume"));
  const int64_t first = ResultOf(folder_ + "/base/001-reads.json").created_wall_ns;
  std::filesystem::remove(folder_ + "/candidate/004-reads.json");
  const ProgramRun resumed = GateRun({trace_}, kQuick, kQuick, {"--resume"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(ResultOf(folder_ + "/base/001-reads.json").created_wall_ns, first);
  EXPECT_THAT(resumed.err,
              AllOf(HasSubstr("warm-up: "), HasSubstr("pair 4: "), Not(HasSubstr("pair 3: "))));
}

TEST_F(GateRunTest, ASignalEndsItWithWhatThereIs) {
  const std::string file = ScratchFile("gate-stop", std::string(1 << 20, 'x'));
  const std::string command = absl::StrCat(
      IoreelPath(), " gate run ", trace_, " --base-target ", file, " --cand-target ", file,
      " --mode timed --speed 0.02x --max-lag 10s -o ", folder_, " & for i in $(seq 3000); do [ -e ",
      folder_, "/warm-up/candidate-reads.json ] && break; sleep 0.01; done; kill -INT $!; wait $!");
  const CommandResult run = RunShell(command);
  EXPECT_EQ(run.status, 4) << run.output;
  EXPECT_THAT(run.output, HasSubstr("interrupted after 0 pairs; go on with the same command and "
                                    "--resume"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_ + "/base")) << "a part of a run is no result";
}

TEST_F(GateRunTest, OtherTargetsDoNotGoOnWithASession) {
  EXPECT_EQ(GateRun({trace_}, kQuick, kQuick, {"--pairs", "5"}).code, 0);
  const ProgramRun run = GateRun({trace_}, kSlow, kQuick, {"--resume"});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, AllOf(HasSubstr("001-reads.json and what is asked for now differ: target: "),
                             HasSubstr("nothing was done"), Not(HasSubstr("warm-up: "))));
}

TEST_F(GateRunTest, NorDoOtherOptionsOrTraces) {
  const std::string more = Reads("more.csv", 20, 1 << 20);
  EXPECT_EQ(GateRun({trace_}, kQuick, kQuick, {"--pairs", "5"}).code, 0);
  const ProgramRun options = GateRun({trace_}, kQuick, kQuick, {"--resume", "--speed", "2x"});
  EXPECT_EQ(options.code, 5);
  EXPECT_THAT(options.err, HasSubstr("differ: option speed: 1 / 2"));
  const ProgramRun added = GateRun({trace_, more}, kQuick, kQuick, {"--resume"});
  EXPECT_EQ(added.code, 5);
  EXPECT_THAT(added.err, HasSubstr("/base holds 5 pairs, none of which is of more"));
  const ProgramRun other = GateRun({more}, kQuick, kQuick, {"--resume"});
  EXPECT_EQ(other.code, 5);
  EXPECT_THAT(other.err, HasSubstr("001-reads.json is of a trace that is not named now"));
  const std::string changed = Reads("reads.csv", 41, 1 << 20);
  const ProgramRun digest = GateRun({changed}, kQuick, kQuick, {"--resume"});
  EXPECT_EQ(digest.code, 5);
  EXPECT_THAT(digest.err, HasSubstr("differ: trace: xxh3-128:"));
  Reads("reads.csv", 40, 1 << 20);
  EXPECT_EQ(GateRun({trace_}, kQuick, kQuick, {"--resume"}).code, 0) << "nothing was spoilt";
}

TEST_F(GateRunTest, ASessionThatMadeItsFilesGoesOn) {
  const std::string a = FreshScratchPath("made-a"), b = FreshScratchPath("made-b");
  const std::vector<std::string> options = {
      "--create", "auto",     "--mode",
      "afap",     "--policy", Policy("[metric.completion_ns]\ntolerance = 10\n"),
      "--pairs"};
  std::vector<std::string> first = options, second = options;
  first.push_back("5");
  second.insert(second.end(), {"6", "--resume"});
  const int code = GateRun({trace_}, a, b, first).code;
  EXPECT_TRUE(code == 0 || code == 6) << code;
  const ProgramRun resumed = GateRun({trace_}, a, b, second);
  EXPECT_TRUE(resumed.code == 0 || resumed.code == 6) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("pair 6: "));
}

TEST_F(GateRunTest, FilesAreMadeOnceForTheLargestTrace) {
  const std::string a = FreshScratchPath("gate-a"), b = FreshScratchPath("gate-b");
  const std::string large = Reads("large.csv", 80, 8 << 20);
  const std::string lax = Policy("[metric.completion_ns]\ntolerance = 10\n");
  const ProgramRun run =
      GateRun({trace_, large}, a, b,
              {"--create", "auto", "--pairs", "5", "--policy", lax, "--mode", "afap"});
  EXPECT_TRUE(run.code == 0 || run.code == 6) << run.err << run.out;  // a machine may stand still
  EXPECT_EQ(std::filesystem::file_size(a), std::filesystem::file_size(b));
  EXPECT_GE(std::filesystem::file_size(a), 80u * 4096);
}

TEST_F(GateRunTest, APairThatDidNotKeepTimeIsMadeAgain) {
  const std::string file = ScratchFile("gate-late", std::string(1 << 20, 'x'));
  const ProgramRun run = GateRun({trace_}, file, file, {"--max-lag", "1ns", "--retries", "2"});
  EXPECT_EQ(run.code, 4) << run.err;
  EXPECT_THAT(run.err, HasSubstr("did not keep time; the pair is made again"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("INVALID "),
                             HasSubstr("2 pairs did not keep time and were made again")));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/rejected/1-base-001-reads.json"));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/rejected/2-candidate-001-reads.json"));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/base/001-reads.json"));
}

TEST_F(GateRunTest, TheRulesOfReplayHoldForEachTarget) {
  const std::string precious = ScratchFile("precious", std::string(1 << 20, 'x'));
  const std::string writes = ScratchFile("writes.csv",
                                         "queue_ns,complete_ns,op,offset_bytes,length_bytes\n"
                                         "0,1000,write,0,4096\n");
  const ProgramRun refused = GateRun({writes}, "sim:64m", precious);
  EXPECT_EQ(refused.code, 1);
  EXPECT_FALSE(std::filesystem::exists(folder_)) << "not even the base was replayed on";
  EXPECT_THAT(refused.err, HasSubstr("precious"));
  EXPECT_EQ(*ReadFile(precious), std::string(1 << 20, 'x'));
  std::filesystem::remove_all(folder_);
  const ProgramRun neither = GateRun({writes}, "sim:64m", precious, {"--overwrite", trace_});
  EXPECT_EQ(neither.code, 2);
  EXPECT_THAT(neither.err, HasSubstr("names neither target"));
  EXPECT_EQ(GateRun({writes}, writes, "sim:64m").code, 2) << "the trace as target";
  EXPECT_EQ(GateRun({writes}, "sim:64m", "sim:64m", {"--report", "json=" + writes}).code, 2);
  std::filesystem::create_directories(folder_ + "/base");
  const ProgramRun among =
      GateRun({writes}, "sim:64m", "sim:64m", {"--report", "json=" + folder_ + "/base/g.json"});
  EXPECT_EQ(among.code, 2);
  EXPECT_THAT(among.err, HasSubstr("would lie among the results of "));
  EXPECT_THAT(GateRun({writes}, "sim:64m", precious, {"--create", "auto"}).err,
              HasSubstr("--base-target: --create does not go with simulated drives"));
}

TEST_F(GateRunTest, ADryRunDoesNothing) {
  const ProgramRun run = GateRun({trace_}, kQuick, kSlow, {"--dry-run"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "dry run: nothing was done\n");
  EXPECT_THAT(run.err, AllOf(HasSubstr("reads, base: target       sim:64m:read=80us"),
                             HasSubstr("reads, candidate: target       sim:64m:read=2ms")));
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(GateRunTest, WrongUsageEndsWithTwo) {
  const auto code = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"gate", "run"});
    return RunIoreel(words).code;
  };
  EXPECT_EQ(code({}), 2);
  EXPECT_EQ(code({trace_}), 2);
  EXPECT_EQ(code({trace_, "--base-target", kQuick, "-o", folder_}), 2);
  EXPECT_EQ(code({trace_, "--base-target", kQuick, "--cand-target", kQuick}), 2) << "no folder";
  EXPECT_THAT(GateRun({trace_}, kQuick, kQuick, {"--pairs", "4"}).err,
              HasSubstr("--pairs 4 can never decide at alpha 0.05; make more pairs"));
  EXPECT_EQ(code({"-", "--base-target", kQuick, "--cand-target", kQuick, "-o", folder_}), 2);
  EXPECT_THAT(GateRun({trace_}, kQuick, "sim:x").err,
              HasSubstr("ioreel gate run: --cand-target: column "));
  EXPECT_THAT(GateRun({trace_, Reads("again.csv", 40, 1 << 20)}, kQuick, kQuick).err,
              AllOf(HasSubstr("again.csv are the same trace; a suite has each once")));
  const ProgramRun small = GateRun({trace_}, kQuick, "sim:64k:read=80us");
  EXPECT_EQ(small.code, 1);
  EXPECT_THAT(small.err, HasSubstr("ioreel gate run: reads, candidate: "));
  EXPECT_EQ(RunIoreel({"gate", "run", "--frobnicate"}).err,
            "ioreel gate run: no option is called --frobnicate; see ioreel gate run --help\n");
}

}  // namespace
}  // namespace ioreel
