#include "analysis/report/gate_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/suite_runs.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<NamedResult> Runs(double slowdown, uint64_t seed) {
  Noise noise(seed);
  return SuiteRuns({.traces = 2, .slowdown = slowdown, .deviation = 0.01},
                   std::vector<double>(12, 1), &noise);
}

GateReport Judged(double slowdown) {
  return JudgeGate(Runs(1, 1), Runs(slowdown, 2), DefaultPolicy(), {.paired = true});
}

/// A gate whose every text holds what its outputs have to escape.
GateReport Nasty() {
  const std::string nasty = "50% of <a&b> \"q\" 'r', x: | `c` *d* _e_\r\n\x1b[31m\xff";
  std::vector<NamedResult> a = Runs(1, 1), b = Runs(2, 2);
  for (auto* side : {&a, &b}) (*side)[0].result.trace.path = nasty;
  GatePolicy policy = DefaultPolicy();
  policy.name = nasty;
  policy.metrics[1].suite.reason = nasty;
  policy.metrics[0].each_trace = {.tolerance = 0.05};
  GateReport report = JudgeGate(a, b, policy, {.paired = true});
  report.warnings.push_back(nasty);
  return report;
}

/// What an XML parser of others makes of a text: a line for each element, "tag|name|…".
std::vector<std::string> ParsedXml(const std::string& xml) {
  const std::string path = ScratchFile("gate.xml", xml);
  const ProgramRun run =
      RunProgram({"python3", "-c",
                  "import sys, xml.etree.ElementTree as t\n"
                  "for e in t.parse(sys.argv[1]).iter():\n"
                  "  print('|'.join([e.tag] + [k + '=' + v for k, v in e.attrib.items()]))",
                  path});
  EXPECT_EQ(run.code, 0) << run.err << xml;
  return absl::StrSplit(run.out, '\n', absl::SkipEmpty());
}

TEST(GateOutputTest, TextHasATableSentencesAndTheOutcome) {
  const std::string text = GateText(Judged(1.2));
  EXPECT_THAT(
      text,
      AllOf(StartsWith("traces     trace1.ioreel, trace2.ioreel\n"),
            HasSubstr("policy     default; 12 pairs of each of 2 traces, alpha 0.05\n"),
            HasSubstr("completion time of the suite (required): worse than tolerated: slowdown "
                      "1.2"),
            HasSubstr("busy time of the suite (report-only: completion time decides): "
                      "worse")));
  EXPECT_THAT(text, testing::EndsWith("\nREGRESSION: the candidate is worse than tolerated\n"));
  EXPECT_THAT(GateText(Judged(1)),
              AllOf(HasSubstr("(required): within its tolerance: slowdown "),
                    HasSubstr("\nPASS: all that is required is within its tolerance\n")));
}

TEST(GateOutputTest, TextOfWhatIsUndecidedTellsWhatWouldDecide) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].suite.tolerance = 0.2;
  const GateReport close = JudgeGate(Runs(1, 1), Runs(1.2, 2), policy, {.paired = true});
  ASSERT_EQ(close.outcome, GateOutcome::kInconclusive);
  EXPECT_THAT(GateText(close), HasSubstr("undecided: slowdown between 1."));
  EXPECT_THAT(GateText(close), HasSubstr("each at 95 % confidence, and 1.200 is tolerated; more"));
  policy.metrics[0].suite.tolerance = 0.05;
  policy.alpha = 0.0003;  // of 12 pairs p is 0.00024, of two tests twice that
  policy.metrics[0].named["trace1.ioreel"] = {.tolerance = 0.05};
  EXPECT_THAT(GateText(JudgeGate(Runs(1, 1), Runs(1.2, 2), policy, {.paired = true})),
              HasSubstr("p, adjusted for the number of tests, is 0.0005, not below 0.0003;"));
}

TEST(GateOutputTest, TextOfWhatCannotBeJudgedTellsWhy) {
  std::vector<NamedResult> other = Runs(1, 2);
  other[0].result.mode = "afap";
  const std::string text =
      GateText(JudgeGate(Runs(1, 1), other, DefaultPolicy(), {.paired = true}));
  EXPECT_THAT(text, AllOf(HasSubstr("NOT COMPARABLE suite/trace1.ioreel: mode: dependent / afap\n"),
                          HasSubstr("\nINCOMPARABLE: "), Not(HasSubstr("slowdown"))));
}

TEST(GateOutputTest, EveryJsonKeyIsDocumented) {
  const auto json = nlohmann::json::parse(GateJson(Judged(1.2)));
  EXPECT_EQ(json["outcome"], "regression");
  EXPECT_EQ(json["tests"].size(), 12);
  EXPECT_EQ(json["tests"][0]["finding"], "worse");
  EXPECT_EQ(json["tests"][0]["trace"], nullptr);
  EXPECT_EQ(json["tests"][1]["trace"], "trace1.ioreel");
  EXPECT_EQ(json["tests"][11]["slowdown"], nullptr) << "write p99 of no write";
  const absl::StatusOr<std::string> doc = ReadFile(ProjectFile("docs/ci.md"));
  ASSERT_THAT(doc, IsOk());
  for (const auto& object : {json, json["tests"][0], json["baseline"]}) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_THAT(*doc, HasSubstr(absl::StrCat("`", key, "`")));
    }
  }
}

TEST(GateOutputTest, JunitIsWellFormedAndCounted) {
  EXPECT_THAT(ParsedXml(GateJunit(Judged(1)))[1],
              "testsuite|name=ioreel gate|tests=13|failures=0|errors=0|skipped=3");
  const std::vector<std::string> worse = ParsedXml(GateJunit(Judged(1.2)));
  EXPECT_EQ(worse[1], "testsuite|name=ioreel gate|tests=13|failures=1|errors=0|skipped=11");
  EXPECT_THAT(worse,
              testing::Contains("testcase|classname=ioreel.gate.suite|name=completion time"));
  EXPECT_THAT(worse, testing::Contains(StartsWith("failure|type=regression|message=worse than")));
  GateReport invalid = Judged(1);
  invalid.outcome = GateOutcome::kInvalid;
  invalid.reasons = {"I/O errors", "lost events"};
  invalid.tests.clear();
  EXPECT_THAT(ParsedXml(GateJunit(invalid)),
              ElementsAre(HasSubstr("testsuites"), HasSubstr("errors=1"), HasSubstr("testcase"),
                          "error|type=invalid|message=I/O errors; lost events"));
}

TEST(GateOutputTest, JunitEscapesWhatXmlCannotHold) {
  const std::vector<std::string> parsed = ParsedXml(GateJunit(Nasty()));
  EXPECT_THAT(parsed, testing::Contains(HasSubstr("50% of <a&b> \"q\" 'r', x: | `c` *d*")));
  EXPECT_THAT(parsed, testing::Contains(HasSubstr("\\x1b[31m")));
}

TEST(GateOutputTest, AMarkdownTableKeepsItsColumns) {
  const std::string markdown = GateMarkdown(Nasty());
  EXPECT_THAT(markdown, AllOf(StartsWith("### ioreel gate: regression\n\n"),
                              HasSubstr("| **worse** |\n"), HasSubstr("&lt;a\\&b\\> \"q\""),
                              HasSubstr("\\| \\`c\\` \\*d\\* \\_e\\_"), Not(HasSubstr("\x1b"))));
  for (const absl::string_view line : absl::StrSplit(markdown, '\n')) {
    if (!absl::StartsWith(line, "| ")) continue;
    int columns = 0;
    for (size_t i = 1; i < line.size(); ++i) columns += line[i] == '|' && line[i - 1] != '\\';
    EXPECT_EQ(columns, 8) << line;
  }
}

TEST(GateOutputTest, AnAnnotationIsALine) {
  GateReport report = Nasty();
  report.reasons = {"a: 100%,\r\n::error::b\x1b\u202e"};
  report.outcome = GateOutcome::kInvalid;
  const std::string text = GateGithub(report);
  EXPECT_THAT(text,
              StartsWith("::error title=ioreel gate%3A invalid::a: 100%25,\\x0d\\n::error::b"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\u202e"))));
  for (const absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    EXPECT_THAT(std::string(line), StartsWith("::"));
    EXPECT_EQ(line.find('\r'), absl::string_view::npos);
  }
}

TEST(GateOutputTest, NoNameBeginsALineOfTheText) {
  GateReport report = Nasty();
  for (GateTest& test : report.tests) {
    if (!test.trace.empty()) test.trace = "x\n::error::y \x1b \u202e";
  }
  const std::string text = GateText(report);
  EXPECT_THAT(text, AllOf(Not(HasSubstr("\n::")), Not(HasSubstr("\x1b")), Not(HasSubstr("\u202e")),
                          HasSubstr("completion time of x\\")));
}

TEST(GateOutputTest, TextOfANoisyBaselineTellsBothLimits) {
  GateReport report = Judged(1.1);
  GateTest& test = report.tests[0];
  test.noise = 0.13;
  test.alarm = 0.5;
  test.within = 0.08;
  test.finding = GateTest::Finding::kUndecided;
  EXPECT_THAT(GateText(report),
              AllOf(HasSubstr("  1.050 (noise 1.500)  "),
                    HasSubstr("vary by 13.0 %, so that only more than 50.0 % is worse, and less "
                              "than 8.0 % is within"),
                    HasSubstr("differ so much that only more than 1.500 is worse; a quieter")));
}

TEST(GateOutputTest, AnnotationsAreOfWhatMatters) {
  EXPECT_THAT(GateGithub(Judged(1)),
              StartsWith("::notice title=ioreel gate%3A pass::all that is required is"));
  EXPECT_THAT(
      GateGithub(Judged(1.2)),
      AllOf(StartsWith("::error title=ioreel gate%3A regression::completion time of the "
                       "suite: worse than tolerated: slowdown 1.2"),
            HasSubstr("\n::notice title=ioreel gate%3A report-only::busy time of the suite")));
  const GateReport few = JudgeGate({Runs(1, 1)[0]}, {Runs(1, 2)[0]}, DefaultPolicy(),
                                   {.paired = true, .look = 1, .looks = 1000});
  EXPECT_THAT(GateGithub(few), AllOf(StartsWith("::error title=ioreel gate%3A inconclusive::"),
                                     HasSubstr("\n::warning title=ioreel gate%3A warning::")));
}

}  // namespace
}  // namespace ioreel
