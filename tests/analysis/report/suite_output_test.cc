#include "analysis/report/suite_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_result.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

SuiteScore Scored(const SuiteResult& suite) { return ScoreSuite({"s.json", suite}, {}, false); }

TEST(SuiteOutputTest, ATableHasALineForEachTraceAndOneForTheSuite) {
  const SuiteScore score = Scored(SoundSuiteResult());
  EXPECT_EQ(SuiteScoresText({&score, 1}),
            R"(s.json: suite two, version 1, full: 2 traces × 3 passes, separate areas
dependent mode, issue level, engine libaio, on /dev/sdb (DRIVE 9)
1000 points: a slow drive

trace         speed  device  storage  passes  completion  spread  reference   busy  spread
             points  points   points                   s       %          s      s       %
edit           2000     500     2160       3       2.000     5.0      4.000  0.500     0.0
build (× 3)    2000     500     2160       3      20.000     5.0     40.000  5.000     0.0
suite          2000     500     2160

trace        bandwidth  mean access  read p99  write p99  longest
                  MB/s           ms        ms         ms       ms
edit             350.0        0.075         -          -    0.900
build (× 3)      350.0        0.075         -          -    0.900

speed score    2000, its passes alone 2000, 1905, 2105
device score   500
storage score  2160
More points are better. Figures are medians over the passes, longest is of all of them. MB/s are 10^6 bytes a second of busy time.
)");
}

TEST(SuiteOutputTest, WhatStandsAgainstFiguresIsSaid) {
  SuiteResult suite = SoundSuiteResult();
  suite.traces[0].result->repeats.pop_back();
  suite.traces[1].failure = "no space left";
  const SuiteScore score = Scored(suite);
  const std::string text = SuiteScoresText({&score, 1});
  EXPECT_THAT(text, HasSubstr("INVALID s.json: edit: 2 of 3 passes were made\n"));
  EXPECT_THAT(text, HasSubstr("INVALID s.json: build: no space left\n"));
  EXPECT_THAT(text, HasSubstr("note s.json: edit: only 2 repeats"));
  EXPECT_THAT(text, testing::Not(HasSubstr("speed score  ")));
}

TEST(SuiteOutputTest, JsonHasDocumentedKeys) {
  const SuiteScore score = Scored(SoundSuiteResult());
  const Json json = Json::parse(SuiteScoresJson({&score, 1}));
  const Json& suite = json["suites"][0];
  EXPECT_EQ(suite["speed_score"].get<double>(), *score.total.speed);
  EXPECT_EQ(suite["verdict"], "valid");
  EXPECT_EQ(suite["traces"][1]["weight"], 3);
  EXPECT_TRUE(suite["traces"][0]["write_p99_ns"].is_null()) << "it wrote nothing";
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/scoring.md"));
  ASSERT_THAT(doc, IsOk());
  for (const Json& object : {json, suite, suite["traces"][0]}) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_THAT(*doc, HasSubstr(absl::StrCat("`", key, "`")));
    }
  }
}

}  // namespace
}  // namespace ioreel
