#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/report/gate_output.h"
#include "analysis/report/gate_words.h"
#include "analysis/report/markdown_text.h"

namespace ioreel {
namespace {

using Finding = GateTest::Finding;

std::string Row(const std::vector<std::string>& cells) {
  return absl::StrCat("| ", absl::StrJoin(cells, " | "), " |\n");
}

std::string FindingCell(const GateTest& test) {
  const std::string name(FindingName(test.finding));
  if (!test.rule.required) return absl::StrCat(name, ", report-only");
  return test.finding == Finding::kWithin ? name : absl::StrCat("**", name, "**");
}

std::string TestRow(const GateTest& test) {
  return Row({MarkdownText(test.metric->name),
              test.trace.empty() ? "suite" : MarkdownText(test.trace),
              MarkdownText(FigureText(*test.metric, test.baseline_median)),
              MarkdownText(FigureText(*test.metric, test.candidate_median)),
              test.slowdown ? FactorText(test.slowdown->ratio) : "-",
              test.slowdown ? BoundsText(*test.slowdown) : "-", MarkdownText(LimitText(test)),
              FindingCell(test)});
}

std::string List(absl::string_view head, const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    absl::StrAppend(&list, "* ", head, MarkdownText(text), "\n");
  }
  return list;
}

/// What is not required, and why.
std::string Reasons(const std::vector<GateTest>& tests) {
  std::vector<std::string> reasons;
  for (const GateTest& test : tests) {
    if (test.rule.required || !test.trace.empty()) continue;
    reasons.push_back(absl::StrCat(test.metric->name, " is report-only: ", test.rule.reason));
  }
  return List("", reasons);
}

}  // namespace

std::string GateMarkdown(const GateReport& report) {
  std::string text =
      absl::StrCat("### ioreel gate: ", GateOutcomeName(report.outcome), "\n\n",
                   MarkdownText(OutcomeText(report)), " (", MarkdownText(DesignText(report)),
                   ", policy ", MarkdownText(report.policy.name), ").\n\n");
  if (!report.tests.empty()) {
    absl::StrAppend(&text,
                    Row({"metric", "of", "baseline", "candidate", "slowdown", "bounds", "tolerated",
                         "finding"}),
                    "|---|---|--:|--:|--:|--:|--:|---|\n");
    for (const GateTest& test : report.tests) absl::StrAppend(&text, TestRow(test));
    absl::StrAppend(&text, "\n", Reasons(report.tests));
  }
  return absl::StrCat(text, List("", report.reasons), List("warning: ", report.warnings),
                      List("varied: ", report.varied));
}

}  // namespace ioreel
