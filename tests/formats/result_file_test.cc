#include "formats/result/result_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/file.h"
#include "formats/result/run_result_fields.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_result.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

Json FullJson() { return Json::parse(RunResultToJson(FullResult())); }

/// The full result with one change, as text.
std::string Changed(const std::function<void(Json&)>& change) {
  Json json = FullJson();
  change(json);
  return json.dump();
}

TEST(ResultFileTest, EveryFieldSurvivesARoundTrip) {
  const RunResult result = FullResult();
  const absl::StatusOr<RunResult> read = ParseRunResult(RunResultToJson(result), "r.json");
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(*read == result);
}

/// Converts to anything, to count how many fields an aggregate takes.
struct Anything {
  template <typename T>
  operator T() const;
};
template <typename T, size_t... I>
constexpr bool TakesFields(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Anything{})...}; };
}
template <typename T, size_t kFields = 0>
constexpr size_t FieldCount() {
  if constexpr (TakesFields<T>(std::make_index_sequence<kFields + 1>())) {
    return FieldCount<T, kFields + 1>();
  } else {
    return kFields;
  }
}

template <typename T>
size_t KeyCount() {
  T value;
  size_t keys = 0;
  VisitFields(value, [&keys](const char*, auto&) { ++keys; });
  return keys;
}

TEST(ResultFileTest, EveryFieldOfEveryStructHasAKey) {
  EXPECT_EQ(KeyCount<HostFacts>(), FieldCount<HostFacts>());
  EXPECT_EQ(KeyCount<LatencySummary>(), FieldCount<LatencySummary>());
  EXPECT_EQ(KeyCount<OpSummary>(), FieldCount<OpSummary>());
  EXPECT_EQ(KeyCount<Substitution>(), FieldCount<Substitution>());
  EXPECT_EQ(KeyCount<ErrorSummary>(), FieldCount<ErrorSummary>());
  EXPECT_EQ(KeyCount<Fidelity>(), FieldCount<Fidelity>());
  EXPECT_EQ(KeyCount<SecondSummary>(), FieldCount<SecondSummary>());
  EXPECT_EQ(KeyCount<RepeatResult>(), FieldCount<RepeatResult>());
  EXPECT_EQ(KeyCount<TargetFacts>(), FieldCount<TargetFacts>());
  EXPECT_EQ(KeyCount<TraceFacts>(), FieldCount<TraceFacts>());
  EXPECT_EQ(KeyCount<RunResult>(), FieldCount<RunResult>());
}

TEST(ResultFileTest, UnknownIsNullAndBack) {
  RunResult result = FullResult();
  result.trace.recorded_busy_ns = kNoTime;
  result.target.rotational.reset();
  const std::string text = RunResultToJson(result);
  const Json json = Json::parse(text);
  EXPECT_TRUE(json["trace"]["recorded_busy_ns"].is_null());
  EXPECT_TRUE(json["target"]["rotational"].is_null());
  const absl::StatusOr<RunResult> read = ParseRunResult(text, "r.json");
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(*read == result);
}

TEST(ResultFileTest, ExtremeNumbersSurvive) {
  RunResult result = SoundResult();
  result.target.size_bytes = std::numeric_limits<uint64_t>::max();
  result.created_wall_ns = std::numeric_limits<int64_t>::max();
  result.repeats.resize(1);
  result.repeats[0].fidelity.drift_ns = std::numeric_limits<int64_t>::min() + 1;
  result.repeats[0].iops = 0.1 + 0.2;
  const absl::StatusOr<RunResult> read = ParseRunResult(RunResultToJson(result), "r.json");
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(*read == result);
}

TEST(ResultFileTest, NumbersThatAreNoneAreWrittenAsNull) {
  RunResult result = FullResult();
  result.repeats[0].iops = std::numeric_limits<double>::infinity();
  result.repeats[1].iops = std::nan("");
  const std::string text = RunResultToJson(result);
  const Json json = Json::parse(text);
  EXPECT_TRUE(json["repeats"][0]["iops"].is_null());
  EXPECT_TRUE(json["repeats"][1]["iops"].is_null());
  const absl::StatusOr<RunResult> read = ParseRunResult(text, "r.json");
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(std::isnan(read->repeats[0].iops));
}

TEST(ResultFileTest, TextThatIsNotUtf8IsStillWritten) {
  RunResult result = SoundResult();
  result.trace.path = "/tmp/\xff\xfe.ioreel";
  EXPECT_THAT(ParseRunResult(RunResultToJson(result), "r.json"), IsOk());
}

TEST(ResultFileTest, AMissingKeyIsNamedWithItsPath) {
  EXPECT_THAT(
      ParseRunResult(Changed([](Json& j) { j["repeats"][1]["fidelity"].erase("drift_ns"); }),
                     "r.json"),
      FailsWith(kInvalid, "r.json: repeats[1].fidelity.drift_ns: missing"));
}

TEST(ResultFileTest, AKeyTooManyIsNamedWithItsPath) {
  EXPECT_THAT(ParseRunResult(Changed([](Json& j) { j["target"]["colour"] = 1; }), "r.json"),
              FailsWith(kInvalid, "r.json: target.colour: no such key is known"));
}

TEST(ResultFileTest, AValueOfTheWrongKindIsNamedWithItsPath) {
  const auto fails = [](const std::function<void(Json&)>& change, const std::string& message) {
    EXPECT_THAT(ParseRunResult(Changed(change), "r.json"), FailsWith(kInvalid, HasSubstr(message)));
  };
  fails([](Json& j) { j["repeats"][0]["busy_ns"] = 1.5; },
        "r.json: repeats[0].busy_ns: expected a whole number from");
  fails([](Json& j) { j["target"]["size_bytes"] = -1; },
        "target.size_bytes: expected a whole number from 0 to 18446744073709551615, found -1");
  fails([](Json& j) { j["host"]["cpus"] = 1ll << 40; }, "host.cpus: expected");
  fails([](Json& j) { j["repeats"][0]["ops"][1]["op"] = "raed"; },
        "repeats[0].ops[1].op: expected the name of an operation, found \"raed\"");
  fails([](Json& j) { j["options"]["a key"] = nullptr; }, "options.a key: expected a text");
  fails([](Json& j) { j["repeats"] = Json::object(); }, "repeats: expected an array, found object");
  fails([](Json& j) { j["trace"] = 7; }, "trace: expected an object, found 7");
  fails([](Json& j) { j["mode"] = "slow"; },
        "r.json: mode: 'slow' is none of dependent, stream, timed, afap");
  fails([](Json& j) { j["level"] = ""; }, "level: '' is none of queue, issue");
}

TEST(ResultFileTest, OnlyTheDriftMayBeNegative) {
  const auto parse = [](const std::function<void(Json&)>& change) {
    return ParseRunResult(Changed(change), "r.json");
  };
  EXPECT_THAT(parse([](Json& j) { j["repeats"][0]["fidelity"]["drift_ns"] = -5; }), IsOk());
  EXPECT_THAT(parse([](Json& j) { j["repeats"][1]["busy_ns"] = -5; }),
              FailsWith(kInvalid,
                        "r.json: repeats[1].busy_ns: expected a number that is not negative, "
                        "found -5"));
  EXPECT_THAT(parse([](Json& j) { j["repeats"][0]["iops"] = -0.5; }),
              FailsWith(kInvalid, HasSubstr("repeats[0].iops: expected a number that is not")));
  EXPECT_THAT(
      parse([](Json& j) { j["trace"]["recorded_busy_ns"] = std::numeric_limits<int64_t>::min(); }),
      FailsWith(kInvalid, HasSubstr("trace.recorded_busy_ns: expected")));
}

TEST(ResultFileTest, WhatIsNoJsonObjectIsNoResult) {
  for (const char* text : {"[1, 2]", "IOREEL\1\2", "0 W 8 16", "\x1f\x8b"}) {
    EXPECT_THAT(ParseRunResult(text, "r.json"),
                FailsWith(kInvalid, HasSubstr("r.json: this is no result of ioreel replay")));
  }
}

TEST(ResultFileTest, AnotherSchemaVersionIsRefusedByName) {
  EXPECT_THAT(
      ParseRunResult(Changed([](Json& j) { j["schema_version"] = 1; }), "r.json"),
      FailsWith(kInvalid, HasSubstr("r.json: schema_version is 1; this ioreel reads only 5")));
  EXPECT_THAT(ParseRunResult(R"({"schema_version": 99})", "r.json"),
              FailsWith(kInvalid, HasSubstr("schema_version is 99")));
  EXPECT_THAT(ParseRunResult(R"({"a": 1})", "r.json"),
              FailsWith(kInvalid, HasSubstr("schema_version: missing")));
}

TEST(ResultFileTest, BrokenJsonIsReportedWithLineAndColumn) {
  EXPECT_THAT(ParseRunResult("{\n  \"mode\": afap\n}", "r.json"),
              FailsWith(kInvalid, testing::StartsWith("r.json: line 2, column 11: ")));
  EXPECT_THAT(ParseRunResult("", "r.json"), FailsWith(kInvalid, HasSubstr("line 1, column 1")));
  std::string cut = RunResultToJson(FullResult());
  cut.resize(cut.size() / 2);
  EXPECT_THAT(ParseRunResult(cut, "r.json"), FailsWith(kInvalid, HasSubstr("r.json: line ")));
}

TEST(ResultFileTest, EveryPrefixIsAnErrorAndNothingWorse) {
  const std::string text = FullJson().dump();
  for (size_t size = 0; size < text.size(); size += 7) {
    EXPECT_FALSE(ParseRunResult(text.substr(0, size), "r.json").ok()) << size;
  }
}

TEST(ResultFileTest, NothingIsLeftOfWhatCannotBeWritten) {
  const std::string path = testing::TempDir() + "/result_file_test_full.json";
  rlimit usual;
  getrlimit(RLIMIT_FSIZE, &usual);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit little = {.rlim_cur = 100, .rlim_max = usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &little);
  const absl::Status written = WriteRunResult(FullResult(), path);
  setrlimit(RLIMIT_FSIZE, &usual);
  signal(SIGXFSZ, handler);
  EXPECT_THAT(written, testing::Not(IsOk()));
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ResultFileTest, WritesAndReadsAFile) {
  const std::string path = testing::TempDir() + "/result_file_test.json";
  ASSERT_THAT(WriteRunResult(FullResult(), path), IsOk());
  const absl::StatusOr<RunResult> read = ReadRunResult(path);
  ASSERT_THAT(read, IsOk());
  EXPECT_TRUE(*read == FullResult());
  std::filesystem::remove(path);
  EXPECT_THAT(ReadRunResult(path), FailsWith(absl::StatusCode::kNotFound, HasSubstr(path)));
  EXPECT_FALSE(ReadRunResult(testing::TempDir()).ok());
}

/// Calls `visit(key, value)` for every key of the schema, each of its places.
void ForEachKey(const Json& json,
                const std::function<void(const std::string&, const Json&)>& visit) {
  if (json.is_array()) {
    for (const Json& element : json) ForEachKey(element, visit);
  } else if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      visit(key, value);
      if (key != "options" && key != "notes" && key != "left_out") ForEachKey(value, visit);
    }
  }
}

TEST(ResultSchemaTest, ANumberSaysItsUnitOrIsAKnownCountOrRatio) {
  const std::set<std::string> counts_and_ratios = {
      "schema_version", "cpus",       "count",
      "errors",         "error",      "planned",
      "issued",         "late",       "saturated",
      "reads",          "writes",     "others",
      "max_depth",      "mean_depth", "recorded_mean_depth",
      "lost_events",    "blocks",     "read_hits",
      "read_misses",    "write_hits", "write_misses",
      "read_hit_ratio", "promoted",   "evicted",
      "written_back",   "dirty",      "write_amplification"};
  const std::set<std::string> units = {"bytes", "iops"};
  ForEachKey(FullJson(), [&](const std::string& key, const Json& value) {
    const bool has_unit = absl::EndsWith(key, "_ns") || absl::EndsWith(key, "_bytes") ||
                          absl::EndsWith(key, "_bytes_per_s") || units.contains(key);
    EXPECT_TRUE(!value.is_number() || has_unit || counts_and_ratios.contains(key)) << key;
  });
}

TEST(ResultSchemaTest, EveryKeyIsDocumented) {
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/result_format.md"));
  ASSERT_THAT(doc, IsOk());
  ForEachKey(FullJson(), [&](const std::string& key, const Json&) {
    EXPECT_TRUE(absl::StrContains(*doc, absl::StrCat("`", key, "`"))) << key;
  });
}

}  // namespace
}  // namespace ioreel
