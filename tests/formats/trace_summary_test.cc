#include "formats/summary/trace_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "base/check.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/container/container_writer.h"
#include "formats/container/summary_codec.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::unique_ptr<ContainerReader> OpenedAs(const std::string& path) {
  auto reader = OpenContainer(path, Unfinished::kRefuse);
  CHECK_OK(reader.status());
  return *std::move(reader);
}

/// By reading every row; nullopt where they are out of order.
std::optional<TraceSummary::PerLevel> SumUp(const std::string& path, Level level) {
  LevelReader reader(OpenedAs(path), level);
  IoSelector selector(DefaultSelection(reader.info()));
  LevelSummarizer summarizer;
  TraceSummary::PerLevel sum;
  std::vector<Io> ios;
  int64_t last_ns = kNoTime;
  for (;;) {
    ios.clear();
    const auto more = reader.Read(1000, &ios);
    if (!more.ok()) return std::nullopt;
    if (!*more) break;
    for (const Io& io : ios) {
      if (io.start_ns < last_ns) return std::nullopt;
      last_ns = io.start_ns;
      if (!selector.Takes(io, reader.info())) continue;
      summarizer.Add(io, OffsetInDevice(io, reader.info()), reader.info());
    }
    sum.ios += ios.size();
  }
  sum.untimed = reader.untimed();
  sum.taken = summarizer.Finish();
  sum.taken.left_out = selector.left_out();
  return sum;
}

/// The summary in the file is what its rows amount to, if they can be summed up.
void ExpectRightSummary(const std::string& path, bool* any) {
  const auto reader = OpenedAs(path);
  const auto told = reader->Summary();
  ASSERT_THAT(told, IsOk());
  const auto queue = SumUp(path, Level::kQueue), issue = SumUp(path, Level::kIssue);
  ASSERT_EQ(*told != nullptr, queue.has_value() && issue.has_value());
  if (*told == nullptr) return;
  *any = true;
  EXPECT_EQ((*told)->queue, *queue);
  EXPECT_EQ((*told)->issue, *issue);
}

TEST(TraceSummaryTest, AContainerSaysWhatItsRowsAmountTo) {
  for (const bool extreme : {false, true}) {
    bool any = false;
    for (uint32_t seed = 1; seed <= 60; ++seed) {
      SCOPED_TRACE(seed);
      ExpectRightSummary(WriteContainer(RandomTrace({.seed = seed, .extreme = extreme})), &any);
    }
    EXPECT_TRUE(any || extreme);
  }
}

TEST(TraceSummaryTest, OfAPartOfACommandsTrace) {
  TraceInMemory trace;
  trace.info.devices = {{.name = "sda1", .partition_start_bytes = 1 << 20}};
  trace.info.tasks = {{.tid = 5, .task_class = TaskClass::kTree}, {.name = "cron"}};
  trace.info.command = CommandInfo{.start_ns = 100};
  TraceChunk& chunk = trace.chunks.emplace_back();
  chunk.queued = {{.queue_ns = 50, .length = 512, .task = 0},
                  {.queue_ns = 150, .offset = 2 << 20, .length = 512, .task = 0},
                  {.queue_ns = 160, .offset = 9 << 20, .length = 512, .task = 1}};
  const auto reader = OpenedAs(WriteContainer(trace));
  const auto told = reader->Summary();
  ASSERT_THAT(told, IsOk());
  ASSERT_NE(*told, nullptr);
  const TraceSummary::PerLevel& queue = (*told)->queue;
  EXPECT_EQ(queue.ios, 3u);
  EXPECT_EQ(queue.taken.all.ios, 1u);
  EXPECT_EQ(queue.taken.devices.at(0).end_bytes, (1u << 20) + 512);
  EXPECT_EQ(queue.taken.left_out.at("before the command started"), 1u);
  EXPECT_EQ(queue.taken.left_out.at("task class other"), 1u);
  EXPECT_EQ((*told)->issue.ios, 0u);
}

TEST(TraceSummaryTest, NothingIsSaidOfRowsThatWereTakenForAnother) {
  TraceInMemory trace = RandomTrace({.seed = 3});
  const std::vector<std::function<void(TraceInfo*)>> changes = {
      [](TraceInfo* info) { info->tasks[0].task_class = TaskClass::kRecorder; },
      [](TraceInfo* info) { info->tasks[0].tid = -1; },
      [](TraceInfo* info) { info->devices[0].partition_start_bytes = 12345; },
      [](TraceInfo* info) { info->command = CommandInfo{.start_ns = 77}; }};
  trace.info.command.reset();
  trace.info.tasks[0].tid = 7;
  for (size_t i = 0; i <= changes.size(); ++i) {
    TraceSummarizer summarizer;
    for (const TraceChunk& chunk : trace.chunks) summarizer.Add(trace.info, chunk);
    TraceInfo last = trace.info;
    last.tasks.push_back({.name = "late"});  // says nothing of rows that came before
    if (i < changes.size()) changes[i](&last);
    EXPECT_EQ(summarizer.Finish(last).has_value(), i == changes.size()) << i;
  }
}

TEST(TraceSummaryTest, IsOnlyGivenOfAFileThatIsWhole) {
  const TraceInMemory trace = RandomTrace({.seed = 7});
  const std::string path = WriteContainer(trace);
  std::string bytes = ReadFile(path).value();
  bytes[bytes.size() / 3] ^= 1;
  ASSERT_THAT(WriteFile(path, bytes), IsOk());
  const auto reader = OpenContainer(path, Unfinished::kRefuse);
  ASSERT_THAT(reader, IsOk()) << "it is a byte of a block";
  EXPECT_THAT((*reader)->Summary(), FailsWith(absl::StatusCode::kDataLoss,
                                              AllOf(HasSubstr(path), HasSubstr("bad checksum"))));
}

TEST(TraceSummaryTest, AnOlderFileHasNone) {
  const auto told = OpenedAs(ProjectFile("tests/golden/ioreel/in"))->Summary();
  ASSERT_THAT(told, IsOk());
  EXPECT_EQ(*told, nullptr);
}

TEST(SummaryCodecTest, PassesOverWhatItDoesNotKnow) {
  EXPECT_EQ(ParseSummary("{}").value(), std::nullopt);
  EXPECT_EQ(ParseSummary(R"({"summary": {"rules": 2}})").value(), std::nullopt);
  EXPECT_EQ(ParseSummary(PackSummary({})).value(), TraceSummary());
}

TEST(SummaryCodecTest, DamageIsTold) {
  const std::string good = PackSummary({.queue = {.ios = 4}});
  const auto fails = FailsWith(absl::StatusCode::kDataLoss, HasSubstr("no summary of a trace"));
  for (const char* bad : {"", "{\"summary\": 1}", R"({"summary": {"rules": 1}})",
                          R"({"summary": {"rules": 1, "queue": {}, "issue": {}}})"}) {
    EXPECT_THAT(ParseSummary(bad), fails) << bad;
  }
  const auto with = [&](const std::string& devices) {
    std::string text = good;
    return text.replace(text.find("\"devices\":{}"), 12, "\"devices\":" + devices);
  };
  EXPECT_THAT(ParseSummary(with(R"({"65536": {}})")), fails);
  EXPECT_THAT(ParseSummary(with(R"({"x": {}})")), fails);
  EXPECT_THAT(ParseSummary(with(R"({"0": {"ios": 1, "end_bytes": 1, "furthest": 0,
                                   "ops": {"13": [1, 1, 1]}, "alignments": {}}})")),
              fails);
}

TEST(SummaryCodecTest, EveryFigureIsOfItsKindOrRefusedInOurWords) {
  const std::string good = PackSummary({});
  const auto refuse = [&](const std::string& from, const std::string& to,
                          const std::string& words) {
    std::string text = good;
    ASSERT_NE(text.find(from), std::string::npos) << from;
    EXPECT_THAT(ParseSummary(text.replace(text.find(from), from.size(), to)),
                FailsWith(absl::StatusCode::kDataLoss,
                          AllOf(HasSubstr("no summary of a trace: " + words),
                                Not(HasSubstr("json")), Not(HasSubstr("sto")))))
        << to;
  };
  refuse("\"devices\":{}", "\"devices\":null", "devices is no object");
  refuse("\"left_out\":{}", "\"left_out\":[]", "left_out is no object");
  refuse("\"left_out\":{}", "\"left_out\":{\"x\":1.5}", "left_out is no whole number");
  refuse("\"ios\":0", "\"ios\":-1", "ios is no whole number");
  refuse("\"ios\":0", "\"ios\":1500.0", "ios is no whole number");
  refuse("\"busy_ns\":0", "\"busy_ns\":-1", "busy_ns is below 0");
  refuse("\"busy_ns\":0", "\"busy_ns\":18446744073709551615", "busy_ns is no whole number");
  refuse("\"mean_depth\":0.0", "\"mean_depth\":\"0\"", "mean_depth is no number");
  refuse("\"rules\":1", "\"rules\":\"1\"", "rules is no whole number");
  refuse("\"untimed\":0", "\"untimde\":0", "untimed is missing");
}

}  // namespace
}  // namespace ioreel
