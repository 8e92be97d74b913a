#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analysis/report/gate_output.h"
#include "analysis/report/gate_words.h"
#include "base/console.h"

namespace ioreel {
namespace {

using Finding = GateTest::Finding;

/// As the runner undoes it: of a message, and of a property before it. Printable() has spelled line
/// ends and whatever steers a terminal.
std::string Data(absl::string_view text) {
  return absl::StrReplaceAll(Printable(text), {{"%", "%25"}});
}
std::string Property(absl::string_view text) {
  return absl::StrReplaceAll(Data(text), {{":", "%3A"}, {",", "%2C"}});
}

std::string Annotation(absl::string_view level, absl::string_view title, absl::string_view text) {
  return absl::StrCat("::", level, " title=", Property(absl::StrCat("ioreel gate: ", title)),
                      "::", Data(text), "\n");
}

/// "" for what is as it should be.
std::string TestAnnotation(const GateReport& report, const GateTest& test) {
  if (test.finding == Finding::kWithin) return "";
  const std::string text = absl::StrCat(TestName(report, test), ": ", FindingText(report, test));
  const bool worse = test.finding == Finding::kWorse;
  if (!test.rule.required) {
    if (!worse) return "";
    return Annotation("notice", "report-only", absl::StrCat(text, " (", test.rule.reason, ")"));
  }
  return Annotation("error", worse ? "regression" : "inconclusive", text);
}

}  // namespace

std::string GateGithub(const GateReport& report) {
  std::string text;
  for (const std::string& reason : report.reasons) {
    absl::StrAppend(&text, Annotation("error", GateOutcomeName(report.outcome), reason));
  }
  for (const GateTest& test : report.tests) absl::StrAppend(&text, TestAnnotation(report, test));
  for (const std::string& warning : report.warnings) {
    absl::StrAppend(&text, Annotation("warning", "warning", warning));
  }
  if (report.outcome == GateOutcome::kPass) {
    absl::StrAppend(&text, Annotation("notice", "pass",
                                      absl::StrCat(OutcomeText(report), "; ", DesignText(report))));
  }
  return text;
}

}  // namespace ioreel
