#include "analysis/report/workload_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

using Json = nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// Ten reads of one block, one after another, and a write of two blocks between flushes.
Workload Made() {
  TraceInfo info;
  info.devices.resize(1);
  info.devices[0].name = "sdz";
  info.tasks = {{.pid = 7, .tid = 8, .name = "db", .task_class = TaskClass::kTree}};
  TraceChunk chunk;
  for (int64_t i = 0; i < 10; ++i)
    chunk.queued.push_back({.queue_ns = i * 1'000'000,
                            .issue_ns = i * 1'000'000 + 1'000,
                            .complete_ns = i * 1'000'000 + 500'000,
                            .offset = 4096,
                            .length = 4096,
                            .task = 0});
  for (const int64_t start_ns : {2'000'000'000, 2'000'000'100, 2'000'000'300}) {
    const bool flushes = start_ns != 2'000'000'100;
    chunk.queued.push_back({.queue_ns = start_ns,
                            .issue_ns = start_ns + 20,
                            .complete_ns = start_ns + 50,
                            .length = flushes ? 0u : 8192u,
                            .task = 0,
                            .op = flushes ? Op::kFlush : Op::kWrite,
                            .priority = 2,
                            .flags = flushes ? IoFlags() : IoFlags(kFua)});
  }
  auto workload = AnalyzeTrace(MakeVectorReader(info, {chunk}), {});
  EXPECT_THAT(workload, IsOk());
  return *std::move(workload);
}

TraceFile File() { return {.name = "made.ioreel", .bytes = 10, .remarks = {}}; }

TEST(WorkloadTextTest, TablesWithNumbersForPeople) {
  const std::string text = WorkloadText(File(), Made(), 10);
  EXPECT_THAT(
      text, AllOf(HasSubstr("trace       made.ioreel\n"), HasSubstr("level       13 queued I/Os\n"),
                  HasSubstr("flushes     2 flushes, 0 writes that flush first, 1 FUA write\n"),
                  HasSubstr("steps       1.000 s, 2 with I/O\n"),
                  ContainsRegex("\n  Q2C read +10 +500 µs +500 µs"),
                  ContainsRegex("\n  flush to flush +1 +300 ns"),
                  ContainsRegex("\n  random read 4 KiB +10 +90.9 % +40 KiB +500 µs"),
                  ContainsRegex("\n  written once +8 KiB +100.0 %"),
                  ContainsRegex("\n  sdz from 0 KiB +11 +100.0 %"), ContainsRegex("\n  db 8 +13 "),
                  ContainsRegex("\n  2 +3 +0 B +8 KiB"), HasSubstr("\n2.000000 s ")));
}

TEST(WorkloadTextTest, TheRankingTablesAreAsLongAsAskedFor) {
  EXPECT_THAT(WorkloadText(File(), Made(), 0),
              AllOf(Not(HasSubstr("sdz from")), Not(HasSubstr("random read 4 KiB"))));
}

TEST(WorkloadTextTest, ASampleIsToldToBeOne) {
  Workload workload = Made();
  EXPECT_THAT(WorkloadText(File(), workload, 10), Not(HasSubstr("estimated")));
  workload.block_sampling = 8;
  EXPECT_THAT(WorkloadText(File(), workload, 10), HasSubstr("from 1 block in 8"));
}

/// Steps that reach beyond the ends of 64 bits, sums that would.
TEST(WorkloadTextTest, TheFarthestTimesAndPlacesCanBePrinted) {
  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = -INT64_MAX, .complete_ns = INT64_MAX, .offset = UINT64_MAX - 511, .length = 511},
      {.queue_ns = 0, .complete_ns = INT64_MAX, .length = uint64_t{1} << 40},
      {.queue_ns = INT64_MAX, .complete_ns = INT64_MAX, .length = 512}};
  TraceInfo info;
  info.devices.resize(1);
  const auto workload = AnalyzeTrace(MakeVectorReader(info, {chunk}), {});
  ASSERT_THAT(workload, IsOk());
  EXPECT_THAT(WorkloadText(File(), *workload, 10), HasSubstr("\n  1 TiB "));
  EXPECT_EQ(Json::parse(WorkloadJson(File(), *workload, 10))["bytes"], (uint64_t{1} << 40) + 1023);
  EXPECT_THAT(WorkloadCsv(*workload), HasSubstr("\n-9223372036854775808,"));
}

void ExpectDocumented(const Json& json, const std::string& doc) {
  if (json.is_array()) {
    for (const Json& element : json) ExpectDocumented(element, doc);
  } else if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      EXPECT_TRUE(absl::StrContains(doc, absl::StrCat("`", key, "`"))) << key;
      ExpectDocumented(value, doc);
    }
  }
}

std::string Doc() {
  const auto doc = ReadFile(ProjectFile("docs/analysis.md"));
  EXPECT_THAT(doc, IsOk());
  return doc.value_or("");
}

TEST(WorkloadJsonTest, EveryKeyIsDocumented) {
  ExpectDocumented(Json::parse(WorkloadJson(File(), Made(), 10)), Doc());
}

TEST(WorkloadJsonTest, HoldsTheNumbers) {
  const Json json = Json::parse(WorkloadJson(File(), Made(), 10));
  EXPECT_EQ(json["times"]["q2c"]["read"]["max_ns"], 500'000);
  EXPECT_EQ(json["times"]["q2d"]["write"]["mean_ns"], 20);
  EXPECT_EQ(json["times"]["q2q"]["count"], 10);
  EXPECT_EQ(json["ops"]["write"]["sizes"][0]["up_to_bytes"], 8192);
  EXPECT_EQ(json["ops"]["flush"]["sizes"], Json::array()) << "it has no size";
  EXPECT_EQ(json["depth"]["max"], 1);
  EXPECT_EQ(json["depth"]["times"][1]["in_flight"], 1);
  EXPECT_EQ(json["blocks"]["lru_hits"][0]["cache_bytes"], 4096);
  EXPECT_EQ(json["hot_ranges"]["ranges"][0]["bytes"], 49152);
  EXPECT_EQ(json["flushes"]["written_between_flushes"]["max_bytes"], 8192);
  EXPECT_EQ(json["priorities"][0]["priority"], nullptr);
  EXPECT_EQ(json["priorities"][1]["priority"], 2);
  EXPECT_EQ(json["steps"][1]["others"], 2);
  EXPECT_EQ(json["steps"][0]["streams"][0]["mean_latency_ns"], 500'000);
}

TEST(WorkloadCsvTest, EveryColumnIsDocumentedAndEveryRowHasThem) {
  const std::string csv = WorkloadCsv(Made());
  const std::vector<std::string> lines = absl::StrSplit(csv, '\n', absl::SkipEmpty());
  const std::vector<std::string> columns = absl::StrSplit(lines[0], ',');
  for (const std::string& column : columns)
    EXPECT_TRUE(absl::StrContains(Doc(), absl::StrCat("`", column, "`"))) << column;
  for (const std::string& line : lines)
    EXPECT_EQ(std::vector<std::string>(absl::StrSplit(line, ',')).size(), columns.size()) << line;
  EXPECT_EQ(lines[2], "0,1000000000,read,random,4096,10,40960,10,500000,500000,,,,,,");
  EXPECT_EQ(lines[5], "2000000000,1000000000,other,,,2,,,,,,,,,,");
}

}  // namespace
}  // namespace ioreel
