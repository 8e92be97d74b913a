#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "analysis/document/document_output.h"
#include "analysis/html/html_report.h"
#include "analysis/panels/panels.h"
#include "analysis/report/report_text.h"
#include "tests/support/markup_check.h"
#include "tests/support/noisy_runs.h"
#include "tests/support/report_cases.h"
#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> PanelIds(const Document& document) {
  std::vector<std::string> ids;
  for (const Panel& panel : document.panels) ids.push_back(panel.id);
  return ids;
}

Document DocumentOf(ReportInput input) { return MakeDocument(MakeReportData(&input)); }

Document DocumentOf(std::vector<NamedResult> a, std::vector<NamedResult> b = {}) {
  ReportInput input;
  input.a = std::move(a);
  input.b = std::move(b);
  return DocumentOf(std::move(input));
}

Document DocumentOf(ReportedTrace trace) {
  ReportInput input;
  input.traces.push_back(std::move(trace));
  return DocumentOf(std::move(input));
}

/// All that is written of a document is well formed, and asks for nothing from elsewhere.
void ExpectSound(const Document& document) {
  const std::string html = HtmlReport(document), svg = DocumentSvg(document);
  EXPECT_EQ(MarkupFault(html), "");
  EXPECT_EQ(MarkupFault(svg), "");
  for (const std::string& text : {html, svg}) {
    EXPECT_THAT(text, Not(HasSubstr("nan"))) << "a number that is none";
    EXPECT_THAT(text, Not(HasSubstr("\"-inf")));
    EXPECT_THAT(text, Not(HasSubstr("<img")));
    EXPECT_THAT(text, Not(HasSubstr(" src=\"http")));
  }
  EXPECT_THAT(DocumentMarkdown(document), HasSubstr("# "));
}

TEST(DocumentTest, OneResultHasItsPanelsInOrder) {
  const Document document = DocumentOf({{"a.json", RichResult()}});
  EXPECT_THAT(PanelIds(document), ElementsAre("summary", "runs", "latency", "seconds", "fidelity",
                                              "members", "context"));
  EXPECT_EQ(document.title, "app.ioreel: app --all");
  ExpectSound(document);
}

TEST(DocumentTest, AResultWithoutSamplesOpsOrSecondsIsShown) {
  const Document document = DocumentOf({{"a.json", SoundResult()}});
  EXPECT_THAT(PanelIds(document), ElementsAre("summary", "runs", "fidelity", "context"));
  ExpectSound(document);
}

TEST(DocumentTest, AResultWithoutARepeatIsShown) {
  RunResult result = SoundResult();
  result.repeats.clear();
  const Document document = DocumentOf({{"a.json", result}});
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document), HasSubstr("no repeat was finished"));
}

TEST(DocumentTest, EveryFieldOfAResultMayHaveAnyValue) {
  ExpectSound(DocumentOf({{"a.json", FullResult()}}));
}

TEST(DocumentTest, NumbersAtTheEndsOfTheirTypesAreShown) {
  RunResult result = RichResult();
  for (RepeatResult& repeat : result.repeats) {
    repeat.completion_ns = repeat.elapsed_ns = INT64_MAX;
    repeat.iops = 1e300;
    repeat.array->write_amplification = NAN;
    repeat.array->caches[0].blocks = UINT64_MAX;
    for (OpSummary& op : repeat.ops) op.count = op.bytes = UINT64_MAX;
    for (SecondSummary& second : repeat.seconds) second.reads = second.read_bytes = UINT64_MAX;
  }
  const Document document = DocumentOf({{"a.json", result}});
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document), HasSubstr("18,446,744,073,709,551,615"));
}

TEST(DocumentTest, UnknownTimesAreShownAsUnknown) {
  RunResult result = RichResult();
  result.trace.recorded_completion_ns = result.trace.recorded_busy_ns = kNoTime;
  for (RepeatResult& repeat : result.repeats) repeat.completion_ns = kNoTime;
  const Document document = DocumentOf({{"a.json", result}});
  ExpectSound(document);
}

TEST(DocumentTest, TheVerdictIsSaidFirst) {
  RunResult result = RichResult();
  result.repeats[1].fidelity.valid = false;
  result.repeats[1].fidelity.reasons = {"p99 too late"};
  const std::string text = DocumentMarkdown(DocumentOf({{"a.json", result}}));
  EXPECT_THAT(text, HasSubstr("* **a**: invalid"));
  EXPECT_THAT(text, HasSubstr("**INVALID** a: repeat 2: p99 too late"));
  EXPECT_LT(text.find("invalid"), text.find("## Fidelity"));
}

TEST(DocumentTest, WhatVerificationFoundIsSaid) {
  RunResult result = RichResult();
  Verification& found = *result.repeats[1].verification;
  found.mismatched_bytes = 512;
  found.first = "zeroes";
  found.unread_bytes = 4096;
  found.first_unread = "EIO";
  EXPECT_THAT(DocumentMarkdown(DocumentOf({{"a.json", result}})),
              AllOf(HasSubstr("a, repeat 1: 1 MiB checked, 0 B not judged, 0 B not as written\n"),
                    HasSubstr("a, repeat 2: 1 MiB checked, 0 B not judged, 512 B not as written "
                              "\\(zeroes\\), 4 KiB could not be read \\(EIO\\)\n")));
}

TEST(DocumentTest, ResultsOfSeveralTracesAreGroups) {
  RunResult other = RichResult();
  other.trace.digest = "xxh3-128:2";
  other.trace.path = "other.ioreel";
  const Document document = DocumentOf({{"a.json", RichResult()}, {"b.json", other}});
  EXPECT_EQ(document.title, "A suite of 2 traces");
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document),
              AllOf(HasSubstr("**app.ioreel: app --all**"),
                    HasSubstr("**other.ioreel: app --all**"), Not(HasSubstr("NOT COMPARABLE"))));
}

TEST(DocumentTest, SidesAreComparedAndNamed) {
  Noise noise(1);
  const Document document = DocumentOf({{"old/run.json", NoisyRuns(10, 1, 0.01, &noise)}},
                                       {{"new/run.json", NoisyRuns(10, 1.3, 0.01, &noise)}});
  EXPECT_THAT(PanelIds(document), Contains("comparison"));
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document),
              AllOf(HasSubstr("| completion time | B is worse, "), HasSubstr("A: old/run.json"),
                    HasSubstr("B: new/run.json")));
}

TEST(DocumentTest, SidesThatMustNotBeComparedSayWhy) {
  RunResult timed = RichResult();
  timed.mode = "timed";
  const Document document = DocumentOf({{"a.json", RichResult()}}, {{"b.json", timed}});
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document), HasSubstr("**NOT COMPARABLE** mode"));
}

TEST(DocumentTest, ASuiteIsCompared) {
  Noise noise(1);
  std::vector<NamedResult> a, b;
  for (const char* digest : {"1", "2"}) {
    a.push_back({absl::StrCat("a", digest, ".json"), NoisyRuns(10, 1, 0.01, &noise)});
    b.push_back({absl::StrCat("b", digest, ".json"), NoisyRuns(10, 1.3, 0.01, &noise)});
    a.back().result.trace.digest = b.back().result.trace.digest = digest;
  }
  const Document document = DocumentOf(a, b);
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document), HasSubstr("geometric means of 2 traces"));
}

TEST(DocumentTest, ATraceIsShown) {
  const Document document = DocumentOf(TraceForReport(MixedIos()));
  EXPECT_THAT(PanelIds(document), ElementsAre("trace-1"));
  ExpectSound(document);
  EXPECT_THAT(HtmlReport(document),
              AllOf(HasSubstr("Places on sda"), HasSubstr("Latency histogram"),
                    HasSubstr("Queue depth"), HasSubstr("data:image/png;base64,")));
}

TEST(DocumentTest, AnEmptyTraceSaysSo) {
  const Document document = DocumentOf(TraceForReport({}));
  ExpectSound(document);
  EXPECT_THAT(DocumentMarkdown(document), HasSubstr("The trace has no I/O."));
  EXPECT_THAT(HtmlReport(document), Not(HasSubstr("<figure")));
}

TEST(DocumentTest, OneIoIsShown) {
  QueuedIo io;
  io.queue_ns = 0;
  io.complete_ns = 50'000;
  io.length = 4096;
  ExpectSound(DocumentOf(TraceForReport({io})));
  io.complete_ns = 0;
  ExpectSound(DocumentOf(TraceForReport({io})));
}

TEST(DocumentTest, PartsThatAreChartsOnlyAreNoneOfMarkdown) {
  const Document document = DocumentOf({{"a.json", RichResult()}});
  EXPECT_THAT(PanelIds(document), Contains("seconds"));
  EXPECT_THAT(DocumentMarkdown(document),
              AllOf(Not(HasSubstr("## Runs")), Not(HasSubstr("## Replays over time")),
                    HasSubstr("## Latency of the replays")));
}

TEST(DocumentTest, ARunOfFlushesHasNoChartOfBytes) {
  RunResult result = RichResult();
  for (RepeatResult& repeat : result.repeats) {
    for (SecondSummary& second : repeat.seconds) second.read_bytes = second.written_bytes = 0;
  }
  EXPECT_THAT(HtmlReport(DocumentOf({{"a.json", result}})),
              AllOf(HasSubstr("I/Os completed"), Not(HasSubstr("Bytes read and written"))));
}

TEST(DocumentTest, AShortRunHasItsOwnRateAndNotThatOfASecond) {
  RunResult result = SoundResult();
  RepeatResult& repeat = result.repeats[0];
  repeat.elapsed_ns = 100'000;
  repeat.seconds = {{.reads = 1, .read_bytes = 4096}};
  const std::string html = HtmlReport(DocumentOf({{"a.json", result}}));
  EXPECT_THAT(html, AllOf(HasSubstr("time, µs"), HasSubstr("\"range\":[0.0,100.0]"),
                          HasSubstr("\"values\":[10000.0]")));
}

TEST(DocumentTest, WhatStandsAgainstTheReferenceIsSaid) {
  ReportInput input;
  input.a = {{"a.json", RichResult()}};
  input.reference = {"old.json", RichResult()};
  input.reference->result.trace.lost_events = 7;
  EXPECT_THAT(DocumentMarkdown(DocumentOf(std::move(input))),
              HasSubstr("**TAINTED** reference: old.json: the recorder lost 7 events"));
}

TEST(DocumentTest, ATraceWithoutCompletionsHasNoLatencies) {
  QueuedIo io;
  io.queue_ns = 0;
  io.length = 4096;
  const Document document = DocumentOf(TraceForReport({io}));
  ExpectSound(document);
  EXPECT_THAT(HtmlReport(document), Not(HasSubstr("Latency")));
  EXPECT_THAT(DocumentMarkdown(document),
              AllOf(HasSubstr("| completion times | not known |"),
                    HasSubstr("| operation | count | bytes | errors |\n")));
}

TEST(DocumentTest, FlushesAloneHaveNoBytesAndNoPlaces) {
  QueuedIo io;
  io.queue_ns = 0;
  io.complete_ns = 50'000;
  io.op = Op::kFlush;
  const Document document = DocumentOf(TraceForReport({io}));
  ExpectSound(document);
  EXPECT_THAT(HtmlReport(document), AllOf(HasSubstr("Queue depth"), Not(HasSubstr("Bytes read")),
                                          Not(HasSubstr("Places"))));
}

TEST(DocumentTest, TimesAndPlacesAtTheEndsOfTheirTypesAreShown) {
  QueuedIo first, last;
  first.queue_ns = INT64_MIN + 1;
  first.complete_ns = INT64_MAX;
  last.queue_ns = INT64_MAX;
  last.offset = UINT64_MAX;
  last.length = UINT64_MAX;
  ExpectSound(DocumentOf(TraceForReport({first, last})));
}

TEST(DocumentTest, NamesCannotDoHarm) {
  ReportInput input;
  input.a = {{kHostileName, HostileResult()}};
  input.b = {{std::string("b") + kHostileName, HostileResult()}};
  input.traces.push_back(TraceForReport(MixedIos(), kHostileName));
  const Document document = DocumentOf(std::move(input));
  ExpectSound(document);
  const std::string markdown = DocumentMarkdown(document);
  EXPECT_FALSE(absl::StrContains(markdown, "<")) << "Markdown shows HTML as such";
}

TEST(ReportTextTest, NamesCannotSteerTheTerminal) {
  ReportInput input;
  input.a = {{kHostileName, HostileResult()}};
  input.b = {{std::string("b") + kHostileName, HostileResult()}};
  input.traces.push_back(TraceForReport(MixedIos(), kHostileName));
  const std::string text = ReportText(MakeReportData(&input));
  EXPECT_THAT(text, HasSubstr("window.harmed=1"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\n[31m")));
  EXPECT_THAT(text, Not(HasSubstr("\n\\x1b"))) << "a line that a name began";
  EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae")));
}

TEST(HtmlReportTest, OnlyItsOwnScriptsRun) {
  const std::string html = HtmlReport(DocumentOf(TraceForReport(MixedIos())));
  EXPECT_THAT(html, HasSubstr("default-src 'none'; img-src data:; style-src 'sha256-"));
  EXPECT_THAT(html, Not(HasSubstr("unsafe")));
  EXPECT_THAT(html, Not(HasSubstr(" style=\""))) << "the policy forbids it";
}

TEST(HtmlReportTest, WithoutChartsToZoomIntoThereIsNoScript) {
  const std::string html = HtmlReport(DocumentOf({{"a.json", SoundResult()}}));
  EXPECT_THAT(html, AllOf(Not(HasSubstr("<script")), HasSubstr("script-src 'none'")));
}

TEST(HtmlReportTest, IsSmallForTheMostThatChartsCanHold) {
  std::mt19937_64 random(2);
  std::vector<QueuedIo> ios;
  for (int i = 0; i < 400'000; ++i) {
    QueuedIo& io = ios.emplace_back();
    io.queue_ns = int64_t{i} * 50'000;
    io.complete_ns = io.queue_ns + static_cast<int64_t>(1000 + (random() >> (30 + random() % 30)));
    io.op = random() % 2 ? Op::kRead : Op::kWrite;
    io.offset = random() % (1 << 30);
    io.length = 4096;
  }
  EXPECT_LT(HtmlReport(DocumentOf(TraceForReport(std::move(ios)))).size(), 1'000'000u);
}

}  // namespace
}  // namespace ioreel
