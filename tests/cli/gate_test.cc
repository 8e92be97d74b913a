#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/noisy_runs.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class GateCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    base_ = Write("base.json", Runs(12, 1));
    same_ = Write("same.json", Runs(12, 1));
    slower_ = Write("slower.json", Runs(12, 1.2));
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunResult Runs(int runs, double factor) { return NoisyRuns(runs, factor, 0.01, &noise_); }
  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string Write(const std::string& name, const RunResult& result) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    EXPECT_THAT(WriteRunResult(result, Path(name)), IsOk());
    return Path(name);
  }
  std::string Policy(const std::string& text) const {
    EXPECT_THAT(WriteFile(Path("gate.toml"), text), IsOk());
    return Path("gate.toml");
  }
  ProgramRun Gate(const std::string& candidate, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"gate", "--baseline", base_, "--candidate", candidate};
    words.insert(words.end(), more.begin(), more.end());
    return RunIoreel(words);
  }

  const std::string folder_ = testing::TempDir() + "/gate_command_test";
  Noise noise_{11};
  std::string base_, same_, slower_;
};

TEST_F(GateCommandTest, APassEndsWithZero) {
  const ProgramRun run = Gate(same_);
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out,
              AllOf(StartsWith("traces     app.ioreel\nbaseline   12 runs, dependent mode"),
                    HasSubstr("policy     default; 12 runs against 12, alpha 0.05\n"),
                    HasSubstr("\nPASS: ")));
  EXPECT_EQ(Gate(same_, {"--paired"}).code, 0);
}

TEST_F(GateCommandTest, ARegressionEndsWithThree) {
  const ProgramRun run = Gate(slower_);
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(
      run.out,
      HasSubstr("completion time of app.ioreel (required): worse than tolerated: slowdown 1."));
}

TEST_F(GateCommandTest, AnErrorEndsWithFourHoweverSlow) {
  RunResult failed = Runs(12, 5);
  failed.repeats[2].errors = {{.error = EIO, .op = Op::kWrite, .count = 3}};
  const ProgramRun run = Gate(Write("failed.json", failed));
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("INVALID    "), HasSubstr("failed.json: repeat 3: I/O errors")));
}

TEST_F(GateCommandTest, AnotherTraceOrMachineEndsWithFive) {
  RunResult other = Runs(12, 5);
  other.trace.digest = "xxh3-128:2";
  EXPECT_EQ(Gate(Write("other.json", other)).code, 5);
  RunResult kernel = Runs(12, 1);
  kernel.host.kernel = "Linux 7";
  const std::string path = Write("kernel.json", kernel);
  EXPECT_EQ(Gate(path).code, 5);
  EXPECT_EQ(Gate(path, {"--vary", "kernel"}).code, 0);
}

TEST_F(GateCommandTest, TooFewRunsEndWithSix) {
  const ProgramRun run = Gate(Write("few.json", Runs(1, 5)));
  EXPECT_EQ(run.code, 6);
  EXPECT_THAT(run.out, AllOf(HasSubstr("WARNING    12 and 1 runs can decide nothing"),
                             HasSubstr("\nINCONCLUSIVE: ")));
}

TEST_F(GateCommandTest, ThePolicyDecides) {
  const std::string policy = Policy(
      "[metric.completion_ns]\ntolerance = 0.5\n[metric.busy_ns]\ntolerance = 0.05\n"
      "required = false\nreason = \"on trial\"\n");
  const ProgramRun run = Gate(slower_, {"--policy", policy});
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("busy time of app.ioreel (report-only: on trial): worse than"));
}

TEST_F(GateCommandTest, AWrongPolicyIsWrongUsageWithItsPlace) {
  const ProgramRun run = Gate(same_, {"--policy", Policy("alpha = 0.05\nlook = [8]\n")});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("gate.toml:2:1: no key is called 'look' here"));
  EXPECT_EQ(Gate(same_, {"--policy", Path("none.toml")}).code, 2);
  const ProgramRun unset = Gate(slower_, {"--policy", ""});
  EXPECT_EQ(unset.code, 2) << "not the default";
  EXPECT_THAT(unset.err, HasSubstr("takes a file, not an empty name"));
}

TEST_F(GateCommandTest, WrongUsageEndsWithTwo) {
  EXPECT_EQ(RunIoreel({"gate"}).err,
            "ioreel gate: gate needs --baseline and --candidate, each with results; or make them: "
            "ioreel gate run\n");
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--vary", "moon"},
        {"--report", "pdf"},
        {"--report", "json", "--report", "github"},
        {"--report", "json="},
        {"--report", "json=" + Path("a"), "--report", "text=" + Path("a")}}) {
    EXPECT_EQ(Gate(same_, wrong).code, 2) << wrong.back();
  }
  EXPECT_EQ(Gate(Path("none.json")).code, 1);
  EXPECT_EQ(Gate(same_, {"--report", "json=" + Path("no/such/folder")}).code, 1);
}

TEST_F(GateCommandTest, AReportReplacesNothingThatIsRead) {
  const std::string policy = Policy("[metric.completion_ns]\ntolerance = 0.5\n");
  const std::string before = *ReadFile(base_);
  std::filesystem::create_symlink(base_, Path("link"));
  for (const std::string& report : {"json=" + base_, "json=" + same_, "text=" + policy,
                                    "text=" + Path("./") + "base.json", "text=" + Path("link")}) {
    const ProgramRun run = Gate(same_, {"--policy", policy, "--report", report});
    EXPECT_EQ(run.code, 2) << report;
    EXPECT_THAT(run.err, HasSubstr("which is read; name another file"));
  }
  EXPECT_EQ(*ReadFile(base_), before);
  EXPECT_EQ(Gate(same_, {"--report", "json=" + Path("r"), "--report", "text=" + Path("./r")}).code,
            2);
  Write("pinned/a.json", Runs(12, 1));
  const ProgramRun among = RunIoreel({"gate", "--baseline", Path("pinned"), "--candidate", same_,
                                      "--report", "json=" + Path("pinned/g.json")});
  EXPECT_EQ(among.code, 2);
  EXPECT_THAT(among.err, HasSubstr("would lie among the results of "));
}

TEST_F(GateCommandTest, AReportThatFailsHidesNoRegression) {
  for (const auto& [candidate, code] : {std::pair(slower_, 3), {same_, 1}}) {
    const std::string lost = Path("lost");
    std::filesystem::create_directories(lost);
    const ProgramRun full = RunProgram({"sh", "-c", "ulimit -f 0; trap '' XFSZ; exec \"$@\"", "sh",
                                        IoreelPath(), "gate", "--baseline", base_, "--candidate",
                                        candidate, "--report", "json=" + lost + "/g.json"});
    EXPECT_EQ(full.code, code) << full.err;
    EXPECT_FALSE(std::filesystem::exists(lost + "/g.json"));
  }
}

TEST_F(GateCommandTest, AResultIsEvidenceOnce) {
  const std::string copy = Path("copy.json");
  std::filesystem::copy_file(slower_, copy);
  const ProgramRun twice =
      RunIoreel({"gate", "--baseline", base_, "--candidate", slower_, same_, copy});
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.err,
              AllOf(HasSubstr("slower.json and "), HasSubstr("copy.json are the same "
                                                             "result, which counts once")));
  const ProgramRun itself = Gate(base_);
  EXPECT_EQ(itself.code, 2);
  EXPECT_THAT(itself.err, HasSubstr("judge a result before it is pinned"));
  EXPECT_EQ(RunIoreel({"baseline", "add", Path("pinned"), same_}).code, 0);
  EXPECT_EQ(RunIoreel({"gate", "--baseline", Path("pinned"), "--candidate", same_}).code, 2);
}

TEST_F(GateCommandTest, PairsShareAlphaAmongTheLooksAsTheirSessionDid) {
  EXPECT_THAT(Gate(same_, {"--paired"}).out, HasSubstr("; 12 pairs, look 2 of 3, alpha 0.01667\n"));
  const std::string once = Policy("looks = [12]\n[metric.completion_ns]\ntolerance = 0.05\n");
  EXPECT_THAT(Gate(same_, {"--paired", "--policy", once}).out,
              HasSubstr("; 12 pairs, alpha 0.05\n"));
}

TEST_F(GateCommandTest, ABaselineOfTwoThatDisagreeIsToldOf) {
  Write("pinned/a.json", NoisyRuns(10, 1, 0.001, &noise_));
  Write("pinned/b.json", NoisyRuns(10, 2, 0.001, &noise_));
  const std::string slower = Write("third.json", NoisyRuns(10, 2, 0.001, &noise_));
  const ProgramRun run = RunIoreel({"gate", "--baseline", Path("pinned"), "--candidate", slower});
  EXPECT_EQ(run.code, 6) << run.out;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("baseline   20 runs"), HasSubstr("do not agree: 20 of 20 runs")));
  const ProgramRun prune = RunIoreel({"baseline", "prune", Path("pinned"), "--outliers"});
  EXPECT_THAT(prune.out, HasSubstr("0 of 2 removed"));
  EXPECT_THAT(prune.err, HasSubstr("so that none is left out"));
}

TEST_F(GateCommandTest, ABrokenFileInAFolderIsNamedWithWhatToDo) {
  Write("pinned/a.json", Runs(12, 1));
  EXPECT_THAT(WriteFile(Path("pinned/b.json"), "{"), IsOk());
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"gate", "--baseline", Path("pinned"), "--candidate", same_},
        {"baseline", "show", Path("pinned")},
        {"baseline", "prune", Path("pinned"), "--outliers"}}) {
    const ProgramRun run = RunIoreel(words);
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.err, AllOf(HasSubstr("b.json"), HasSubstr("mend the file or remove it")));
  }
}

TEST_F(GateCommandTest, SeveralReportsAtOnce) {
  const ProgramRun run =
      Gate(slower_, {"--report", "json=" + Path("g.json"), "--report", "junit=" + Path("g.xml"),
                     "--report", "markdown=" + Path("g.md"), "--report", "github"});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.out, StartsWith("::error title=ioreel gate%3A regression::completion time"));
  EXPECT_EQ(nlohmann::json::parse(*ReadFile(Path("g.json")))["outcome"], "regression");
  EXPECT_THAT(*ReadFile(Path("g.xml")), StartsWith("<?xml version=\"1.0\""));
  EXPECT_THAT(*ReadFile(Path("g.md")), StartsWith("### ioreel gate: regression\n"));
  EXPECT_FALSE(std::filesystem::exists(Path("g.json.partial")));
}

TEST_F(GateCommandTest, FilesComeBesideTheText) {
  const ProgramRun run = Gate(same_, {"--report", "json=" + Path("g.json")});
  EXPECT_THAT(run.out, HasSubstr("\nPASS: "));
  EXPECT_EQ(nlohmann::json::parse(Gate(same_, {"--report", "json"}).out)["outcome"], "pass");
}

TEST_F(GateCommandTest, AFolderIsABaselineWithoutItsOutliers) {
  for (int i = 0; i < 8; ++i) Write("pinned/" + std::to_string(i) + ".json", Runs(2, 1));
  Write("pinned/wild.json", Runs(2, 3));
  const ProgramRun run =
      RunIoreel({"gate", "--baseline", Path("pinned"), "--candidate", slower_, same_});
  EXPECT_THAT(run.out, AllOf(HasSubstr("baseline   16 runs"), HasSubstr("candidate  24 runs"),
                             HasSubstr("wild.json is left out of the baseline: its completion "
                                       "time is 3.0")));
  std::filesystem::create_directory(Path("empty"));
  const ProgramRun empty = RunIoreel({"gate", "--baseline", Path("empty"), "--candidate", same_});
  EXPECT_EQ(empty.code, 1);
  EXPECT_THAT(empty.err, HasSubstr("holds no result: no file in it ends in .json"));
}

class BaselineCommandTest : public GateCommandTest {
 protected:
  ProgramRun Add(const std::vector<std::string>& results) const {
    std::vector<std::string> words = {"baseline", "add", Path("pinned")};
    words.insert(words.end(), results.begin(), results.end());
    return RunIoreel(words);
  }
  int Held() const {
    int files = 0;
    if (!std::filesystem::exists(Path("pinned"))) return 0;
    for (const auto& entry : std::filesystem::directory_iterator(Path("pinned"))) {
      files += entry.is_regular_file();
    }
    return files;
  }
};

TEST_F(BaselineCommandTest, AddsShowsAndPrunes) {
  RunResult old = Runs(6, 1);
  old.created_wall_ns = 1'700'000'000'123'000'000;
  EXPECT_EQ(Add({Write("old.json", old), base_}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(Path("pinned/20231114T221320.123Z-old.json")));
  const ProgramRun show = RunIoreel({"baseline", "show", Path("pinned")});
  EXPECT_EQ(show.code, 0);
  EXPECT_THAT(show.out, AllOf(StartsWith("trace    app.ioreel: app --all (xxh3-128:1)\n"),
                              HasSubstr("of 18 runs\n")));
  const auto json =
      nlohmann::json::parse(RunIoreel({"baseline", "show", Path("pinned"), "--json"}).out);
  EXPECT_EQ(json["traces"][0]["completion_ns"]["runs"], 18);
  EXPECT_EQ(json["traces"][0]["results"].size(), 2);
  const ProgramRun dry =
      RunIoreel({"baseline", "prune", Path("pinned"), "--keep", "1", "--dry-run"});
  EXPECT_THAT(dry.out, HasSubstr("1 of 2 would go\n"));
  EXPECT_EQ(Held(), 2);
  const ProgramRun prune = RunIoreel({"baseline", "prune", Path("pinned"), "--keep", "1"});
  EXPECT_EQ(prune.code, 0);
  EXPECT_THAT(prune.out, HasSubstr("not among the newest 1\n1 of 2 removed\n"));
  EXPECT_TRUE(std::filesystem::exists(Path("pinned/20231114T221320.123Z-old.json")))
      << "the others are of 1970";
}

TEST_F(BaselineCommandTest, PruneTakesTheOldAndWhatLiesOut) {
  for (int i = 0; i < 8; ++i) Write("pinned/" + std::to_string(i) + ".json", Runs(1, 1));
  Write("pinned/wild.json", Runs(1, 3));
  EXPECT_THAT(RunIoreel({"baseline", "prune", Path("pinned"), "--outliers"}).out,
              AllOf(HasSubstr("wild.json: its completion time is"), HasSubstr("1 of 9 removed")));
  EXPECT_THAT(RunIoreel({"baseline", "prune", Path("pinned"), "--older-than", "30"}).out,
              HasSubstr("8 of 8 removed"));
  EXPECT_EQ(RunIoreel({"baseline", "prune", Path("pinned")}).code, 2);
}

TEST_F(BaselineCommandTest, G2AnOutlierIsRefusedAndNothingAdded) {
  EXPECT_EQ(Add({base_}).code, 0);
  const ProgramRun run = Add({same_, slower_});
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.out, AllOf(HasSubstr("slower.json: an outlier: its completion time is 1."),
                             HasSubstr("nothing was added\n")));
  EXPECT_EQ(Held(), 1);
}

TEST_F(BaselineCommandTest, MixedFingerprintsAreRefused) {
  RunResult elsewhere = Runs(12, 1);
  elsewhere.host.hostname = "elsewhere";
  EXPECT_EQ(Add({base_}).code, 0);
  const ProgramRun run = Add({Write("elsewhere.json", elsewhere)});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.out, HasSubstr("differ: host: "));
  EXPECT_EQ(Held(), 1);
  Write("pinned/by-hand.json", elsewhere);
  const ProgramRun show = RunIoreel({"baseline", "show", Path("pinned")});
  EXPECT_EQ(show.code, 5);
  EXPECT_THAT(show.out, HasSubstr("MIXED    "));
}

TEST_F(BaselineCommandTest, WhatIsPinnedIsNotPinnedAgain) {
  EXPECT_EQ(Add({base_}).code, 0);
  const ProgramRun again = Add({base_});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("base.json is pinned already, as "));
  EXPECT_EQ(Add({base_, base_}).code, 1);
}

TEST_F(BaselineCommandTest, WrongUsageEndsWithTwo) {
  EXPECT_EQ(RunIoreel({"baseline"}).err,
            "ioreel baseline: say what to do with a baseline: add, show or prune\n");
  EXPECT_EQ(RunIoreel({"baseline", "add", Path("pinned")}).code, 2);
  EXPECT_EQ(RunIoreel({"baseline", "show"}).err,
            "ioreel baseline show: folder is required; see ioreel baseline show --help\n");
  EXPECT_EQ(RunIoreel({"baseline", "show", Path("none")}).code, 1);
}

TEST_F(BaselineCommandTest, JsonHasDocumentedKeys) {
  EXPECT_EQ(Add({base_}).code, 0);
  const auto json =
      nlohmann::json::parse(RunIoreel({"baseline", "show", Path("pinned"), "--json"}).out);
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/ci.md"));
  ASSERT_THAT(doc, IsOk());
  const auto& trace = json["traces"][0];
  for (const auto& object : {json, trace, trace["results"][0], trace["busy_ns"]}) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_TRUE(absl::StrContains(*doc, "`" + key + "`")) << key;
    }
  }
}

}  // namespace
}  // namespace ioreel
