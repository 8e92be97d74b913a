#include "analysis/report/trace_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

constexpr int64_t kMs = 1'000'000;

/// A recorded command that read twice and flushed, with one loss.
TraceStats Stats() {
  TraceInfo info;
  info.devices.resize(1);
  info.devices[0] = {
      .name = "loop7", .major = 7, .minor = 7, .size_bytes = 64 << 20, .filesystem = "ext4"};
  info.tasks.resize(1);
  info.tasks[0] = {.pid = 42, .tid = 43, .name = "git", .task_class = TaskClass::kTree};
  info.losses = {{.cpu = 1, .from_ns = kMs, .to_ns = 2 * kMs, .events = 12}};
  info.command =
      CommandInfo{.argv = {"git", "status"}, .start_ns = 0, .exit_ns = 1500 * kMs, .exit_code = 3};
  info.start_wall_ns = 1'700'000'000 * int64_t{1'000'000'000};
  info.host.hostname = "lab";
  info.source = "ftrace-blk";
  info.writer = "ioreel 0.1.0";
  info.stage_events = {{"Q", 3}, {"C", 3}};
  info.tainted = true;

  TraceChunk chunk;
  chunk.queued = {
      {.queue_ns = 0, .complete_ns = kMs, .length = 4096, .task = 0, .flags = kSync},
      {.queue_ns = kMs, .complete_ns = 3 * kMs, .offset = 4096, .length = 8192, .task = 0},
      {.queue_ns = 9 * kMs, .complete_ns = 10 * kMs, .task = 0, .op = Op::kFlush},
  };
  chunk.requests = {{.issue_ns = kMs, .complete_ns = 3 * kMs, .length = 12288, .task = 0}};
  absl::StatusOr<TraceStats> stats = ComputeTraceStats(MakeVectorReader(info, {chunk}));
  EXPECT_THAT(stats, IsOk());
  return *stats;
}

TraceFile File() {
  return {.name = "git.ioreel",
          .bytes = 300,
          .remarks = {{.name = "zero_length",
                       .severity = ImportLog::Severity::kNotice,
                       .count = 2,
                       .first_place = "git.ioreel: byte 7",
                       .explanation = "ignored"}}};
}

TEST(TraceTextTest, SaysWhatAndWhereFrom) {
  EXPECT_THAT(TraceText(File(), Stats()),
              AllOf(HasSubstr("trace    git.ioreel: 300 B, 100.0 bytes a queued I/O\n"),
                    HasSubstr("source   ftrace-blk, written by ioreel 0.1.0, on lab, 2023-11-14 "
                              "22:13:20 UTC\n"),
                    HasSubstr("command  git status, exit status 3, ran 1.500 s\n"),
                    HasSubstr("state    complete, 12 events lost in 1 window, tainted\n"),
                    HasSubstr("lost     12 on CPU 1 between 0.001000 s and 0.002000 s\n"),
                    HasSubstr("span     10 ms\n"),
                    HasSubstr("note     git.ioreel: byte 7: ignored (zero_length, 2 times)\n")));
}

TEST(TraceTextTest, ShowsBothLevelsWithUnits) {
  const std::string text = TraceText(File(), Stats());
  EXPECT_THAT(text,
              ContainsRegex("\nloop7 +7:7 +64 MiB +\\? +3 +12 KiB +0 B +12 KiB +12 KiB +ext4\n"));
  EXPECT_THAT(text, ContainsRegex("\nqueued I/Os +count +bytes +errors +unfinished +Q2C mean"));
  EXPECT_THAT(text, ContainsRegex("\n  read +2 +12 KiB +0 +0 +1.5 ms"));
  EXPECT_THAT(text, ContainsRegex("\n  flush +1 +- +0 +0 +1 ms"));
  EXPECT_THAT(text, ContainsRegex("\nissued requests +count +bytes +errors +unfinished +D2C mean"));
  EXPECT_THAT(text, ContainsRegex("\nsequential on the device +50.0 % +0.0 %\n"));
  EXPECT_THAT(text, ContainsRegex("\nidle: nothing in flight +60.0 % +0.0 %\n"));
  EXPECT_THAT(text, ContainsRegex("\nclass tree +3 +12 KiB +0 B\n"));
  EXPECT_THAT(text, ContainsRegex("\n  git 43 +3 +12 KiB +0 B\n"));
  EXPECT_THAT(text, HasSubstr("stage events  C 3, Q 3\n"));
}

TEST(TraceTextTest, ATaskWithoutAThreadsNumberHasThatOfItsProcess) {
  TraceStats stats = Stats();
  stats.info.tasks[0].tid = -1;
  EXPECT_THAT(TraceText({}, stats), ContainsRegex("\n  git 42 +3 "));
  stats.info.tasks[0].pid = -1;
  EXPECT_THAT(TraceText({}, stats), ContainsRegex("\n  git +3 "));
}

TEST(TraceTextTest, AnUnfinishedTraceSaysSo) {
  TraceStats stats = Stats();
  stats.complete = false;
  EXPECT_THAT(TraceText(File(), stats), HasSubstr("state    incomplete: "));
  EXPECT_EQ(Json::parse(TraceJson(File(), stats))["complete"], false);
}

TEST(TraceTextTest, AnEmptyTraceIsShortButNotSilent) {
  const auto empty = ComputeTraceStats(MakeVectorReader({}, {}));
  EXPECT_THAT(TraceText({.name = "none", .bytes = 10}, *empty),
              AllOf(HasSubstr("trace    none: 10 B\n"), HasSubstr("The trace has no I/O.\n")));
}

TEST(TraceJsonTest, HoldsTheNumbers) {
  const Json json = Json::parse(TraceJson(File(), Stats()));
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["lost"], 12);
  EXPECT_EQ(json["span_ns"], 10 * kMs);
  EXPECT_EQ(json["stage_events"]["Q"], 3);
  EXPECT_EQ(json["queue"]["ops"]["read"]["count"], 2);
  EXPECT_EQ(json["queue"]["ops"]["read"]["bytes"], 12288);
  EXPECT_EQ(json["queue"]["ops"]["read"]["latency"]["max_ns"], 2 * kMs);
  EXPECT_EQ(json["issue"]["count"], 1);
  EXPECT_EQ(json["devices"][0]["name"], "loop7");
  EXPECT_EQ(json["devices"][0]["footprint_bytes"], 12288);
  EXPECT_TRUE(json["devices"][0]["rotational"].is_null());
  EXPECT_EQ(json["command"]["exit_code"], 3);
  EXPECT_EQ(json["classes"]["tree"]["reads"], 2);
  EXPECT_EQ(json["tasks"][0]["tid"], 43);
  EXPECT_EQ(json["remarks"][0]["severity"], "notice");
}

void ExpectDocumented(const Json& json, const std::string& doc) {
  if (json.is_array()) {
    for (const Json& element : json) ExpectDocumented(element, doc);
  } else if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      EXPECT_TRUE(absl::StrContains(doc, absl::StrCat("`", key, "`"))) << key;
      const bool keys_are_data = key == "stage_events" || key == "flags" || key == "notes";
      if (key == "ops") {
        for (const auto& [op, stats] : value.items()) ExpectDocumented(stats, doc);
      } else if (!keys_are_data) {
        ExpectDocumented(value, doc);
      }
    }
  }
}

TEST(TraceJsonTest, EveryKeyIsDocumented) {
  const auto doc = ReadFile(ProjectFile("docs/info_format.md"));
  ASSERT_THAT(doc, IsOk());
  ExpectDocumented(Json::parse(TraceJson(File(), Stats())), *doc);
}

}  // namespace
}  // namespace ioreel
