#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/sample_result.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class ScoreCommandTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const RunResult& result) {
    const std::string path = folder_ + "/" + name;
    EXPECT_THAT(WriteRunResult(result, path), IsOk());
    return path;
  }

  const std::string folder_ = testing::TempDir() + "/score_command_test";
};

TEST_F(ScoreCommandTest, PrintsATableWithUnits) {
  const ProgramRun run = RunIoreel({"score", Write("a.json", SoundResult())});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, AllOf(HasSubstr("trace app.ioreel: app --all\n"),
                             HasSubstr("median of 3 repeats, dependent mode, issue level, engine "
                                       "libaio, on /tmp/scratch.img (xfs)\n"),
                             HasSubstr("bandwidth"), HasSubstr("350.0 MB/s\n"),
                             HasSubstr("mean access time"), HasSubstr("75 µs\n")));
  EXPECT_THAT(run.out, testing::ContainsRegex("\ncompletion time +4.000 s +2.000 s\n"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\n  spread of repeats +5.0 %\n"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\nspeed score +1000 +2000\n"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\ndevice score +1000 +2000\n"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\nstorage score +2160\n"));
}

TEST_F(ScoreCommandTest, AnInvalidRunSaysSoAndEndsWithFour) {
  RunResult result = SoundResult();
  result.repeats[1].fidelity.valid = false;
  result.repeats[1].fidelity.reasons = {"p99 of the issue-time error 9 ms > 5 ms"};
  const std::string path = Write("a.json", result);
  const ProgramRun refused = RunIoreel({"score", path});
  EXPECT_EQ(refused.code, 4);
  EXPECT_THAT(refused.out,
              HasSubstr("INVALID " + path + ": repeat 2: p99 of the issue-time error"));
  EXPECT_THAT(refused.out, Not(HasSubstr("2160")));
  const ProgramRun allowed = RunIoreel({"score", "--allow-invalid", path});
  EXPECT_EQ(allowed.code, 0);
  EXPECT_THAT(allowed.out, AllOf(HasSubstr("INVALID"), HasSubstr("2160")));
}

TEST_F(ScoreCommandTest, ALossyTraceEndsWithFour) {
  RunResult result = SoundResult();
  result.trace.lost_events = 3;
  const ProgramRun run = RunIoreel({"score", Write("a.json", result)});
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.out, HasSubstr("TAINTED"));
}

TEST_F(ScoreCommandTest, AReadOnlyRunIsNotComparable) {
  RunResult result = SoundResult();
  result.repeats[0].substitutions = {
      {.what = "writes skipped: --read-only", .count = 42, .comparable = false}};
  const std::string path = Write("a.json", result);
  const ProgramRun alone = RunIoreel({"score", path});
  EXPECT_EQ(alone.code, 0);
  EXPECT_THAT(alone.out, AllOf(HasSubstr("WITHHELD"), HasSubstr("substituted: 42 I/Os")));
  EXPECT_THAT(alone.out, testing::ContainsRegex("\nspeed score +1000 +-\n"));
  const ProgramRun against =
      RunIoreel({"score", "--reference", Write("r.json", SoundResult()), path});
  EXPECT_EQ(against.code, 5);
  EXPECT_THAT(against.out, HasSubstr("so it is not comparable"));
}

TEST_F(ScoreCommandTest, DifferentTracesEndWithFiveAndSeparateTables) {
  RunResult other = SoundResult();
  other.trace.digest = "xxh3-128:2";
  other.trace.recorded_completion_ns = 9'000'000'000;
  const ProgramRun run =
      RunIoreel({"score", Write("a.json", SoundResult()), Write("b.json", other)});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.out, AllOf(HasSubstr("4.000 s"), HasSubstr("9.000 s"),
                             HasSubstr("trace: xxh3-128:1 / xxh3-128:2")));
}

TEST_F(ScoreCommandTest, JsonHasDocumentedKeys) {
  const std::string path = Write("a.json", SoundResult());
  const ProgramRun run = RunIoreel({"score", "--json", "--reference", path, path});
  ASSERT_EQ(run.code, 0);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["results"][0]["verdict"], "valid");
  EXPECT_EQ(json["results"][0]["completion_ns"].dump(), "2000000000") << "a whole number";
  EXPECT_EQ(json["results"][0]["mean_access_ns"].dump(), "75000");
  EXPECT_EQ(json["results"][0]["speed_score"], 1000);
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/scoring.md"));
  ASSERT_THAT(doc, IsOk());
  for (const auto& object : {json, json["results"][0]}) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_TRUE(absl::StrContains(*doc, absl::StrCat("`", key, "`"))) << key;
    }
  }
}

TEST_F(ScoreCommandTest, JsonVerdictSaysWhatStandsAgainstAScore) {
  const auto verdict = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"score", "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return nlohmann::json::parse(RunIoreel(all).out)["results"].back()["verdict"];
  };
  const std::string sound = Write("sound.json", SoundResult());
  EXPECT_EQ(verdict({sound}), "valid");
  RunResult result = SoundResult();
  result.target.direct = false;
  EXPECT_EQ(verdict({Write("buffered.json", result)}), "withheld");
  result.trace.lost_events = 1;
  EXPECT_EQ(verdict({Write("tainted.json", result)}), "tainted");
  result.repeats[0].complete = false;
  EXPECT_EQ(verdict({Write("invalid.json", result)}), "invalid");
  RunResult other = SoundResult();
  other.mode = "stream";
  EXPECT_EQ(verdict({sound, Write("other.json", other)}), "incomparable");
}

TEST_F(ScoreCommandTest, ATraceIsToBeReplayedFirst) {
  const std::string trace = folder_ + "/app.csv";
  ASSERT_THAT(WriteFile(trace, "t_ns,op,offset_bytes,len_bytes\n0,R,0,4096\n"), IsOk());
  const ProgramRun run = RunIoreel({"score", trace});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, MatchesRegex("ioreel score: " + trace +
                                    " is a trace, not a result: replay "
                                    "it first, [^\n]*\n"));
}

TEST_F(ScoreCommandTest, BadInputIsOneLineThatNamesTheFile) {
  const std::string path = folder_ + "/broken.json";
  ASSERT_THAT(WriteFile(path, "{\n \"schema_version\": 1,\n"), IsOk());
  const ProgramRun broken = RunIoreel({"score", path});
  EXPECT_EQ(broken.code, 1);
  EXPECT_EQ(broken.out, "");
  EXPECT_THAT(broken.err, MatchesRegex("ioreel score: " + path + ": line 3, column 1: [^\n]*\n"));
  const ProgramRun missing = RunIoreel({"score", folder_ + "/none.json"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("none.json: No such file or directory\n"));
  EXPECT_EQ(RunIoreel({"score", folder_}).code, 1);
  EXPECT_EQ(RunIoreel({"score"}).code, 2);
}

}  // namespace
}  // namespace ioreel
