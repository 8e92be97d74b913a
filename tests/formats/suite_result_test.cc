#include "formats/result/suite_result.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_result.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

absl::Status Change(const std::function<void(Json&)>& change) {
  Json json = Json::parse(SuiteResultToJson(FullSuiteResult()));
  change(json);
  return ParseResult(json.dump(), "s.json").status();
}

TEST(SuiteResultTest, EveryFieldSurvivesARoundTrip) {
  for (const SuiteResult& suite : {FullSuiteResult(), SoundSuiteResult()}) {
    const std::string path = ScratchPath("suite_result_test.json");
    ASSERT_THAT(WriteSuiteResult(suite, path), IsOk());
    const absl::StatusOr<AnyResult> read = ReadResult(path);
    ASSERT_THAT(read, IsOk());
    EXPECT_TRUE(std::get<SuiteResult>(*read) == suite);
  }
}

TEST(SuiteResultTest, AResultOfOneReplayIsToldFromIt) {
  const auto run = ParseResult(RunResultToJson(SoundResult()), "r.json");
  ASSERT_THAT(run, IsOk());
  EXPECT_TRUE(std::get<RunResult>(*run) == SoundResult());
  EXPECT_THAT(ParseRunResult(SuiteResultToJson(SoundSuiteResult()), "s.json"),
              FailsWith(kInvalid, HasSubstr("s.json is the result of a suite")));
}

TEST(SuiteResultTest, WhatDoesNotFitTogetherIsToldWithItsPlace) {
  const auto fails = [](const std::function<void(Json&)>& change, const std::string& message) {
    EXPECT_THAT(Change(change), FailsWith(kInvalid, HasSubstr(message)));
  };
  fails([](Json& j) { j["suite"].erase("version"); }, "s.json: suite.version: missing");
  fails([](Json& j) { j["scope"] = "half"; }, "scope: 'half' is none of full, quick, part");
  fails([](Json& j) { j["layout"] = ""; }, "layout: '' is none of separate, shared");
  fails([](Json& j) { j["passes"] = 0; }, "passes: is below 1");
  fails([](Json& j) { j["passes"] = 1; }, "traces[0]: result.repeats: there are more than passes");
  fails([](Json& j) { j["traces"] = Json::array(); }, "traces: there are none");
  fails([](Json& j) { j["traces"][1]["weight"] = 0; }, "traces[1]: weight: is not above 0");
  fails([](Json& j) { j["traces"][1]["weight"] = nullptr; }, "traces[1]: weight: is not above 0");
  fails([](Json& j) { j["traces"][1]["name"] = j["traces"][0]["name"]; },
        "traces[1]: this trace is there already");
  fails([](Json& j) { j["traces"][0]["digest"] = "x"; },
        "traces[0]: result.trace.digest: is that of another trace");
  fails([](Json& j) { j["traces"][1]["result"]["mode"] = "slow"; },
        "traces[1]: result: mode: 'slow' is none of");
  fails([](Json& j) { j["schema_version"] = 4; }, "schema_version is 4");
}

TEST(SuiteResultTest, EveryKeyIsDocumented) {
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/result_format.md"));
  ASSERT_THAT(doc, IsOk());
  const std::string own = doc->substr(doc->find("# suite.json"));
  Json json = Json::parse(SuiteResultToJson(FullSuiteResult()));
  std::vector<Json> objects = {json, json["suite"], json["reference"], json["traces"][0]};
  for (const Json& object : objects) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_THAT(own, HasSubstr(absl::StrCat("`", key, "`")));
    }
  }
}

}  // namespace
}  // namespace ioreel
