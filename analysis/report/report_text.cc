#include "analysis/report/report_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/report/comparison_output.h"
#include "analysis/report/score_output.h"
#include "analysis/report/suite_output.h"
#include "analysis/report/trace_output.h"

namespace ioreel {
namespace {

std::string List(const std::vector<std::string>& objects) {
  return absl::StrCat("[", absl::StrJoin(objects, ","), "]");
}

}  // namespace

std::string ReportText(const ReportData& data) {
  std::vector<std::string> parts;
  if (!data.suites.empty()) parts.push_back(SuiteScoresText(data.suites));
  for (const RunGroup& group : data.groups) parts.push_back(ScoreReportText(group.scores));
  if (data.comparison) parts.push_back(ComparisonText(*data.comparison));
  for (const ReportedTrace& trace : data.traces)
    parts.push_back(TraceText(trace.file, trace.stats));
  return absl::StrJoin(parts, "\n");
}

std::string ReportJson(const ReportData& data) {
  std::vector<std::string> scores, traces;
  for (const RunGroup& group : data.groups) scores.push_back(ScoreReportJson(group.scores));
  for (const ReportedTrace& trace : data.traces)
    traces.push_back(TraceJson(trace.file, trace.stats));
  return absl::StrCat("{\"suites\": ", data.suites.empty() ? "null" : SuiteScoresJson(data.suites),
                      ",\n\"scores\": ", List(scores), ",\n\"comparison\": ",
                      data.comparison ? ComparisonJson(*data.comparison) : "null",
                      ",\n\"traces\": ", List(traces), "}\n");
}

}  // namespace ioreel
