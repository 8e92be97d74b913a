#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/sim_suite.h"
#include "traces/suite.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kDrive[] = "sim:64m:read=80us";

SuiteResult SuiteOf(const std::string& path) {
  const absl::StatusOr<AnyResult> result = ReadResult(path);
  EXPECT_THAT(result, IsOk());
  const auto* suite = result.ok() ? std::get_if<SuiteResult>(&*result) : nullptr;
  EXPECT_NE(suite, nullptr);
  return suite == nullptr ? SuiteResult() : *suite;
}

class SuiteRunTest : public testing::Test {
 protected:
  ProgramRun SuiteRun(const std::vector<std::string>& more, const std::string& target = kDrive) {
    std::vector<std::string> words = {"suite", "run",   "--suite", suite_, "-t",        target,
                                      "-o",    output_, "--idle",  "0",    "--max-lag", "1h"};
    words.insert(words.end(), more.begin(), more.end());
    return RunIoreel(words);
  }

  const std::string suite_ = SmallSuite("suite-run");
  const std::string output_ = FreshScratchPath("suite-run.json");
};

TEST_F(SuiteRunTest, TheResultDoesNotReplaceTheSuite) {
  const ProgramRun run = RunIoreel({"suite", "run", "--suite", suite_, "-t", kDrive, "-o", suite_});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("would replace the suite"));
}

TEST_F(SuiteRunTest, ATraceThatIsNoFileIsRefused) {
  const std::string trace = fs::path(suite_).parent_path() / "edit/trace.csv";
  ASSERT_TRUE(fs::remove(trace)) << trace;
  fs::create_symlink("/dev/zero", trace);
  const ProgramRun run = SuiteRun({});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("edit: " + trace + " is no file"));
}

TEST_F(SuiteRunTest, EachTraceIsReplayedInEachPassInAnAreaOfItsOwn) {
  const ProgramRun run = SuiteRun({"--passes", "2"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("2 traces × 2 passes"), HasSubstr("storage score  ")));
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("[1/4] pass 1, edit: "), HasSubstr("[4/4] pass 2, build: ")));
  const SuiteResult suite = SuiteOf(output_);
  EXPECT_TRUE(suite.complete);
  EXPECT_EQ(suite.scope, "full");
  EXPECT_EQ(suite.layout, "separate");
  ASSERT_EQ(suite.traces.size(), 2);
  EXPECT_EQ(suite.traces[0].begin_bytes, 0);
  EXPECT_EQ(suite.traces[1].begin_bytes, suite.traces[0].length_bytes);
  EXPECT_EQ(suite.traces[1].begin_bytes % (1 << 20), 0);
  for (const SuiteTraceResult& trace : suite.traces) {
    ASSERT_TRUE(trace.result.has_value());
    EXPECT_EQ(trace.result->repeats.size(), 2);
    EXPECT_EQ(trace.result->mode, "dependent");
  }
  EXPECT_EQ(suite.traces[1].result->options.at("offset_bytes"),
            absl::StrCat(suite.traces[1].begin_bytes));
}

TEST_F(SuiteRunTest, ASharedLayoutBeginsEachTraceAtOnePlace) {
  EXPECT_EQ(SuiteRun({"--passes", "1", "--layout", "shared", "--fit", "wrap"}).code, 0);
  const SuiteResult suite = SuiteOf(output_);
  EXPECT_EQ(suite.layout, "shared");
  EXPECT_EQ(suite.traces[1].begin_bytes, 0);
  const ProgramRun folded = SuiteRun({"--fit", "wrap"});
  EXPECT_EQ(folded.code, 2);
  EXPECT_THAT(folded.err, HasSubstr("they go with --layout shared"));
}

TEST_F(SuiteRunTest, AQuickRunIsOnePassOfTheTracesThatTheSuiteNames) {
  EXPECT_EQ(SuiteRun({"--quick"}).code, 0);
  const SuiteResult suite = SuiteOf(output_);
  EXPECT_EQ(suite.scope, "quick");
  EXPECT_EQ(suite.passes, 1);
  ASSERT_EQ(suite.traces.size(), 1);
  EXPECT_EQ(suite.traces[0].name, "edit");
  EXPECT_EQ(SuiteRun({"--quick", "--passes", "2"}).code, 2);
  EXPECT_EQ(SuiteRun({"--quick", "--traces", "edit"}).code, 2);
}

TEST_F(SuiteRunTest, APartOfASuiteHasNoScoreOfTheSuite) {
  const ProgramRun run = SuiteRun({"--traces", "build", "--passes", "1"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("a part of the suite"), Not(HasSubstr("storage score  "))));
  EXPECT_EQ(SuiteOf(output_).scope, "part");
  EXPECT_THAT(SuiteRun({"--traces", "play"}).err, HasSubstr("the suite has no trace 'play'"));
}

TEST_F(SuiteRunTest, AllThatIsWrongIsToldBeforeAnythingIsDone) {
  const ProgramRun tiny = SuiteRun({"--layout", "shared"}, "sim:128k:read=80us");
  EXPECT_EQ(tiny.code, 1);
  EXPECT_THAT(tiny.err, AllOf(HasSubstr("edit: the trace reaches byte"),
                              HasSubstr("build: the trace reaches byte"),
                              HasSubstr("2 of 2 traces cannot be replayed there")));
  const ProgramRun small = SuiteRun({}, "sim:1m:read=80us");
  EXPECT_EQ(small.code, 1);
  EXPECT_THAT(small.err, HasSubstr("side by side the traces end at 2,097,152, the target at "
                                   "1,048,576; nothing was done. Take a larger target, --layout"));
  SmallTrace("suite-run/edit/trace.csv", 41);
  const ProgramRun changed = SuiteRun({});
  EXPECT_EQ(changed.code, 1);
  EXPECT_THAT(changed.err, AllOf(HasSubstr("edit/trace.csv has changed since the suite was made"),
                                 HasSubstr("1 of 2 traces cannot be replayed")));
  EXPECT_FALSE(fs::exists(output_));
}

TEST_F(SuiteRunTest, ATargetThatCannotDiscardIsRefusedForTrim) {
  const ProgramRun run = SuiteRun({"--trim"}, "raid5(sim:64m,sim:64m,sim:64m)");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("suite run: the target has no discard, which --trim is; nothing was done"));
  EXPECT_EQ(SuiteRun({"--trim", "--read-only"}).code, 2);
}

TEST_F(SuiteRunTest, ADryRunSaysWhereTracesGo) {
  const ProgramRun run = SuiteRun({"--dry-run"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("edit     0 B  1 MiB    195 ms"), HasSubstr("dry run")));
  EXPECT_FALSE(fs::exists(output_));
}

TEST_F(SuiteRunTest, ARunIsScoredAgainstTheReferencesOfItsScopeAlone) {
  const std::string file = FreshScratchPath("suite-run.img");
  ASSERT_EQ(SuiteRun({"--passes", "1", "--create", "auto"}, file).code, 0);
  const auto make = [&](const std::string& result) {
    return RunIoreel({"suite", "reference", result, "--suite", suite_, "--device", "old drive"});
  };
  EXPECT_EQ(make(output_).code, 0);
  EXPECT_EQ(ReadSuite(suite_)->full_reference->device, "old drive");
  EXPECT_FALSE(ReadSuite(suite_)->quick_reference.has_value());
  const ProgramRun quick = SuiteRun({"--quick"}, file);
  EXPECT_THAT(quick.out, HasSubstr("no reference times for a quick run"));
  EXPECT_EQ(make(output_).code, 0);
  EXPECT_TRUE(ReadSuite(suite_)->quick_reference.has_value());
  EXPECT_THAT(SuiteRun({"--quick"}, file).out,
              AllOf(HasSubstr("1000 points: old drive"), HasSubstr("speed score    ")));
  const ProgramRun twice = SuiteRun({"--passes", "2"}, file);
  EXPECT_THAT(twice.out, AllOf(HasSubstr("passes: 2 / 1"), Not(HasSubstr("speed score    "))));
}

TEST_F(SuiteRunTest, SimulatedDrivesAreNoReference) {
  ASSERT_EQ(SuiteRun({"--passes", "1"}).code, 0);
  const ProgramRun run = RunIoreel({"suite", "reference", output_, "--suite", suite_});
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, HasSubstr("it is of simulated drives"));
}

TEST_F(SuiteRunTest, ResultsOfOtherPassesOrTracesAreNotHeldAgainstEachOther) {
  ASSERT_EQ(SuiteRun({"--passes", "1"}).code, 0);
  const std::string once = FreshScratchPath("suite-once.json");
  fs::copy_file(output_, once);
  ASSERT_EQ(SuiteRun({"--passes", "2"}).code, 0);
  const ProgramRun scored = RunIoreel({"score", "--reference", once, output_});
  EXPECT_EQ(scored.code, 5);
  EXPECT_THAT(scored.out, HasSubstr("NOT COMPARABLE"));
  EXPECT_EQ(RunIoreel({"score", once, output_}).code, 5);
  ASSERT_EQ(SuiteRun({"--traces", "edit", "--passes", "2"}).code, 0);
  const ProgramRun compared = RunIoreel({"compare", once, "--", output_});
  EXPECT_EQ(compared.code, 5);
  EXPECT_THAT(compared.out, HasSubstr("side B has no run of it"));
}

TEST_F(SuiteRunTest, ASuitesResultIsTakenAsThoseOfItsTraces) {
  ASSERT_EQ(SuiteRun({"--passes", "4"}).code, 0);
  const ProgramRun compared = RunIoreel({"compare", output_, "--", output_});
  EXPECT_EQ(compared.code, 0) << compared.err;
  EXPECT_THAT(compared.out, AllOf(HasSubstr("edit/trace.csv"), HasSubstr("suite")));
  const ProgramRun scored = RunIoreel({"score", "--reference", output_, output_, "--json"});
  EXPECT_EQ(scored.code, 0) << scored.err;
  EXPECT_THAT(scored.out, HasSubstr("\"speed_score\": 1000.0"));
}

TEST_F(SuiteRunTest, AReportShowsTheSuiteAndItsTraces) {
  ASSERT_EQ(SuiteRun({"--passes", "2"}).code, 0);
  const std::string page = FreshScratchPath("suite.html");
  EXPECT_EQ(RunIoreel({"report", output_, "-o", page}).code, 0);
  EXPECT_THAT(*ReadFile(page), AllOf(HasSubstr("Suite suite-run, version 1"),
                                     HasSubstr("edit/trace.csv"), HasSubstr("storage score")));
  EXPECT_EQ(RunIoreel({"report", output_, "--reference", output_, "-o", page}).code, 0);
  EXPECT_THAT(*ReadFile(page), HasSubstr("Speed score · "));
  EXPECT_THAT(RunIoreel({"report", output_, "--format", "json"}).out, HasSubstr("{\"suites\": {"));
}

TEST_F(SuiteRunTest, ASignalLeavesAPartThatGoesOn) {
  const std::string file = FreshScratchPath("suite-stop.img");
  const std::string run = absl::StrCat(IoreelPath(), " suite run --suite ", suite_, " -t ", file,
                                       " -o ", output_, " --max-lag 1h --idle ");
  // It rests for long before its first replay.
  const ProgramRun stopped =
      RunProgram({"timeout", "-s", "INT", "1", "sh", "-c",
                  absl::StrCat("exec ", run, "1h --create auto --passes 2")});
  EXPECT_TRUE(fs::exists(output_)) << stopped.err;
  EXPECT_FALSE(SuiteOf(output_).complete);
  const ProgramRun again = SuiteRun({"--passes", "2"}, file);
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("holds a run that was stopped; go on with it with --resume"));
}

}  // namespace
}  // namespace ioreel
