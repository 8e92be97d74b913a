#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/noisy_runs.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class CompareCommandTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_);
    Noise noise(2);
    a_ = Write("a.json", NoisyRuns(10, 1, 0.01, &noise));
    slower_ = NoisyRuns(10, 1.2, 0.01, &noise);
    slower_.target.spec = "/mnt/new/scratch.img";
    b_ = Write("b.json", slower_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const RunResult& result) {
    const std::string path = folder_ + "/" + name;
    EXPECT_THAT(WriteRunResult(result, path), IsOk());
    return path;
  }

  const std::string folder_ = testing::TempDir() + "/compare_command_test";
  std::string a_, b_;
  RunResult slower_;
};

TEST_F(CompareCommandTest, PrintsATableAndWhatFollows) {
  const ProgramRun run = RunIoreel({"compare", a_, a_, "--", b_, "--seed", "3"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("A       20 runs, dependent mode"), HasSubstr(b_),
                    HasSubstr("varied  target: /tmp/scratch.img"),
                    HasSubstr("completion time: B is worse, "), HasSubstr("write p99: unknown")));
  EXPECT_THAT(run.out,
              ContainsRegex("\ncompletion time +[0-9.]+ s +[0-9.]+ s +1\\.[12][0-9]+ +"
                            "1\\.1[0-9]+ to 1\\.2[0-9]+ +< 0\\.0001 +[0-9.]+ % +[0-9.]+ %"));
}

TEST_F(CompareCommandTest, TheSeedMakesItReproducible) {
  const auto out = [&](const char* seed) {
    return RunIoreel({"compare", "--seed", seed, "--json", a_, "--", b_}).out;
  };
  EXPECT_EQ(out("1"), out("1"));
  EXPECT_NE(nlohmann::json::parse(out("1"))["traces"], nlohmann::json::parse(out("2"))["traces"]);
}

TEST_F(CompareCommandTest, JsonHasDocumentedKeys) {
  const ProgramRun run = RunIoreel({"compare", "--paired", "--json", a_, "--", b_});
  ASSERT_EQ(run.code, 0);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["outcome"], "ok");
  EXPECT_EQ(json["suite"], nullptr);
  const auto trace = json["traces"][0];
  EXPECT_EQ(trace["metrics"][0]["significant"], true);
  EXPECT_EQ(trace["metrics"][0]["interval"], "bca");
  EXPECT_EQ(trace["metrics"][5]["ratio"], nullptr);
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/comparing.md"));
  ASSERT_THAT(doc, IsOk());
  for (const auto& object : {json, trace, trace["a"], trace["metrics"][0]}) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_TRUE(absl::StrContains(*doc, absl::StrCat("`", key, "`"))) << key;
    }
  }
}

TEST_F(CompareCommandTest, AnotherTraceEndsWithFive) {
  slower_.trace.digest = "xxh3-128:2";
  const ProgramRun run = RunIoreel({"compare", a_, "--", Write("c.json", slower_)});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.out, AllOf(HasSubstr("(xxh3-128:1, " + a_ + "): side B has no run of it\n"),
                             HasSubstr("c.json): side A has no run of it\n")));
}

TEST_F(CompareCommandTest, SeveralTracesAreASuite) {
  RunResult other = slower_;
  other.trace.digest = "xxh3-128:2";
  const std::string d = Write("d.json", other);
  other.target.spec = SoundResult().target.spec;
  const std::string c = Write("c.json", other);
  const ProgramRun run = RunIoreel({"compare", a_, c, "--", b_, d});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\nsuite   geometric means of 2 traces"));
  const auto json = nlohmann::json::parse(RunIoreel({"compare", "--json", a_, c, "--", b_, d}).out);
  EXPECT_EQ(json["traces"].size(), 2);
  const double first = json["traces"][0]["metrics"][0]["ratio"];
  EXPECT_NEAR(json["suite"]["metrics"][0]["ratio"], std::sqrt(first), 0.005) << "the other: 1";
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/comparing.md"));
  for (const auto& [key, value] : json["suite"].items()) {
    EXPECT_TRUE(absl::StrContains(*doc, absl::StrCat("`", key, "`"))) << key;
  }
}

TEST_F(CompareCommandTest, VaryNamesWhatIsUnderTest) {
  EXPECT_EQ(RunIoreel({"compare", "--vary", "kernel", a_, "--", b_}).code, 5);
  slower_.host.kernel = "Linux 7";
  const std::string c = Write("c.json", slower_);
  EXPECT_EQ(RunIoreel({"compare", a_, "--", c}).code, 5);
  EXPECT_EQ(RunIoreel({"compare", "--vary", "kernel", "--vary", "target", a_, "--", c}).code, 0);
}

TEST_F(CompareCommandTest, AnInvalidRunEndsWithFour) {
  slower_.repeats[3].complete = false;
  EXPECT_EQ(RunIoreel({"compare", a_, "--", Write("c.json", slower_)}).code, 4);
}

TEST_F(CompareCommandTest, WrongUsageIsOneLine) {
  const std::vector<std::vector<std::string>> wrong = {
      {"compare"}, {"compare", a_, b_}, {"compare", a_, "--"}, {"compare", "--", b_}};
  for (const std::vector<std::string>& arguments : wrong) {
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err, "ioreel compare: compare needs results on both sides of a '--': A… -- B…\n");
  }
  EXPECT_EQ(RunIoreel({"compare", a_, "--", b_, "--", b_}).code, 2);
  EXPECT_EQ(RunIoreel({"compare", "--vary", "moon", a_, "--", b_}).code, 2);
  EXPECT_EQ(RunIoreel({"compare", a_, "--", folder_ + "/none.json"}).code, 1);
}

}  // namespace
}  // namespace ioreel
