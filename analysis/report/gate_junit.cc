#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analysis/report/gate_output.h"
#include "analysis/report/gate_words.h"
#include "base/console.h"

namespace ioreel {
namespace {

using Finding = GateTest::Finding;

/// Of an attribute or an element. XML 1.0 has no way to write a control character; Printable()
/// spells it.
std::string Xml(absl::string_view text) {
  return absl::StrReplaceAll(
      Printable(text),
      {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&apos;"}});
}

struct Case {
  std::string of, name;
  std::string kind;  ///< "failure", "error", "skipped"; "" = passed
  std::string type, message;
};

std::string CaseXml(const Case& one) {
  const std::string head =
      absl::StrCat("    <testcase classname=\"", Xml(one.of), "\" name=\"", Xml(one.name), "\"");
  if (one.kind.empty()) {
    return absl::StrCat(head, ">\n      <system-out>", Xml(one.message),
                        "</system-out>\n    </testcase>\n");
  }
  return absl::StrCat(head, ">\n      <", one.kind,
                      one.type.empty() ? "" : absl::StrCat(" type=\"", one.type, "\""),
                      " message=\"", Xml(one.message), "\"/>\n    </testcase>\n");
}

/// Whether the runs can be judged at all.
Case AdmissionCase(const GateReport& report) {
  Case admission = {.of = "ioreel.gate",
                    .name = "runs can be judged",
                    .kind = "",
                    .type = "",
                    .message = DesignText(report)};
  if (report.reasons.empty()) return admission;
  admission.kind = "error";
  admission.type = std::string(GateOutcomeName(report.outcome));
  admission.message = absl::StrJoin(report.reasons, "; ");
  return admission;
}

Case TestCase(const GateReport& report, const GateTest& test) {
  Case found = {.of = absl::StrCat("ioreel.gate.", test.trace.empty() ? "suite" : test.trace),
                .name = std::string(test.metric->name),
                .kind = "",
                .type = "",
                .message = FindingText(report, test)};
  if (test.finding == Finding::kWithin) return found;
  if (!test.rule.required) {
    found.kind = "skipped";
    found.message = absl::StrCat(RequirementText(test.rule), "; ", FindingText(report, test));
    return found;
  }
  const bool worse = test.finding == Finding::kWorse;
  found.kind = worse ? "failure" : "error";
  found.type = worse ? "regression" : "inconclusive";
  return found;
}

}  // namespace

std::string GateJunit(const GateReport& report) {
  std::vector<Case> cases = {AdmissionCase(report)};
  for (const GateTest& test : report.tests) cases.push_back(TestCase(report, test));
  const auto count = [&](absl::string_view kind) {
    return std::count_if(cases.begin(), cases.end(),
                         [kind](const Case& one) { return one.kind == kind; });
  };
  const std::string counts =
      absl::StrCat("name=\"ioreel gate\" tests=\"", cases.size(), "\" failures=\"",
                   count("failure"), "\" errors=\"", count("error"), "\"");
  std::string xml =
      absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ", counts,
                   ">\n  <testsuite ", counts, " skipped=\"", count("skipped"), "\">\n");
  for (const Case& one : cases) absl::StrAppend(&xml, CaseXml(one));
  return absl::StrCat(xml, "  </testsuite>\n</testsuites>\n");
}

}  // namespace ioreel
