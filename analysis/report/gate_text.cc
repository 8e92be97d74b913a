#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/report/gate_output.h"
#include "analysis/report/gate_words.h"
#include "base/console.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

std::string Line(absl::string_view head, absl::string_view text) {
  return absl::StrFormat("%-10s %s\n", head, Printable(text));
}

std::string Lines(absl::string_view head, const std::vector<std::string>& texts) {
  std::string lines;
  for (const std::string& text : texts) absl::StrAppend(&lines, Line(head, text));
  return lines;
}

std::string SideText(const SideFacts& side) {
  constexpr size_t kMostNamed = 3;
  std::vector<std::string> named = side.files;
  if (named.size() > kMostNamed) {
    named = {side.files.front(), "…", side.files.back()};
  }
  return absl::StrCat(FormatCount(static_cast<uint64_t>(side.runs), "run"), ", ", side.how, ": ",
                      absl::StrJoin(named, " "));
}

std::string PText(double p) { return p < 0.0001 ? "< 0.0001" : absl::StrFormat("%.4f", p); }

std::vector<std::string> Row(const GateTest& test) {
  std::vector<std::string> row = {absl::StrCat(test.trace.empty() ? "" : "  ",
                                               test.trace.empty() ? test.metric->name : test.trace),
                                  FigureText(*test.metric, test.baseline_median),
                                  FigureText(*test.metric, test.candidate_median)};
  if (test.slowdown) {
    row.insert(row.end(),
               {FactorText(test.slowdown->ratio), BoundsText(*test.slowdown), LimitText(test),
                PText(test.slowdown->p_adjusted), PText(test.slowdown->p_within)});
  } else {
    row.insert(row.end(), {"-", "-", LimitText(test), "-", "-"});
  }
  row.push_back(absl::StrCat(test.rule.required ? "" : "(", FindingName(test.finding),
                             test.rule.required ? "" : ")"));
  return row;
}

std::string Table(const std::vector<GateTest>& tests) {
  TextTable table;
  table.AddRow({"", "baseline", "candidate", "slowdown", "bounds", "tolerated", "p worse",
                "p within", "finding"});
  for (const GateTest& test : tests) table.AddRow(Row(test));
  return table.Format();
}

std::string NoiseText(const GateReport& report, const GateTest& test) {
  return absl::StrFormat(
      "%s: the baseline's runs vary by %.1f %%, so that only more than %.1f %% is worse, and less "
      "than %.1f %% is within",
      TestName(report, test), *test.noise * 100, test.alarm * 100, test.within * 100);
}

std::string Findings(const GateReport& report) {
  std::string text;
  for (const GateTest& test : report.tests) {
    if (test.noise && test.trace.empty()) {
      absl::StrAppend(&text, Line("noise", NoiseText(report, test)));
    }
  }
  for (const GateTest& test : report.tests) {
    const bool is_news = test.finding == GateTest::Finding::kWorse;
    if (!test.rule.required && !(is_news || test.trace.empty())) continue;
    absl::StrAppend(&text, Printable(TestName(report, test)), " (",
                    Printable(RequirementText(test.rule)), "): ", FindingText(report, test), "\n");
  }
  return text;
}

}  // namespace

std::string GateText(const GateReport& report) {
  std::string text =
      absl::StrCat(report.traces.empty() ? "" : Line("traces", absl::StrJoin(report.traces, ", ")),
                   Line("baseline", SideText(report.baseline)),
                   Line("candidate", SideText(report.candidate)), Lines("varied", report.varied),
                   Line("policy", absl::StrCat(report.policy.name, "; ", DesignText(report))));
  if (!report.tests.empty()) {
    absl::StrAppend(&text, "\n", Table(report.tests), "\n", Findings(report));
  }
  const bool invalid = report.outcome == GateOutcome::kInvalid;
  absl::StrAppend(&text, Lines(invalid ? "INVALID" : "NOT COMPARABLE", report.reasons),
                  Lines("WARNING", report.warnings));
  absl::StrAppend(&text, absl::AsciiStrToUpper(GateOutcomeName(report.outcome)), ": ",
                  OutcomeText(report), "\n");
  return text;
}

const std::vector<GateFormat>& GateFormats() {
  static const std::vector<GateFormat>& formats =
      *new std::vector<GateFormat>{{"text", GateText},
                                   {"json", GateJson},
                                   {"junit", GateJunit},
                                   {"markdown", GateMarkdown},
                                   {"github", GateGithub}};
  return formats;
}

}  // namespace ioreel
