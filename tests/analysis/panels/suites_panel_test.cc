#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "analysis/document/document_output.h"
#include "analysis/html/html_report.h"
#include "analysis/panels/panels.h"
#include "tests/support/markup_check.h"
#include "tests/support/report_cases.h"
#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Document DocumentOf(const std::vector<SuiteResult>& suites) {
  ReportInput input;
  for (const SuiteResult& suite : suites) {
    input.suites.push_back({absl::StrCat("s", input.suites.size(), ".json"), suite});
    for (const SuiteTraceResult& trace : suite.traces) {
      if (trace.result) input.a.push_back({trace.name, *trace.result});
    }
  }
  return MakeDocument(MakeReportData(&input));
}

template <typename BlockType>
std::vector<BlockType> BlocksOf(const Panel& panel) {
  std::vector<BlockType> blocks;
  for (const Block& block : panel.blocks) {
    if (const auto* found = std::get_if<BlockType>(&block)) blocks.push_back(*found);
  }
  return blocks;
}

TEST(SuitesPanelTest, TheScoreComesFirst) {
  const Document document = DocumentOf({SoundSuiteResult()});
  EXPECT_EQ(document.title, "Suite two");
  const Panel& panel = document.panels.front();
  EXPECT_EQ(panel.id, "suite");
  const Card card = BlocksOf<Cards>(panel).at(0).cards.at(0);
  EXPECT_EQ(card.value, "2000");
  EXPECT_EQ(card.value_label, "speed score");
  EXPECT_EQ(card.verdict, "valid");
  const std::vector<Charts> charts = BlocksOf<Charts>(panel);
  ASSERT_EQ(charts.size(), 2);
  EXPECT_EQ(charts[0].charts[0].title, "Speed score · s0.json");
  EXPECT_THAT(charts[0].charts[0].svg, AllOf(HasSubstr("edit"), HasSubstr("build")));
  EXPECT_EQ(BlocksOf<Table>(panel).at(0).rows.at(1).at(1).text, "2000");
  EXPECT_EQ(BlocksOf<Table>(panel).at(1).rows.at(1).at(2).text, "3") << "its weight";
}

TEST(SuitesPanelTest, RunsWithoutScoresHaveNoBars) {
  SuiteResult suite = SoundSuiteResult();
  suite.reference.reset();
  const Document document = DocumentOf({suite});
  EXPECT_TRUE(BlocksOf<Charts>(document.panels.front()).empty());
  EXPECT_EQ(BlocksOf<Cards>(document.panels.front()).at(0).cards.at(0).value_label,
            "storage score");
}

TEST(SuitesPanelTest, SeveralRunsStandSideBySide) {
  const Document document = DocumentOf({SoundSuiteResult(), SoundSuiteResult()});
  const Panel& panel = document.panels.front();
  EXPECT_EQ(BlocksOf<Cards>(panel).at(0).cards.size(), 2);
  EXPECT_EQ(BlocksOf<Charts>(panel).at(0).charts.size(), 2);
}

TEST(SuitesPanelTest, WhatIsWrittenIsSoundWhateverNamesSay) {
  SuiteResult suite = FullSuiteResult();
  for (SuiteTraceResult& trace : suite.traces) {
    trace.about = trace.failure = kHostileName;
    trace.result = HostileResult();
    suite.reference->traces[trace.name] = {1, 1};
  }
  suite.suite.name = suite.reference->device = kHostileName;
  for (const SuiteResult& each : {suite, SoundSuiteResult()}) {
    const Document document = DocumentOf({each});
    for (const std::string& text : {HtmlReport(document), DocumentSvg(document)}) {
      EXPECT_EQ(MarkupFault(text), "");
      EXPECT_THAT(text, Not(HasSubstr("<img")));
      EXPECT_THAT(text, Not(HasSubstr("nan")));
    }
  }
}

}  // namespace
}  // namespace ioreel
