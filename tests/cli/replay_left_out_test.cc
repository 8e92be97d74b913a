#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/result/result_file.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr int64_t kMs = 1'000'000;

/// A command from 10 to 60 ms; one request for each reason to be left out, and two of its own.
std::string TraceOfACommand() {
  TraceInMemory trace;
  trace.info.devices = {{.name = "sdy"}, {.name = "sdz"}};
  trace.info.tasks = {{.tid = 1, .name = "app", .task_class = TaskClass::kTree},
                      {.tid = 2, .name = "cron", .task_class = TaskClass::kOther},
                      {.tid = 3, .name = "ioreel", .task_class = TaskClass::kRecorder}};
  trace.info.command = CommandInfo{.argv = {"app"}, .start_ns = 10 * kMs, .exit_ns = 60 * kMs};
  TraceChunk& chunk = trace.chunks.emplace_back();
  const auto add = [&](int64_t ms, IssuedRequest request) {
    request.issue_ns = ms == 0 ? kNoTime : ms * kMs;
    request.complete_ns = ms == 0 ? kNoTime : ms * kMs + kMs / 2;
    request.offset = 4096 * chunk.requests.size();
    chunk.requests.push_back(request);
  };
  add(9, {.length = 4096, .task = 0});
  add(0, {.length = 4096, .task = 0});
  add(20, {.length = 4096, .task = 0});
  add(21, {.length = 4096, .task = 1});
  add(22, {.length = 4096, .task = 2});
  add(23, {.length = 4096, .task = 0, .device = 1});
  add(24, {.length = 0, .task = 0, .op = Op::kWrite});
  add(25, {.length = 4096, .task = 0, .op = Op::kZoneReset});
  add(30, {.length = 4096, .task = 0});
  add(50, {.length = 4096, .task = 0});
  return WriteContainer(trace);
}

TEST(ReplayLeftOutTest, EveryReasonIsInThePlanTheTextAndTheResult) {
  const std::string out = FreshPath("result.json");
  const ProgramRun run =
      RunIoreel({"replay", TraceOfACommand(), "--target", FreshPath("target"), "--create", "auto",
                 "--device", "sdy", "--to", "40ms", "--mode", "afap", "-o", out});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto result = ReadRunResult(out);
  ASSERT_THAT(result, IsOk());
  EXPECT_THAT(
      result->trace.left_out,
      UnorderedElementsAre(Pair("before the command started", 1), Pair("without an issue time", 1),
                           Pair("task class other", 1), Pair("task class recorder", 1),
                           Pair("other device", 1), Pair("empty write", 1),
                           Pair("zone_reset cannot be replayed", 1), Pair("after --to", 1)));
  EXPECT_EQ(result->repeats.at(0).fidelity.planned, 2u);
  const auto doc = ReadFile(ProjectFile("docs/result_format.md"));
  ASSERT_THAT(doc, IsOk());
  const size_t plan_end = run.out.find("fidelity ");
  ASSERT_NE(plan_end, std::string::npos);
  for (const auto& [reason, count] : result->trace.left_out) {
    const std::string line = absl::StrCat("left out     1 I/O: ", reason, "\n");
    EXPECT_THAT(run.out.substr(0, plan_end), HasSubstr(line));
    EXPECT_THAT(run.out.substr(plan_end), HasSubstr(line));
  }
  for (const char* reason : {"before the command started", "without an issue time", "other device",
                             "zone_reset cannot be replayed", "after --to", "before --from"}) {
    EXPECT_THAT(*doc, HasSubstr(absl::StrCat("`", reason, "`")));
  }
}

TEST(ReplayLeftOutTest, FromAsksForWhatCameBeforeTheCommand) {
  const ProgramRun run =
      RunIoreel({"replay", TraceOfACommand(), "--target", FreshPath("target"), "--create", "auto",
                 "--device", "sdy", "--from", "5ms", "--engine", "sim", "--dry-run"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, testing::Not(HasSubstr("before")));
  EXPECT_THAT(run.out, HasSubstr("4 I/Os at issue level"));
}

}  // namespace
}  // namespace ioreel
