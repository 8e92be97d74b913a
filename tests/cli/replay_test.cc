#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kHeader[] =
    "queue_ns,issue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,process,class,flags,"
    "error,request\n";

/// One thread of one device: a row every millisecond, each 200 µs long.
class Rows {
 public:
  Rows& Add(absl::string_view op, uint64_t offset, uint64_t length,
            absl::string_view device = "sdz") {
    const int64_t start_ns = 1'000'000 * static_cast<int64_t>(rows_.size());
    rows_.push_back(absl::StrCat(start_ns, ",,", start_ns + 200'000, ",", op, ",", offset, ",",
                                 length, ",", device, ",7,7,app,other,,0,\n"));
    return *this;
  }
  std::string Save(absl::string_view name) const {
    return ScratchFile(name, absl::StrCat(kHeader, absl::StrJoin(rows_, "")));
  }

 private:
  std::vector<std::string> rows_;
};

/// 30 I/Os of every usual op below 1 MiB.
std::string SmallTrace() {
  Rows rows;
  for (uint64_t i = 0; i < 10; ++i) {
    rows.Add("read", i * 65536, 4096).Add("write", i * 65536 + 8192, 8192);
    i % 2 ? rows.Add("flush", 0, 0) : rows.Add("discard", i * 65536 + 32768, 16384);
  }
  return rows.Save("small.csv");
}

TEST(ReplayTest, ATargetMustBeNamedAndExist) {
  EXPECT_EQ(RunReplay({SmallTrace()}).code, 2);
  const ProgramRun missing = RunReplay({SmallTrace(), "--target", FreshScratchPath("none")});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("none does not exist"), HasSubstr("--create auto")));
  const ProgramRun device = RunReplay({SmallTrace(), "--target", "/dev/nosuch"});
  EXPECT_EQ(device.code, 1);
  EXPECT_THAT(device.err, AllOf(HasSubstr("/dev/nosuch is no device that is there"),
                                HasSubstr("lsblk"), Not(HasSubstr("--create auto"))));
  const ProgramRun typo = RunReplay({SmallTrace(), "--target", "raid9(a,b)"});
  EXPECT_EQ(typo.code, 2);
  EXPECT_THAT(typo.err, HasSubstr("--target: column 1: 'raid9'"));
}

TEST(ReplayTest, EveryModeDoesEveryIoOnceAndWritesAResult) {
  for (const std::string mode : {"dependent", "stream", "timed", "afap"}) {
    const std::string out = FreshScratchPath("result.json");
    const ProgramRun run =
        RunReplay({SmallTrace(), "--target", FreshScratchPath("scratch"), "--create", "auto",
                   "--mode", mode, "-o", out, "--max-lag", "10s"});
    EXPECT_THAT(run.code, AnyOf(0, 4)) << run.err;  // a busy machine may drift
    EXPECT_THAT(run.out, AllOf(HasSubstr("10 read (40 KiB), 10 write (80 KiB), 5 flush, 5 discard"),
                               HasSubstr("fidelity ")));
    const RunResult result = ResultOf(out);
    EXPECT_EQ(result.mode, mode);
    EXPECT_EQ(result.level, "queue");
    EXPECT_EQ(result.trace.recorded_completion_ns, 29'200'000);
    EXPECT_EQ(result.trace.recorded_busy_ns, 20 * 200'000);
    EXPECT_THAT(result.trace.digest, HasSubstr("xxh3-128:"));
    ASSERT_EQ(result.repeats.size(), 1u);
    const RepeatResult& repeat = result.repeats[0];
    EXPECT_TRUE(repeat.complete);
    EXPECT_EQ(repeat.fidelity.planned, 30u);
    EXPECT_EQ(repeat.fidelity.issued, 30u);
    EXPECT_EQ(repeat.read_bytes, 40'960u);
    EXPECT_EQ(repeat.written_bytes, 81'920u);
    EXPECT_EQ(repeat.ops.size(), 4u);
    EXPECT_THAT(repeat.errors, IsEmpty());
    EXPECT_THAT(repeat.substitutions, IsEmpty());
    EXPECT_GT(repeat.busy_ns, 0);
  }
}

TEST(ReplayTest, T8T9SimulatedTimesAreExactInEveryMode) {
  const auto completion_ns = [](const std::vector<std::string>& more) {
    const std::string out = FreshScratchPath("sim.json");
    std::vector<std::string> arguments = {SmallTrace(), "--target", FreshScratchPath("sim"),
                                          "--create",   "auto",     "--engine",
                                          "sim",        "-o",       out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun run = RunReplay(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_FALSE(std::filesystem::exists(ScratchPath("sim"))) << "a simulation makes no file";
    return ResultOf(out).repeats.at(0).completion_ns;
  };
  // The simulated drive takes 100 µs where the recorded one took 200.
  EXPECT_EQ(completion_ns({"--mode", "timed"}), 29'100'000);
  EXPECT_EQ(completion_ns({"--mode", "timed", "--speed", "2x"}), 14'600'000);
  EXPECT_EQ(completion_ns({"--mode", "dependent"}), 29'200'000 - 30 * 100'000);
  EXPECT_EQ(completion_ns({"--mode", "afap", "--depth", "1"}), 30 * 100'000);
  EXPECT_EQ(completion_ns({"--mode", "timed", "--from", "10ms", "--to", "20ms"}), 9'100'000);
}

TEST(ReplayTest, T8ThePlanTellsTheExpectedSpanAndBadSpeedsAreRefused) {
  const std::vector<std::string> base = {SmallTrace(), "--target", FreshScratchPath("plan"),
                                         "--create",   "auto",     "--dry-run"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return RunReplay(more);
  };
  EXPECT_THAT(with({"--mode", "timed"}).out, HasSubstr("expected to take 29.2 ms\n"));
  EXPECT_THAT(with({"--mode", "timed", "--speed", "2x"}).out,
              HasSubstr("expected to take 14.6 ms\n"));
  EXPECT_EQ(with({"--from", "2s", "--to", "2s"}).code, 2);
  for (const char* speed : {"0", "-1", "nan"}) EXPECT_EQ(with({"--speed", speed}).code, 2) << speed;
}

TEST(ReplayTest, ADryRunDoesNothing) {
  const std::string target = FreshScratchPath("dry");
  const ProgramRun run = RunReplay({SmallTrace(), "--target", target, "--create", "auto",
                                    "--dry-run", "-o", FreshScratchPath("dry.json")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("engine       "), HasSubstr("dry run")));
  EXPECT_FALSE(std::filesystem::exists(target));
  EXPECT_FALSE(std::filesystem::exists(ScratchPath("dry.json")));
}

TEST(ReplayTest, AFileOfTheUsersIsWrittenOnlyWhenNamedInOverwrite) {
  const std::string contents(1 << 20, 'u');
  const std::string target = ScratchFile("mine", contents);
  for (const std::vector<std::string>& consent : std::vector<std::vector<std::string>>{
           {}, {"--dry-run"}, {"--allow-writes"}, {"--prime"}, {"--create", "auto"}}) {
    std::vector<std::string> arguments = {SmallTrace(), "--target", target};
    arguments.insert(arguments.end(), consent.begin(), consent.end());
    const ProgramRun refused = RunReplay(arguments);
    EXPECT_EQ(refused.code, 1) << refused.out;
    EXPECT_THAT(refused.err, HasSubstr("mine"));
    EXPECT_EQ(*ReadFile(target), contents);
  }
  const ProgramRun named =
      RunReplay({SmallTrace(), "--target", target, "--overwrite", target, "--mode", "afap"});
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_NE(*ReadFile(target), contents);
  const ProgramRun other =
      RunReplay({SmallTrace(), "--target", target, "--overwrite", "elsewhere"});
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("--overwrite elsewhere names no target"));
}

TEST(ReplayTest, S5ReadOnlyWritesNothingAndSaysSo) {
  const std::string contents(1 << 20, 'u');
  const std::string target = ScratchFile("mine", contents);
  const std::string out = FreshScratchPath("ro.json");
  const ProgramRun run =
      RunReplay({SmallTrace(), "--target", target, "--read-only", "--mode", "afap", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("substituted  10 I/Os, 80 KiB: write not done"));
  EXPECT_EQ(*ReadFile(target), contents);
  const RepeatResult repeat = ResultOf(out).repeats.at(0);
  ASSERT_EQ(repeat.substitutions.size(), 2u);
  EXPECT_EQ(repeat.substitutions[0].count, 10u);
  EXPECT_FALSE(repeat.substitutions[0].comparable);
  EXPECT_EQ(repeat.fidelity.issued, 15u) << "reads and flushes";
  EXPECT_EQ(RunReplay({SmallTrace(), "--target", target, "--read-only", "--prime"}).code, 2);
}

TEST(ReplayTest, S1WhatIsNotDoneLeavesTheOthersTheirTimes) {
  const std::string out = FreshScratchPath("ro.json");
  const ProgramRun run = RunReplay({SmallTrace(), "--target", ScratchFile("mine", "x"),
                                    "--read-only", "--engine", "sim", "--fit", "fail", "-o", out});
  EXPECT_EQ(run.code, 1) << "the trace does not fit in one byte";
  const ProgramRun fits =
      RunReplay({SmallTrace(), "--target", ScratchFile("mine", std::string(1 << 20, 'u')),
                 "--read-only", "--engine", "sim", "-o", out});
  EXPECT_EQ(fits.code, 0) << fits.err;
  // Reads and flushes win 100 µs each; writes and discards keep the 200 µs that they took.
  EXPECT_EQ(ResultOf(out).repeats.at(0).completion_ns, 29'200'000 - 15 * 100'000);
}

TEST(ReplayTest, M4EachFitDealsWithATraceThatIsTooLong) {
  const std::string trace = Rows()
                                .Add("write", 0, 4096)
                                .Add("write", 8 << 20, 8192)
                                .Add("read", (8 << 20) + 8192, 4096)
                                .Save("long.csv");
  const auto with_fit = [&](const std::string& fit) {
    return RunReplay({trace, "--target", FreshScratchPath("small"), "--create", "1m", "--fit", fit,
                      "--mode", "afap", "-o", FreshScratchPath("fit.json")});
  };
  const ProgramRun fail = with_fit("fail");
  EXPECT_EQ(fail.code, 1);
  EXPECT_THAT(fail.err, AllOf(HasSubstr("reaches byte 8,400,896 (I/O 2)"),
                              HasSubstr("ends at 1,048,576"), HasSubstr("--fit wrap")));
  EXPECT_FALSE(std::filesystem::exists(ScratchPath("small")));
  for (const auto& [fit, moved] :
       {std::pair<std::string, uint64_t>("wrap", 2), {"scale", 2}, {"compact", 2}}) {
    const ProgramRun run = with_fit(fit);
    EXPECT_EQ(run.code, 0) << fit << run.err;
    EXPECT_EQ(std::filesystem::file_size(ScratchPath("small")), 1u << 20);
    const RepeatResult repeat = ResultOf(ScratchPath("fit.json")).repeats.at(0);
    ASSERT_EQ(repeat.substitutions.size(), 1u) << fit;
    EXPECT_EQ(repeat.substitutions[0].count, moved) << fit;
    EXPECT_EQ(repeat.fidelity.issued, 3u) << fit;
  }
}

TEST(ReplayTest, M5AlignWidens) {
  const std::string trace = Rows().Add("write", 512, 4096).Add("write", 8192, 4096).Save("odd.csv");
  const std::string out = FreshScratchPath("align.json");
  const ProgramRun run = RunReplay({trace, "--target", FreshScratchPath("aligned"), "--create",
                                    "auto", "--align", "4k", "--mode", "afap", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  const RepeatResult repeat = ResultOf(out).repeats.at(0);
  EXPECT_EQ(repeat.written_bytes, 8192u + 4096);
  ASSERT_EQ(repeat.substitutions.size(), 1u);
  EXPECT_EQ(repeat.substitutions[0].count, 1u);
  EXPECT_EQ(RunReplay({trace, "--target", "x", "--align", "3000"}).code, 2);
}

TEST(ReplayTest, S3ATraceOfTwoDevicesNeedsAChoice) {
  const std::string trace =
      Rows().Add("read", 0, 4096, "sda").Add("read", 0, 4096, "a_b").Save("two.csv");
  const std::vector<std::string> base = {trace, "--target", FreshScratchPath("one"), "--create",
                                         "auto"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return RunReplay(more);
  };
  const ProgramRun both = with({});
  EXPECT_EQ(both.code, 1);
  EXPECT_THAT(both.err, AllOf(HasSubstr("--device"), HasSubstr("sda (1 I/O), a_b (1 I/O)")));
  EXPECT_EQ(with({"--device", "a_b", "--dry-run"}).code, 0);
  const ProgramRun unknown = with({"--device", "sdc"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("; it has sda"));
}

TEST(ReplayTest, O6EmptyIosAreIgnoredAndCounted) {
  const std::string trace = Rows()
                                .Add("write", 4096, 0)
                                .Add("read", 0, 0)
                                .Add("flush", UINT64_MAX, 0)
                                .Add("read", 0, 4096)
                                .Save("empty.csv");
  const std::string out = FreshScratchPath("empty.json");
  const ProgramRun run = RunReplay({trace, "--target", FreshScratchPath("scratch"), "--create",
                                    "auto", "--mode", "afap", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  const RepeatResult repeat = ResultOf(out).repeats.at(0);
  EXPECT_EQ(repeat.fidelity.issued, 2u);
  EXPECT_THAT(run.err,
              HasSubstr("an I/O of 0 bytes; ignored, it moves no data (zero_length, 2 times)"));
}

TEST(ReplayTest, O3AnOpThatTheTargetDoesNotHaveFollowsThePolicy) {
  const std::string trace =
      Rows().Add("read", 0, 4096).Add("secure_erase", 0, 65536).Save("erase.csv");
  const auto with = [&](const std::string& policy) {
    return RunReplay({trace, "--target", FreshScratchPath("scratch"), "--create", "auto", "--mode",
                      "afap", "--on-unsupported", policy, "-o", FreshScratchPath("erase.json")});
  };
  const ProgramRun fail = with("fail");
  EXPECT_EQ(fail.code, 1);
  EXPECT_THAT(fail.err, HasSubstr("has no secure_erase"));
  EXPECT_EQ(with("skip").code, 0);
  EXPECT_EQ(ResultOf(ScratchPath("erase.json")).repeats.at(0).substitutions.at(0).what,
            "secure_erase not done, its time passes: the target has none");
  EXPECT_EQ(with("substitute").code, 0);
  EXPECT_EQ(ResultOf(ScratchPath("erase.json")).repeats.at(0).substitutions.at(0).what,
            "secure_erase replaced by discard");
}

TEST(ReplayTest, AScratchFileIsPrimedOnceAndThenKnown) {
  const std::string target = FreshScratchPath("primed");
  const std::string trace = Rows().Add("read", 0, 1 << 20).Save("reads.csv");
  const ProgramRun first =
      RunReplay({trace, "--target", target, "--create", "auto", "--mode", "afap"});
  EXPECT_THAT(first.out, AllOf(HasSubstr("priming      1 MiB are written before the first I/O"),
                               Not(HasSubstr("primed       "))));
  const std::string payload = *ReadFile(target);
  EXPECT_EQ(payload.size(), 1u << 20);
  EXPECT_EQ(payload.find(std::string(64, '\0')), std::string::npos);
  const ProgramRun second = RunReplay({trace, "--target", target, "--mode", "afap"});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_THAT(second.out, HasSubstr("primed       the target holds data wherever the trace"));
  EXPECT_EQ(*ReadFile(target), payload);
}

TEST(ReplayTest, AScratchFileStaysOneUntilSomeoneElseWritesToIt) {
  const std::string target = FreshScratchPath("own");
  ASSERT_EQ(
      RunReplay({SmallTrace(), "--target", target, "--create", "auto", "--mode", "afap"}).code, 0);
  for (int i = 0; i < 2; ++i) {
    const ProgramRun again = RunReplay({SmallTrace(), "--target", target, "--mode", "afap"});
    EXPECT_EQ(again.code, 0) << again.err;
  }
  const std::string mine(std::filesystem::file_size(target), 'm');
  ASSERT_THAT(WriteFile(target, mine), IsOk());
  const ProgramRun refused = RunReplay({SmallTrace(), "--target", target, "--mode", "afap"});
  EXPECT_EQ(refused.code, 1) << refused.out;
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("has changed since ioreel wrote it"), HasSubstr("--overwrite")));
  EXPECT_EQ(*ReadFile(target), mine);
}

TEST(ReplayTest, RepeatsAreAllKept) {
  const std::string out = FreshScratchPath("repeats.json");
  const ProgramRun run =
      RunReplay({SmallTrace(), "--target", FreshScratchPath("scratch"), "--create", "auto",
                 "--mode", "afap", "--repeat", "3", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("repeat 3"), HasSubstr("median ")));
  EXPECT_EQ(ResultOf(out).repeats.size(), 3u);
}

TEST(ReplayTest, SamplesAreATraceOfTheirOwn) {
  const std::string samples = FreshScratchPath("samples.csv");
  const ProgramRun run = RunReplay({SmallTrace(), "--target", FreshScratchPath("scratch"),
                                    "--create", "auto", "--mode", "afap", "--samples", samples});
  EXPECT_EQ(run.code, 0) << run.err;
  const ProgramRun again =
      RunReplay({samples, "--target", ScratchPath("scratch"), "--dry-run", "--level", "issue"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, AllOf(HasSubstr("30 I/Os at issue level in "),
                               HasSubstr(" a second): 10 read (40 KiB)")));
}

TEST(ReplayTest, StandardInputIsATraceLikeAnother) {
  const CommandResult run = RunShell(
      absl::StrCat("gzip -c ", SmallTrace(), " | ", IoreelPath(), " replay - --target ",
                   FreshScratchPath("scratch"), " --create auto --mode afap --loops 2 --repeat 2"));
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("60 of 60 issued"));
}

TEST(ReplayTest, TasksAreChosenAndWhatIsLeftOutIsSaid) {
  const ProgramRun run = RunReplay({SmallTrace(), "--target", "x", "--tasks", "tree,cats"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("'cats'"));
  const ProgramRun none = RunReplay({SmallTrace(), "--target", "x", "--tasks", "tree"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("30 left out: task class other"));
}

}  // namespace
}  // namespace ioreel
